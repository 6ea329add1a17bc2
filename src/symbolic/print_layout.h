// SPDX-License-Identifier: Apache-2.0
// The order in which people read the terms of a sum and the factors of a product.
#pragma once

#include <vector>

#include "symbolic/expr.h"
#include "symbolic/print_page.h"

namespace tangible {

// The pairs of a sum: higher powers first, then as they were made, the constant last; a term with a plus sign in front
// if there is one. With all signs turned when negated.
std::vector<Pair> sum_in_reading_order(Expr sum, bool negated);

// e is -1 times a sum of several terms that is written out here: y - x rather than -(x - y).
bool is_negated_sum(const Page& page, Expr e);

// coefficient * term as a fraction of numbers and factors, all exponents positive.
struct Factor {
  Expr base;
  Rational exponent;
};
struct Fraction {
  bool negative = false;
  Rational number_above = 1;  // integers
  Rational number_below = 1;
  std::vector<Factor> above;
  std::vector<Factor> below;
  bool one_by_one = false;  // a/b/c reads back as the same node, a/(b*c) would not: the product is long or nested
};
Fraction as_fraction(const Page& page, const Rational& coefficient, Expr term);
// The same of any number, product, or sum of a single term.
Fraction as_fraction(const Page& page, Expr e);

}  // namespace tangible
