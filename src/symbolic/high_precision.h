// SPDX-License-Identifier: Apache-2.0
// Zero test of an expression by its values with fifty digits at random points.
#pragma once

#include "symbolic/expr.h"

namespace tangible {

struct NumericAnswer {
  bool differs = false;  // a point where the value is larger than its rounding error: not zero
  int zeros = 0;         // points where the value is zero to within an error below 1e-30 of what was added up
};

// Tries random values of the symbols, of both signs and several sizes, until the expression differs from zero or was
// zero at so many points; points outside the domain of a function, or too close to its edge, do not count. Every value
// carries a bound on its rounding error.
NumericAnswer probe_zero(Expr e, int points);

}  // namespace tangible
