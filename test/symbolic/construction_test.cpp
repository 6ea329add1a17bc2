// SPDX-License-Identifier: Apache-2.0
// What construction does by itself.
#include <gtest/gtest.h>

#include "symbolic/expr.h"
#include "symbolic/graph.h"

namespace tangible {
namespace {

struct Construction : testing::Test {
  Graph graph;
  GraphScope scope{graph};
  Expr x = symbol("x"), y = symbol("y"), z = symbol("z");
};

TEST_F(Construction, alike_expressions_are_one_node) {
  EXPECT_EQ(x + y, y + x);
  EXPECT_EQ(x * y, y * x);
  EXPECT_EQ(sin(x * y), sin(y * x));
  EXPECT_NE(x + y, x * y);
}

TEST_F(Construction, like_terms_meet_and_cancel) {
  EXPECT_EQ((x + y) - x, y);
  EXPECT_EQ((x + y) + (x - y), 2 * x);
  EXPECT_EQ(x * (y * z) - (x * y) * z, Expr(0));
  EXPECT_EQ(x + x, 2 * x);
  EXPECT_EQ((x + 1) - (x + 1), Expr(0));
  EXPECT_EQ((x + 1) - (x - 1), Expr(2));
}

TEST_F(Construction, sums_keep_what_is_shared) {
  const Expr shared = x + y;
  const Expr nested = shared + z;
  EXPECT_EQ(pairs(nested).size(), 2u);
}

TEST_F(Construction, a_common_coefficient_and_the_sign_stand_outside) {
  EXPECT_EQ(2 * x + 2 * y, 2 * (x + y));
  EXPECT_EQ(y - x, -(x - y));
  EXPECT_EQ(pow(y - x, 2), pow(x - y, 2));
  EXPECT_EQ(sin(y - x), -sin(x - y));
  EXPECT_EQ(cos(y - x), cos(x - y));
}

TEST_F(Construction, powers_join) {
  EXPECT_EQ(x * x, pow(x, 2));
  EXPECT_EQ(x / x, Expr(1));
  EXPECT_EQ(sqrt(x) * sqrt(x), x);
  EXPECT_EQ(pow(pow(x, 2), 3), pow(x, 6));
  EXPECT_EQ(sqrt(pow(x, 2)), abs(x));
  EXPECT_EQ(pow(x * y, -1), 1 / x / y);
  EXPECT_EQ(sqrt(Expr(8)), 2 * sqrt(Expr(2)));
  EXPECT_EQ(sqrt(Expr(2)) * sqrt(Expr(2)), Expr(2));
  EXPECT_EQ(sqrt(Expr(Rational(1, 2))) * 2, sqrt(Expr(2)));
  EXPECT_EQ(sqrt(4 * x), 2 * sqrt(x));
}

TEST_F(Construction, long_products_nest_and_still_cancel) {
  Expr p = 1;
  for (int i = 0; i < 40; ++i) p *= symbol("x" + std::to_string(i));
  const Expr q = p;
  EXPECT_EQ(p / q, Expr(1));
  EXPECT_EQ(p * p, pow(p, 2));
}

TEST_F(Construction, a_long_product_of_powers_is_the_same_however_it_is_made) {
  std::vector<Expr> bases;
  std::vector<Expr> squares;
  for (int i = 0; i < 40; ++i) {
    bases.push_back(symbol("x" + std::to_string(i % 20)));
    if (i < 20) squares.push_back(pow(bases.back(), 2));
  }
  EXPECT_EQ(product(bases), product(squares));
}

TEST_F(Construction, impossible_constants_are_refused) {
  EXPECT_THROW(Expr(1) / Expr(0), ArithmeticError);
  EXPECT_THROW(pow(Expr(0), 0), ArithmeticError);
  EXPECT_THROW(sqrt(Expr(-1)), ArithmeticError);
  EXPECT_THROW(log(Expr(0)), ArithmeticError);
  EXPECT_THROW(tan(pi() / 2), ArithmeticError);
  EXPECT_THROW(pow(Expr(2), 1'000'000), ArithmeticError);
}

TEST_F(Construction, right_angles_are_exact) {
  EXPECT_EQ(sin(pi()), Expr(0));
  EXPECT_EQ(cos(pi() * 7), Expr(-1));
  EXPECT_EQ(sin(x + pi() / 2), cos(x));
  EXPECT_EQ(cos(x + pi() / 2), -sin(x));
  EXPECT_EQ(cos(x - pi()), -cos(x));
}

TEST_F(Construction, a_million_deep_sum_is_linear_in_memory) {
  Expr deep = x;
  for (int i = 0; i < 1'000'000; ++i) deep = sin(deep) + y;
  EXPECT_GT(graph.size(), 2'000'000u);
  EXPECT_LT(graph.bytes() / graph.size(), 64u);
}

}  // namespace
}  // namespace tangible
