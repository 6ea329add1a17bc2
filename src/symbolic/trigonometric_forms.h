// SPDX-License-Identifier: Apache-2.0
// Ways to write a polynomial in sines and cosines. All keep its value, none is in the normal form of the ring.
#pragma once

#include "symbolic/normal_form.h"

namespace tangible {

// cos^2 -> 1 - sin^2 for one angle, given by the generator of its sine.
Polynomial in_sines(NormalForms& forms, const Polynomial& p, Generator sine);

// k m - k m cos^2 -> k m sin^2, and k m - k m sin^2 -> k m cos^2, for every such pair of terms.
Polynomial with_squares_joined(NormalForms& forms, const Polynomial& p);

// Products of sines and cosines -> sines and cosines of sums of angles:
//   cos a cos b = (cos(a - b) + cos(a + b))/2 and so on. Throws WorkLimit where that would be too long.
Polynomial in_angle_sums(NormalForms& forms, const Polynomial& p);

// cos^2 a = (1 + cos 2a)/2, sin a cos a = sin(2a)/2, for every angle of which all terms have an even degree.
Polynomial in_double_angles(NormalForms& forms, const Polynomial& p);

// sin(a)/cos(a) -> tan(a) among the factors of a product, and cos(a)/sin(a) -> 1/tan(a).
Expr with_tangents(Expr e);

// The generators of sines that occur, themselves or by their cosines.
std::vector<Generator> circles_in(const NormalForms& forms, const Polynomial& p);

}  // namespace tangible
