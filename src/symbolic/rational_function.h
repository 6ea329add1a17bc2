// SPDX-License-Identifier: Apache-2.0
// Rational functions: a polynomial over a product of known denominators.
//
// Denominators stay products of the factors they were made of, so that fractions such as 1/(L2 cos(q4) - L3) add
// without growing and can be read afterwards. A rational function is zero exactly when its numerator is.
#pragma once

#include <cstdint>
#include <vector>

#include "symbolic/polynomial.h"

namespace tangible {

struct RationalFunction {
  // Powers of the factors that Fractions keeps, by ascending number; exponents positive.
  struct Divisor {
    std::uint32_t factor = 0;
    std::int64_t exponent = 0;
    friend bool operator==(const Divisor&, const Divisor&) = default;
  };
  Polynomial numerator;
  std::vector<Divisor> denominator;
};

class Fractions {
 public:
  explicit Fractions(Ring& ring) : ring_(ring) {}

  Ring& ring() const { return ring_; }
  const Polynomial& factor(std::uint32_t number) const { return factors_[number]; }

  RationalFunction constant(const Rational& value) const { return {ring_.constant(value), {}}; }
  // a + factor * b over the least common product of factors.
  RationalFunction add_scaled(const RationalFunction& a, const RationalFunction& b, const Rational& factor);
  RationalFunction multiply(const RationalFunction& a, const RationalFunction& b);
  // Throws ArithmeticError for a negative power of zero.
  RationalFunction power(const RationalFunction& a, std::int64_t exponent);
  // All factors of a denominator multiplied out.
  Polynomial expand(const std::vector<RationalFunction::Divisor>& denominator);

 private:
  RationalFunction invert(const RationalFunction& a);
  std::uint32_t find_or_add(const Polynomial& factor);
  Polynomial missing(const RationalFunction& of, const std::vector<RationalFunction::Divisor>& common);

  Ring& ring_;
  std::vector<Polynomial> factors_;  // the first coefficient is one, no invertible generator is common to all terms
};

}  // namespace tangible
