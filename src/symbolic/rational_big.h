// SPDX-License-Identifier: Apache-2.0
// The heap form of a rational number; only the rational*.cpp files see it.
#pragma once

#include <boost/multiprecision/cpp_int.hpp>

#include "symbolic/rational.h"

namespace tangible {

using BigInteger = boost::multiprecision::cpp_int;
using BigRational = boost::multiprecision::cpp_rational;
__extension__ typedef __int128 Int128;
__extension__ typedef unsigned __int128 Uint128;

struct Rational::Big {
  BigRational value;

  BigInteger numerator() const { return boost::multiprecision::numerator(value); }
  BigInteger denominator() const { return boost::multiprecision::denominator(value); }
};

inline std::size_t bit_length(const BigInteger& value) {
  return value == 0 ? 0 : boost::multiprecision::msb(BigInteger(abs(value))) + 1;
}

// |value|, also of the smallest integer, whose negative does not fit.
inline std::uint64_t magnitude(std::int64_t value) {
  return value < 0 ? -static_cast<std::uint64_t>(value) : static_cast<std::uint64_t>(value);
}

}  // namespace tangible
