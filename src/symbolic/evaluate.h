// SPDX-License-Identifier: Apache-2.0
// Numbers out of expressions, for formulation time and tests. Programs (program/) do this at machine speed.
#pragma once

#include <span>
#include <unordered_map>
#include <vector>

#include "symbolic/expr.h"

namespace tangible {

using Values = std::unordered_map<Expr, double>;  // of symbols

// IEEE double arithmetic: division by zero gives infinity, undefined results NaN. A symbol without a value is an error
// (std::out_of_range that names it).
double evaluate(Expr e, const Values& values);
std::vector<double> evaluate(std::span<const Expr> list, const Values& values);
// The same in extended precision: an independent method for tests.
std::vector<long double> evaluate_long(std::span<const Expr> list, const std::unordered_map<Expr, long double>& values);

}  // namespace tangible
