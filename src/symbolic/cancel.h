// SPDX-License-Identifier: Apache-2.0
// Rational functions with what numerator and denominator have in common taken out.
#pragma once

#include "symbolic/normal_form.h"

namespace tangible {

// numerator / product of factor^exponent. Divisors of a single term have become negative exponents of the numerator,
// sines and cosines too.
struct Quotient {
  struct Divisor {
    Polynomial factor;
    std::int64_t exponent = 0;
  };
  Polynomial numerator;
  std::vector<Divisor> divisors;
};

// By exact division, also modulo sin^2 + cos^2 = 1 and root^2 = radicand, and by greatest common divisors.
Quotient cancelled(NormalForms& forms, const RationalFunction& function);

}  // namespace tangible
