// SPDX-License-Identifier: Apache-2.0
// Angle: the argument of a sine or cosine as a linear combination of atoms with rational coefficients.
#pragma once

#include <vector>

#include "symbolic/expr.h"

namespace tangible {

// sum of coefficient * atom, plus half_turns * pi. The atoms are what no sum can be: symbols, products, the number one.
struct Angle {
  struct Part {
    Expr atom;
    Rational coefficient;
    friend bool operator==(const Part&, const Part&) = default;
  };
  std::vector<Part> parts;  // by descending id, coefficients not zero
  Rational half_turns;

  friend bool operator==(const Angle&, const Angle&) = default;
};

// Opens nested sums; an argument shared by many sums is visited once.
Angle read_angle(Expr argument);
Expr to_expr(const Angle& angle);

}  // namespace tangible
