// SPDX-License-Identifier: Apache-2.0
// Derivatives against closed forms.
#include "symbolic/differentiate.h"

#include <gtest/gtest.h>

#include "symbolic/count.h"
#include "symbolic/evaluate.h"
#include "symbolic/graph.h"
#include "symbolic/memo.h"
#include "symbolic/substitute.h"

namespace tangible {
namespace {

struct Calculus : testing::Test {
  Graph graph;
  GraphScope scope{graph};
  Expr x = symbol("x"), y = symbol("y"), t = symbol("t");
};

TEST_F(Calculus, table_of_derivatives_holds) {
  EXPECT_EQ(differentiate(pow(x, 3), x), 3 * pow(x, 2));
  EXPECT_EQ(differentiate(x * y, x), y);
  EXPECT_EQ(differentiate(sin(2 * x), x), 2 * cos(2 * x));
  EXPECT_EQ(differentiate(cos(x), x), -sin(x));
  EXPECT_EQ(differentiate(tan(x), x), 1 + pow(tan(x), 2));
  EXPECT_EQ(differentiate(exp(x * y), y), x * exp(x * y));
  EXPECT_EQ(differentiate(log(x), x), 1 / x);
  EXPECT_EQ(differentiate(sqrt(x), x), 1 / (2 * sqrt(x)));
  EXPECT_EQ(differentiate(abs(x), x), sign(x));
  EXPECT_EQ(differentiate(max(x, y), x), select(less_equal(x, y), 0, 1));
  EXPECT_EQ(differentiate(atan2(y, x), y), x / (pow(x, 2) + pow(y, 2)));
  EXPECT_EQ(differentiate(y, x), Expr(0));
  EXPECT_EQ(differentiate(pow(x, y), x), y * pow(x, y - 1));
  EXPECT_EQ(differentiate(pow(x, y), y), log(x) * pow(x, y));
}

TEST_F(Calculus, every_function_agrees_with_a_finite_difference) {
  const Expr a = x * y + 1;
  const Expr functions[] = {sin(a),         cos(a),
                            tan(x / 3),     asin(x / 2),
                            acos(x / 2),    atan(a),
                            atan2(a, y),    exp(x / 2),
                            log(a),         abs(x - 3),
                            sign(a),        min(a, y),
                            max(a, y),      select(less(x, y), a, y),
                            pow(a, y),      sqrt(a),
                            1 / a,          pow(a, Rational(2, 3)),
                            pow(a, 5) * y,  step(x) * x,
                            sign(x - 5) * a};
  const double h = 1e-6;  // error h^2 f'''/6 and rounding 1e-16/h are both near 1e-10
  for (const Expr f : functions) {
    const double slope = evaluate(differentiate(f, x), {{x, 0.7}, {y, 1.3}});
    const double plus = evaluate(f, {{x, 0.7 + h}, {y, 1.3}});
    const double minus = evaluate(f, {{x, 0.7 - h}, {y, 1.3}});
    EXPECT_NEAR(slope, (plus - minus) / (2 * h), 1e-8) << "function number " << &f - functions;
  }
}

TEST_F(Calculus, total_time_derivative_follows_the_given_rates) {
  const Expr u = symbol("u"), u_rate = symbol("u'");
  const Rates rates{{x, u * cos(y)}, {u, u_rate}, {t, 1}};
  EXPECT_EQ(total_time_derivative(pow(x, 2), rates), 2 * x * u * cos(y));
  EXPECT_EQ(total_time_derivative(u * t, rates), u + t * u_rate);
  EXPECT_EQ(total_time_derivative(y, rates), Expr(0));
}

TEST_F(Calculus, a_derivative_shares_what_its_expression_shares) {
  // x_(k+1) = x_k^2 + x_k as a graph has 2 nodes a step, as a tree 2^k.
  Expr e = x;
  for (int i = 0; i < 200; ++i) e = e * e + e;
  const std::size_t before = graph.size();
  const Expr slope = differentiate(e, x);
  EXPECT_LT(graph.size() - before, 200u * 8u);
  EXPECT_TRUE(depends_on(slope, x));
}

TEST_F(Calculus, substitution_is_simultaneous) {
  EXPECT_EQ(substitute(x + 2 * y, {{x, y}, {y, x}}), y + 2 * x);
  EXPECT_EQ(substitute(sin(x) / x, {{x, y + t}}), sin(y + t) / (y + t));
  EXPECT_EQ(substitute(x * y + sin(x * y), {{x * y, t}}), t + sin(t));
  const Expr untouched = sin(y) + 3;
  EXPECT_EQ(substitute(untouched, {{x, t}}), untouched);
  EXPECT_THROW(substitute(1 / x, {{x, 0}}), ArithmeticError);
}

TEST_F(Calculus, symbols_are_listed_once_in_order) {
  const Expr list[] = {sin(y) * x, y + t};
  const auto found = symbols_in(list);
  EXPECT_EQ(found, (std::vector<Expr>{x, y, t}));
}

TEST_F(Calculus, operations_are_counted_as_they_would_run) {
  OperationCount expected;
  expected.multiplications = 2;
  expected.additions = 1;
  expected.trigonometric = 1;
  const Expr s = sin(x);
  EXPECT_EQ(count_operations(2 * s + s * y), expected);  // s once
  EXPECT_EQ(count_operations(x - y).additions, 1u);
  EXPECT_EQ(count_operations(-x).total(), 0u);
  EXPECT_EQ(count_operations(1 / (x * y)).divisions, 1u);
  EXPECT_EQ(count_operations(1 / (x * y)).multiplications, 1u);
  EXPECT_EQ(count_operations(pow(x, 8)).multiplications, 3u);
  EXPECT_EQ(count_operations(sqrt(x)).roots, 1u);
  EXPECT_EQ(to_text(count_operations(2 * s + s * y)), "2 mul, 1 add, 1 trig");
}

TEST_F(Calculus, a_symbol_without_a_value_is_named) {
  try {
    evaluate(x + y, {{x, 1.0}});
    FAIL();
  } catch (const std::out_of_range& error) {
    EXPECT_STREQ(error.what(), "no value for the symbol y");
  }
}

}  // namespace
}  // namespace tangible
