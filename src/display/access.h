// SPDX-License-Identifier: Apache-2.0
// Access to the server: names of the host, origins of pages, the token and the cookie.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace tangible {

std::string random_word();  // 128 bits, in hexadecimal digits

class Access {
 public:
  Access(std::string listen_address, std::uint16_t port, std::string token);

  const std::string& token() const { return token_; }
  // A name that another site could point at this machine is refused: only loopback names, and if the server listens
  // elsewhere, addresses and its own name.
  bool host_is_allowed(std::string_view host) const;
  // Of a page that this server has sent under that name.
  static bool origin_is_own(std::string_view origin, std::string_view host);
  bool token_is_right(std::string_view token) const;
  // A token that is right once: for a link that other users of this machine may see, as in the list of processes.
  const std::string& make_ticket() { return ticket_ = random_word(); }
  // Whether it is the token, or the ticket, which is void from then on.
  bool exchange(std::string_view token);
  bool has_cookie(std::string_view cookie_header) const;
  std::string set_cookie() const;  // value of the header

 private:
  std::string address_, token_, ticket_, secret_, cookie_name_, own_name_;
};

}  // namespace tangible
