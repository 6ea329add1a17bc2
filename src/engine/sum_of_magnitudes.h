// SPDX-License-Identifier: Apache-2.0
// How large the terms of an expression are, also where they cancel: its rounding is a share of that.
#pragma once

#include "symbolic/evaluate.h"

namespace tangible {

// The value that the expression would have if all terms of its sums, and of sums below them, were positive. Not finite
// where the expression is not, or where `values` lacks one of its symbols.
double sum_of_magnitudes(Expr e, const Values& values);

}  // namespace tangible
