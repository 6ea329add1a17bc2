// SPDX-License-Identifier: Apache-2.0
// Expressions that are affine in some symbols, and expressions that only seem so.
#include "equations/affine.h"

#include <gtest/gtest.h>

#include "symbolic/equality.h"
#include "symbolic/evaluate.h"
#include "symbolic/graph.h"

namespace tangible {
namespace {

struct AffineForms : testing::Test {
  Graph graph;
  GraphScope scope{graph};
  Expr x = symbol("x"), u = symbol("u"), w = symbol("w");
  const Expr speeds[2] = {u, w};
};

TEST_F(AffineForms, coefficients_and_remainder_give_the_expression_back) {
  const Expr e = sin(x) * u + x * (w - 2 * u) + cos(x);
  const Affine split = split_affine(e, speeds);
  ASSERT_TRUE(split.exact);
  EXPECT_TRUE(are_equal(split.coefficients[0] * u + split.coefficients[1] * w + split.remainder, e));
}

TEST_F(AffineForms, squares_products_and_functions_of_the_symbols_are_not_affine) {
  for (const Expr e : {u * u, u * w, sin(u), 1 / u, sqrt(1 + u)}) EXPECT_FALSE(split_affine(e, speeds).exact);
}

TEST_F(AffineForms, what_is_affine_in_value_is_so_in_any_form) {
  EXPECT_TRUE(split_affine((u * u * x + u * x * x) / (u + x), speeds).exact);
}

TEST_F(AffineForms, jumps_and_kinks_are_not_affine_though_their_derivatives_vanish) {
  for (const Expr e : {u + sign(u), abs(w), select(less(u, 0), u, 2 * u)}) EXPECT_FALSE(split_affine(e, speeds).exact);
  EXPECT_TRUE(split_affine(sign(x) * u, speeds).exact);
}

TEST_F(AffineForms, branches_may_be_affine_where_other_symbols_choose_between_them) {
  const Expr e = x * select(less(x, 0), 2 * u + w, select(less(1, x), u * x, 3)) - w;
  const Affine split = split_affine(e, speeds);
  ASSERT_TRUE(split.exact);
  for (const double at : {-0.5, 0.5, 2.0}) {
    const Values values{{x, at}, {u, 3}, {w, 7}};
    const double sum = evaluate(split.coefficients[0] * u + split.coefficients[1] * w + split.remainder, values);
    EXPECT_NEAR(sum, evaluate(e, values), 1e-14) << at;
  }
  EXPECT_FALSE(split_affine(select(less(x, 0), u * u, w), speeds).exact);
}

}  // namespace
}  // namespace tangible
