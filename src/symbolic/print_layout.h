// SPDX-License-Identifier: Apache-2.0
// The order in which people read the terms of a sum and the factors of a product.
#pragma once

#include "symbolic/expr.h"
#include "symbolic/print_page.h"
#include "symbolic/small_pairs.h"

namespace tangible {

// The pairs of a sum: higher powers first, then as they were made, the constant last; a term with a plus sign in front
// if there is one. With all signs turned when negated.
void sum_in_reading_order(const Graph& graph, Expr sum, bool negated, SmallPairs& terms);

// e is -1 times a sum of several terms that is written out here: y - x rather than -(x - y).
bool is_negated_sum(const Page& page, Expr e);

// A product without divisors whose factors are in reading order already: most are.
bool is_in_reading_order(const Graph& graph, std::span<const Expr> factors);

// coefficient * term as a fraction of numbers and factors.
struct Fraction {
  Fraction(const Page& page, Expr coefficient_number, Expr term);
  // Of any number, product, or sum of a single term.
  Fraction(const Page& page, Expr e);

  bool negative() const { return coefficient.sign() < 0; }
  bool number_above_is_one() const;
  bool number_below_is_one() const { return coefficient.is_integer(); }
  Rational number_above() const { return abs(coefficient.numerator()); }
  Rational number_below() const { return coefficient.denominator(); }

  const Rational& coefficient;
  SmallPairs above;         // base, exponent > 0
  SmallPairs below;         // base, exponent < 0
  bool one_by_one = false;  // a/b/c reads back as the same node, a/(b*c) would not: the product is long or nested

 private:
  void add(const Page& page, Expr term);
};

}  // namespace tangible
