// SPDX-License-Identifier: Apache-2.0
// Numbers compared bit by bit.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>

namespace tangible {

// Equal bits; of two NaN, any.
inline bool same(double a, double b) {
  return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b) || (std::isnan(a) && std::isnan(b));
}

}  // namespace tangible
