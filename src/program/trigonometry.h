// SPDX-License-Identifier: Apache-2.0
// Sine and cosine as programs compute them: the same few additions, products and fused multiply-adds on every machine,
// so that all back ends give the same bits.
//
// For |x| <= largest_reduced_angle:
//   n  = x 2/pi rounded to nearest, by adding and subtracting 1.5 2^52;
//   r  = (x - n p1) - n p2, p1 + p2 = pi/2 to 106 bits; the first difference is exact, the second rounded once;
//   s, c = sin r, cos r by the polynomials of Sun's fdlibm (k_sin.c, k_cos.c), evaluated in Estrin's order;
//   n mod 4 selects which of s, c, -s, -c are the results.
// Error: at most 1.6 units in the last place, and 1e-28 near the zeros beyond the first. The sine of -0 is +0.
// Larger angles, infinities and NaN go to the C library.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>

namespace tangible {

struct SineCosine {
  double sine;
  double cosine;
};

namespace trigonometry {

inline constexpr double largest_reduced_angle = 1e5;
inline constexpr double two_over_pi = 0x1.45f306dc9c883p-1;
inline constexpr double rounder = 0x1.8p52;
inline constexpr double p1 = 0x1.921fb54442d18p+0;
inline constexpr double p2 = 0x1.1a62633145c07p-54;
inline constexpr double s1 = -1.66666666666666324348e-01, s2 = 8.33333333332248946124e-03,
                        s3 = -1.98412698298579493134e-04, s4 = 2.75573137070700676789e-06,
                        s5 = -2.50507602534068634195e-08, s6 = 1.58969099521155010221e-10;
inline constexpr double c1 = 4.16666666666666019037e-02, c2 = -1.38888888888741095749e-03,
                        c3 = 2.48015872894767294178e-05, c4 = -2.75573143513906633035e-07,
                        c5 = 2.08757232129817482790e-09, c6 = -1.13596475577881948265e-11;

// The definition; |x| must not exceed largest_reduced_angle.
[[gnu::always_inline]] inline SineCosine reduced(double x) noexcept {
  const double shifted = std::fma(x, two_over_pi, rounder);
  const double n = shifted - rounder;
  const double r = std::fma(-n, p2, std::fma(-n, p1, x));
  const double z = r * r;
  const double z2 = z * z;
  const double ps = std::fma(z2, std::fma(z2, std::fma(s6, z, s5), std::fma(s4, z, s3)), std::fma(s2, z, s1));
  const double pc = std::fma(z2, std::fma(z2, std::fma(c6, z, c5), std::fma(c4, z, c3)), std::fma(c2, z, c1));
  const double s = std::fma(z * r, ps, r);
  const double c = std::fma(z2, pc, std::fma(z, -0.5, 1.0));
  // The lowest bits of the shifted number are those of n.
  const auto quadrant = std::bit_cast<std::uint64_t>(shifted);
  const bool swapped = (quadrant & 1) != 0;
  const std::uint64_t sine_sign = (quadrant >> 1) << 63;
  const std::uint64_t cosine_sign = ((quadrant + 1) >> 1) << 63;
  return {std::bit_cast<double>(std::bit_cast<std::uint64_t>(swapped ? c : s) ^ sine_sign),
          std::bit_cast<double>(std::bit_cast<std::uint64_t>(swapped ? s : c) ^ cosine_sign)};
}

}  // namespace trigonometry

[[gnu::always_inline]] inline SineCosine sine_cosine(double x) noexcept {
  if (std::abs(x) <= trigonometry::largest_reduced_angle) return trigonometry::reduced(x);
  return {std::sin(x), std::cos(x)};
}

}  // namespace tangible
