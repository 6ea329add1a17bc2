// SPDX-License-Identifier: Apache-2.0
// Expressions that are affine in some symbols: coefficients and remainder.
#pragma once

#include <span>
#include <vector>

#include "symbolic/expr.h"

namespace tangible {

// expression = sum_k coefficients[k] symbols[k] + remainder
struct Affine {
  std::vector<Expr> coefficients;
  Expr remainder;
  bool exact = true;  // false: the expression is not affine in the symbols
};
Affine split_affine(Expr e, std::span<const Expr> symbols);

// True when a jump or a kink (sign, abs, the condition of select: friction, a stop) depends on one of the symbols:
// derivatives at zero do not determine it elsewhere.
bool is_nonsmooth_in(Expr e, std::span<const Expr> symbols);

}  // namespace tangible
