// SPDX-License-Identifier: Apache-2.0
// Division and greatest common divisors of polynomials, all generators taken as independent.
//
// A divisor in that sense also divides modulo sin^2 + cos^2 = 1; the converse is not true.
#pragma once

#include <optional>

#include "symbolic/polynomial.h"

namespace tangible {

// The quotient, if the division leaves no rest. Exponents may be negative, in the dividend and in the quotient.
std::optional<Polynomial> divide_exactly(Ring& ring, const Polynomial& dividend, const Polynomial& divisor);

// By the primitive remainder sequence, one generator after the other. Exponents must not be negative.
Polynomial greatest_common_divisor(Ring& ring, const Polynomial& a, const Polynomial& b);

// The polynomial whose square this is, if there is one. Exponents must not be negative.
std::optional<Polynomial> exact_square_root(Ring& ring, const Polynomial& p);

// The largest monomial, with exponents of either sign, that every term is a multiple of.
MonomialId lowest_exponents(Ring& ring, const Polynomial& p);
Polynomial divide_by_monomial(Ring& ring, const Polynomial& p, MonomialId divisor);

}  // namespace tangible
