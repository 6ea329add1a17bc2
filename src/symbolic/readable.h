// SPDX-License-Identifier: Apache-2.0
// Short ways to write a rational function.
#pragma once

#include "symbolic/normal_form.h"

namespace tangible {

// Among sines, cosines, squares joined and angles combined, the choice that prints shortest, made for each coefficient
// (the factors that are neither sine nor cosine) apart.
Polynomial shortest_circular_form(NormalForms& forms, const Polynomial& p);

// Cancelled, then written flat and with common factors outside, with the circular forms above: candidates of which the
// caller takes the shortest. Throws WorkLimit.
std::vector<Expr> readable_forms(NormalForms& forms, const RationalFunction& function);

}  // namespace tangible
