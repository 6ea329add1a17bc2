// SPDX-License-Identifier: Apache-2.0
// Checks of names, tokens and cookies.
#include "display/access.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <random>

namespace tangible {
namespace {

// In a time that does not depend on where they differ.
bool are_equal(std::string_view a, std::string_view b) {
  if (a.size() != b.size()) return false;
  unsigned difference = 0;
  for (std::size_t i = 0; i < a.size(); ++i) difference |= static_cast<unsigned>(a[i] ^ b[i]);
  return difference == 0;
}

std::string_view without_port(std::string_view host) {
  if (host.starts_with('[')) return host.substr(0, std::min(host.find(']') + 1, host.size()));
  return host.substr(0, std::min(host.find(':'), host.size()));
}

bool is_address(std::string_view name) {
  if (name.starts_with('[')) return true;
  return !name.empty() && name.find_first_not_of("0123456789.") == std::string_view::npos;
}

std::string lower(std::string_view text) {
  std::string out(text);
  for (char& c : out)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return out;
}

bool is_loopback(std::string_view name) {
  return name == "localhost" || name == "[::1]" || (is_address(name) && name.starts_with("127."));
}

}  // namespace

std::string random_word() {
  std::random_device device;
  std::string out;
  for (int k = 0; k < 4; ++k) {
    const unsigned word = device();
    for (int shift = 28; shift >= 0; shift -= 4) out.push_back("0123456789abcdef"[word >> shift & 15]);
  }
  return out;
}

Access::Access(std::string listen_address, std::uint16_t port, std::string token)
    : address_(std::move(listen_address)),
      token_(token.empty() ? random_word() : std::move(token)),
      secret_(random_word()),
      cookie_name_("tangible_" + std::to_string(port)) {
  std::array<char, 256> name{};
  if (gethostname(name.data(), name.size() - 1) == 0) own_name_ = lower(name.data());
}

bool Access::host_is_allowed(std::string_view host) const {
  const std::string name = lower(without_port(host));
  if (is_loopback(name)) return true;
  const bool listens_elsewhere = !is_loopback(address_) && address_ != "::1";
  return listens_elsewhere && (is_address(name) || name == own_name_ || name == lower(address_));
}

bool Access::origin_is_own(std::string_view origin, std::string_view host) {
  constexpr std::string_view scheme = "http://";
  return origin.starts_with(scheme) && lower(origin.substr(scheme.size())) == lower(host);
}

bool Access::token_is_right(std::string_view token) const { return are_equal(token, token_); }

bool Access::exchange(std::string_view token) {
  const bool is_ticket = !ticket_.empty() && are_equal(token, ticket_);
  if (is_ticket) ticket_.clear();
  return is_ticket || token_is_right(token);
}

bool Access::has_cookie(std::string_view header) const {
  const std::string wanted = cookie_name_ + "=" + secret_;
  while (!header.empty()) {
    const std::size_t end = std::min(header.find(';'), header.size());
    std::string_view part = header.substr(0, end);
    part.remove_prefix(std::min(part.find_first_not_of(' '), part.size()));
    if (are_equal(part, wanted)) return true;
    header.remove_prefix(std::min(end + 1, header.size()));
  }
  return false;
}

std::string Access::set_cookie() const { return cookie_name_ + "=" + secret_ + "; HttpOnly; SameSite=Strict; Path=/"; }

}  // namespace tangible
