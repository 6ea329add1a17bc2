// SPDX-License-Identifier: Apache-2.0
// Polynomials written with common factors outside: m L^2 + 2 m L l c + m l^2 -> m (L^2 + 2 L l c + l^2).
#pragma once

#include "symbolic/normal_form.h"

namespace tangible {

// The factor that saves most letters goes out first, then the next within and beside it; sums that have become alike
// share their factors: a b + a c + d b + d c -> (a + d) (b + c).
// A factor whose removal saves nothing goes out only when eager: it may bring such sums about, or just parentheses.
enum class Eagerness { saving, eager };
Expr factored(const NormalForms& forms, const Polynomial& p, Eagerness eagerness);

}  // namespace tangible
