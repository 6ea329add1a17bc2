// SPDX-License-Identifier: Apache-2.0
// Are two expressions the same function of their symbols?
//
// Decided by the first of these that can:
//  - structure: hash-consing made them one node, or they are two numbers;
//  - witness: a point where the two differ: modulo a large prime if they are algebraic-trigonometric, else in fifty
//    digits by more than all rounding: a proof;
//  - canonical form: polynomials over the rationals modulo sin^2 + cos^2 = 1, within a budget of terms: a proof;
//  - modular: equal at random points modulo that prime, when the canonical form is too large, with functions such as
//    asin taken as unknown ones: right but for a chance that the verdict states;
//  - numeric: fifty digits at random points, when it depends on what such a function does.
// Two expressions are equal when they agree wherever both are defined: x/x is 1.
#pragma once

#include <cstddef>

#include "symbolic/expr.h"

namespace tangible {

struct Budget {
  std::size_t terms = 20'000;  // products of terms that the canonical form may form
  int seeds = 3;               // further random points when it is too large
  int points = 8;              // numeric points
};

struct Verdict {
  enum class How { structural, witness, canonical_form, modular, numeric };

  bool equal = false;
  How how = How::structural;
  // Bound on the chance that the verdict is wrong: zero for a proof. Of `numeric` an estimate only: functions that
  // differ in a small region may agree at all points tried. Where no point of the domain was found it is 1, and `equal`
  // is false.
  double error_probability = 0;
};

// Throws ArithmeticError when an expression divides by another that is identically zero.
Verdict decide_zero(Expr e, Budget budget = {});
Verdict decide_equal(Expr a, Expr b, Budget budget = {});

// The same with a small budget: the question of every step of formulation. Microseconds when the answer is no.
bool is_zero(Expr e);
bool are_equal(Expr a, Expr b);

}  // namespace tangible
