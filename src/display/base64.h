// SPDX-License-Identifier: Apache-2.0
// Bytes as base64 and back.
#pragma once

#include <array>
#include <stdexcept>
#include <string>
#include <string_view>

#include "display/shape_mesh.h"

namespace tangible {

inline std::string base64_of(std::string_view bytes) {
  return base64_of_bytes({reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size()});
}

// Throws std::runtime_error for what is not base64.
inline std::string bytes_of_base64(std::string_view text) {
  constexpr std::string_view digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  unsigned word = 0, bits = 0;
  for (const char c : text) {
    if (c == '=') break;
    const std::size_t value = digits.find(c);
    if (value == std::string_view::npos) throw std::runtime_error("this is not base64");
    word = (word << 6 | static_cast<unsigned>(value)) & 0xffffff;
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    out.push_back(static_cast<char>(word >> bits & 255));
  }
  return out;
}

}  // namespace tangible
