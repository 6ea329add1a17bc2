// SPDX-License-Identifier: Apache-2.0
// Arithmetic modulo one fixed prime, and points of the unit circle over it.
//
// The prime is 2^61 - 11913. It is 23 modulo 24, so that -1 is no square: 1 + t^2 is never zero and every t gives a
// point of the circle. The primes 2 to 19 are squares, so that their roots exist. (p-1)/2 is odd and has no factor
// below 13: the squares form a group in which every root of a small order exists once.
#pragma once

#include <cstdint>

namespace tangible {

using Residue = std::uint64_t;  // always below field_prime

constexpr std::uint64_t field_excess = 11913;
constexpr std::uint64_t field_prime = (std::uint64_t{1} << 61) - field_excess;

constexpr Residue add(Residue a, Residue b) {
  const Residue sum = a + b;
  return sum >= field_prime ? sum - field_prime : sum;
}
constexpr Residue negate(Residue a) { return a == 0 ? 0 : field_prime - a; }
constexpr Residue subtract(Residue a, Residue b) { return add(a, negate(b)); }

constexpr Residue multiply(Residue a, Residue b) {
  __extension__ using Wide = unsigned __int128;
  constexpr std::uint64_t low_bits = (std::uint64_t{1} << 61) - 1;
  Wide wide = Wide{a} * b;
  wide = (wide >> 61) * field_excess + static_cast<std::uint64_t>(wide & low_bits);  // below 2^76
  const auto folded =
      static_cast<std::uint64_t>(wide >> 61) * field_excess + static_cast<std::uint64_t>(wide & low_bits);
  return folded >= field_prime ? folded - field_prime : folded;
}

constexpr Residue power(Residue base, std::uint64_t exponent) {
  Residue result = 1;
  for (; exponent != 0; exponent >>= 1) {
    if (exponent & 1) result = multiply(result, base);
    base = multiply(base, base);
  }
  return result;
}

constexpr Residue inverse(Residue a) { return power(a, field_prime - 2); }  // of a non-zero residue, by Fermat
constexpr bool is_square(Residue a) { return power(a, (field_prime - 1) / 2) <= 1; }
constexpr Residue square_root(Residue square) { return power(square, (field_prime + 1) / 4); }

// A well-mixed residue from two words.
constexpr Residue scatter(std::uint64_t a, std::uint64_t b) {
  std::uint64_t x = a * 0x9E3779B97F4A7C15u ^ (b + 0x7F4A7C159E3779B9u);
  for (int round = 0; round < 2; ++round) {
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9u;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EBu;
    x ^= x >> 31;
  }
  return x % field_prime;
}

// cosine and sine of an angle; multiplying points adds angles.
struct CirclePoint {
  Residue cosine = 1;
  Residue sine = 0;
};

constexpr CirclePoint operator*(CirclePoint a, CirclePoint b) {
  return {subtract(multiply(a.cosine, b.cosine), multiply(a.sine, b.sine)),
          add(multiply(a.cosine, b.sine), multiply(a.sine, b.cosine))};
}

// The rational parametrization: cos = (1 - t^2) / (1 + t^2), sin = 2 t / (1 + t^2).
constexpr CirclePoint point_on_circle(Residue t) {
  const Residue square = multiply(t, t);
  const Residue scale = inverse(add(1, square));
  return {multiply(subtract(1, square), scale), multiply(add(t, t), scale)};
}

constexpr CirclePoint turn(CirclePoint point, std::int64_t times) {
  if (times < 0) {
    point.sine = negate(point.sine);
    times = -times;
  }
  CirclePoint result;
  for (; times != 0; times >>= 1) {
    if (times & 1) result = result * point;
    point = point * point;
  }
  return result;
}

}  // namespace tangible
