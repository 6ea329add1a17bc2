// SPDX-License-Identifier: Apache-2.0
// The angle of a point (x, y) as programs compute it: the same few operations on every machine, in vectors too, so that
// all back ends give the same bits.
//
//   t = smaller / larger of |x|, |y|; if they are equal 1, or 0 if both are 0;
//   r = t + t z P(z), z = t^2: P is the best polynomial of degree 19 for (atan(t) / t - 1) / z on 0..1, wrong by 2^-57
//   of
//       the result at most, evaluated in fours: the terms of each by twos (Estrin), the fours one after the other
//       (Horner);
//   then the quadrant: pi/2 - r where |x| < |y|, pi - that where x < 0, and the sign of y.
// Error: at most 1.7 units in the last place. Signs of zeros, infinities and NaN are treated as atan2 of the C library
// does.
#pragma once

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>

namespace tangible {
namespace arctangent {

inline constexpr std::array<double, 20> p{
    -0x1.5555555555526p-2, 0x1.9999999995378p-3,  -0x1.2492492373313p-3, 0x1.c71c717c784e1p-4,   -0x1.745d116d448cap-4,
    0x1.3b136371f6b73p-4,  -0x1.110e36507c342p-4, 0x1.e1ba5e24a2e18p-5,  -0x1.ae589f71406ddp-5,  0x1.82c6c284a4369p-5,
    -0x1.596ebae089c18p-5, 0x1.2bc0d30edf4a9p-5,  -0x1.e89c0ee157e60p-6, 0x1.668bfde2eb507p-6,   -0x1.c45be85c8a91cp-7,
    0x1.d32a507229a0dp-8,  -0x1.7582ec95afc0ep-9, 0x1.ad4b5a5b95b1bp-11, -0x1.39661d257062bp-13, 0x1.b2953bca685b0p-17};
inline constexpr double half_turn = 0x1.921fb54442d18p+1;     // pi, rounded
inline constexpr double quarter_turn = 0x1.921fb54442d18p+0;  // pi/2, rounded
inline constexpr double pi_tail = 0x1.678afae35cdd1p-55;      // the missing low part of both, divided by them

}  // namespace arctangent

[[gnu::always_inline]] inline double arc_tangent(double y, double x) noexcept {
  using namespace arctangent;
  const double ax = std::abs(x), ay = std::abs(y);
  const bool is_steep = ax < ay;
  const double smaller = is_steep ? ax : ay, larger = is_steep ? ay : ax;
  const double t = smaller != larger ? smaller / larger : larger != 0 ? 1.0 : 0.0;  // NaN differ
  const double z = t * t, z2 = z * z, z4 = z2 * z2;
  const auto four = [&](std::size_t k) {
    return std::fma(std::fma(p[k + 3], z, p[k + 2]), z2, std::fma(p[k + 1], z, p[k]));
  };
  double sum = four(16);
  for (std::size_t k = 16; k > 0; k -= 4) sum = std::fma(sum, z4, four(k - 4));
  const double r = std::fma(sum, t * z, t);
  const bool is_left = std::signbit(x);
  const double base = is_steep ? quarter_turn : is_left ? half_turn : 0.0;
  const double turned = is_steep != is_left ? -r : r;
  return std::copysign(base + std::fma(base, pi_tail, turned), y);
}

}  // namespace tangible
