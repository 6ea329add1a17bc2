// SPDX-License-Identifier: Apache-2.0
// Simplifications of construction.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>

#include "symbolic/evaluate.h"
#include "symbolic/expr.h"
#include "symbolic/graph.h"
#include "symbolic/random_expr.h"

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

TEST_F(Construction, primes_come_out_of_roots_however_often_they_stand_in_a_number) {
  for (const int n : {1, 2, 3, 7, 8, 100, 4999}) {
    EXPECT_EQ(sqrt(pow(Expr(3), 2 * n) * 5), pow(Expr(3), n) * sqrt(Expr(5))) << n;
    EXPECT_EQ(
        pow(pow(Expr(2), n) * 7, Rational(1, 3)) * pow(Expr(2), Rational(2 * n, 3)) / pow(Expr(7), Rational(1, 3)),
        pow(Expr(2), n))
        << n;
  }
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

TEST_F(Construction, a_root_that_becomes_whole_gives_its_number_to_the_coefficient) {
  EXPECT_EQ(y * sqrt(-x) * sqrt(-x), -(x * y));
  EXPECT_EQ(sqrt(-3 * x) * (y * sqrt(-3 * x)), -3 * (x * y));
  EXPECT_EQ(pow(sqrt(-x), 2) * z, -(x * z));
  EXPECT_EQ(sqrt(Expr(2)) * x * sqrt(Expr(2)), 2 * x);
}

TEST_F(Construction, subtracting_makes_no_node_for_the_negative) {
  const Expr a = sin(x);
  const Expr b = cos(y);
  const std::size_t before = graph.size();
  (void)(a - b);
  EXPECT_EQ(graph.size(), before + 1);
}

TEST_F(Construction, signs_of_sums_stand_outside) {
  EXPECT_EQ(-x - y, -(x + y));
  EXPECT_EQ(1 - x, -(x - 1));
  EXPECT_EQ(-2 * x + 2 * y, 2 * (y - x));
  EXPECT_EQ(pow(1 - x, 2), pow(x - 1, 2));
  EXPECT_EQ(x / 2 - y / 2, (x - y) / 2);
}

TEST_F(Construction, integers_beyond_64_bits_are_exact) {
  EXPECT_EQ(Expr(std::uint64_t{1} << 63), pow(Expr(2), 63));
  EXPECT_EQ(Expr(std::int64_t{1} << 62) * 2 * x, pow(Expr(2), 63) * x);
  EXPECT_EQ(Expr(std::numeric_limits<std::int64_t>::min()) + pow(Expr(2), 63), Expr(0));
}

// Factors of many sorts, in few enough numbers that the product stays flat. Roots of products are not among them: (x
// y)^(3/2) and x y (x y)^(1/2) are two nodes.
std::vector<Expr> random_factors() {
  const Expr a = symbol("a");
  const Expr b = symbol("b");
  const std::vector<Expr> stock = {a,
                                   b,
                                   pow(a, -2),
                                   sqrt(b),
                                   sqrt(Expr(2)),
                                   Expr(-3),
                                   a + b,
                                   sqrt(Expr(6)),
                                   pow(a + b, -1),
                                   a * b,
                                   sin(a) / b,
                                   Rational(5, 4),
                                   -a,
                                   pow(a, b),
                                   pow(Expr(3), Rational(2, 3))};
  std::vector<Expr> factors;
  for (const std::size_t i :
       *rc::gen::container<std::vector<std::size_t>>(6, rc::gen::inRange<std::size_t>(0, stock.size())))
    factors.push_back(stock[i]);
  return factors;
}

RC_GTEST_PROP(ConstructionProperty, a_product_does_not_depend_on_order_or_grouping, ()) {
  Graph graph;
  const GraphScope scope(graph);
  const std::vector<Expr> factors = random_factors();
  Expr forward = 1;
  Expr backward = 1;
  for (std::size_t i = 0; i < factors.size(); ++i) {
    forward = forward * factors[i];
    backward = factors[factors.size() - 1 - i] * backward;
  }
  const Expr middle = (factors[0] * factors[1]) * (factors[2] * factors[3]) * (factors[4] * factors[5]);
  RC_ASSERT(forward == backward);
  RC_ASSERT(forward == middle);
  RC_ASSERT(forward == product(factors));
  RC_ASSERT(forward / forward == Expr(1));
}

RC_GTEST_PROP(ConstructionProperty, sums_commute_and_cancel, ()) {
  Graph graph;
  const GraphScope scope(graph);
  const Expr a = cook(*recipes(30), {});
  const Expr b = cook(*recipes(30), {});
  RC_ASSERT(a + b == b + a);
  RC_ASSERT(a - b == -(b - a));
  RC_ASSERT(a - a == Expr(0));
  RC_ASSERT(a + a == 2 * a);
  RC_ASSERT(a + b - (a + b) == Expr(0));
}

// Folding, flattening and factoring in construction leave the value: two methods, one through the nodes.
RC_GTEST_PROP(ConstructionProperty, operations_have_their_value, ()) {
  Graph graph;
  const GraphScope scope(graph);
  const Expr a = cook(*recipes(30), {});
  const Expr b = cook(*recipes(30), {});
  const Values values = random_values(*rc::gen::arbitrary<std::uint32_t>());
  const double x = evaluate(a, values);
  const double y = evaluate(b, values);
  RC_PRE(std::abs(x) < 1e50 && std::abs(y) < 1e50);
  // Reordering sums and products changes the last digits of what may cancel.
  const auto near = [](double got, double expected, double size) {
    return std::abs(got - expected) <= 1e-9 * std::max(1.0, size);
  };
  RC_ASSERT(near(evaluate(a + b, values), x + y, std::abs(x) + std::abs(y)));
  RC_ASSERT(near(evaluate(a - b, values), x - y, std::abs(x) + std::abs(y)));
  RC_ASSERT(near(evaluate(a * b, values), x * y, std::abs(x * y)));
  RC_ASSERT(near(evaluate(pow(a, 3), values), x * x * x, std::abs(x * x * x)));
  RC_ASSERT(near(evaluate(sqrt(a * a), values), std::abs(x), std::abs(x)));
  RC_ASSERT(near(evaluate(a / (1 + b * b), values), x / (1 + y * y), std::abs(x)));
}

}  // namespace
}  // namespace tangible
