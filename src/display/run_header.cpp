// SPDX-License-Identifier: Apache-2.0
// Inflates header and data, and checks the lengths.
#include "display/run_header.h"

#include <zlib.h>

#include <cstring>
#include <string>

namespace tangible {
namespace {

constexpr std::size_t longest_inflated = std::size_t{64} << 20;

std::uint32_t u32_at(std::string_view bytes, std::size_t at) {
  std::uint32_t value = 0;
  for (std::size_t k = 0; k < 4; ++k)
    value |= static_cast<std::uint32_t>(static_cast<unsigned char>(bytes[at + k])) << (8 * k);
  return value;
}

// Piece by piece: the length is not written beside it.
std::optional<std::string> inflate_all(std::string_view bytes) {
  z_stream stream{};
  if (inflateInit(&stream) != Z_OK) return std::nullopt;
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  stream.avail_in = static_cast<uInt>(bytes.size());
  std::string out;
  int status = Z_OK;
  char piece[1 << 14];
  while (status == Z_OK && out.size() < longest_inflated) {
    stream.next_out = reinterpret_cast<Bytef*>(piece);
    stream.avail_out = sizeof piece;
    status = inflate(&stream, Z_NO_FLUSH);
    out.append(piece, sizeof piece - stream.avail_out);
  }
  inflateEnd(&stream);
  if (status != Z_STREAM_END) return std::nullopt;
  return out;
}

bool is_container(std::string_view bytes) {
  return bytes.size() >= 16 && bytes.starts_with(std::string_view("TNGR\1\0", 6)) &&
         bytes.size() == std::size_t{16} + u32_at(bytes, 8) + u32_at(bytes, 12);
}

}  // namespace

std::optional<std::string> read_run_data(std::string_view container) {
  if (!is_container(container)) return std::nullopt;
  return inflate_all(container.substr(std::size_t{16} + u32_at(container, 8)));
}

std::optional<nlohmann::json> read_run_header(std::string_view container) {
  if (!is_container(container)) return std::nullopt;
  const std::optional<std::string> text = inflate_all(container.substr(16, u32_at(container, 8)));
  if (!text) return std::nullopt;
  nlohmann::json header = nlohmann::json::parse(*text, nullptr, false);
  if (!header.is_object() || header.value("protocol", nlohmann::json()) != 1) return std::nullopt;
  return header;
}

}  // namespace tangible
