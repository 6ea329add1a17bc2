// SPDX-License-Identifier: Apache-2.0
// Simplification for reading.
#include "symbolic/simplify.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "symbolic/equality.h"
#include "symbolic/graph.h"
#include "symbolic/high_precision.h"
#include "symbolic/print.h"
#include "symbolic/printed_length.h"
#include "symbolic/random_expr.h"
#include "symbolic/read.h"

namespace tangible {
namespace {

struct Simplify : testing::Test {
  Graph graph;
  GraphScope scope{graph};
};

std::string simplified(std::string_view text) { return to_text(simplify(read_expression(text))); }

TEST_F(Simplify, squares_of_sine_and_cosine_join) {
  EXPECT_EQ(simplified("cos(q3)*cos(q3)*u1 + sin(q3)*sin(q3)*u1"), "u1");
  EXPECT_EQ(simplified("m*(L*cos(q))^2 + m*(L*sin(q))^2"), "m*L^2");
  EXPECT_EQ(simplified("1 - cos(q)^2"), "sin(q)^2");
  EXPECT_EQ(simplified("1 - sin(q)^2"), "cos(q)^2");
  EXPECT_EQ(simplified("I1*sin(q)^2 + I2*cos(q)^2 + m*sin(q)^2 + m*cos(q)^2"), "m - (I1 - I2)*cos(q)^2 + I1");
}

TEST_F(Simplify, angles_combine) {
  EXPECT_EQ(simplified("L1*L2*cos(q1)*cos(q1+q2) + L1*L2*sin(q1)*sin(q1+q2)"), "L1*L2*cos(q2)");
  EXPECT_EQ(simplified("sin(q1)*cos(q2) + cos(q1)*sin(q2)"), "sin(q1 + q2)");
  EXPECT_EQ(simplified("2*sin(q)*cos(q)"), "sin(2*q)");
  EXPECT_EQ(simplified("cos(q)^2 - sin(q)^2"), "cos(2*q)");
}

TEST_F(Simplify, fractions_cancel) {
  EXPECT_EQ(simplified("(a*b + a*c)/a"), "b + c");
  EXPECT_EQ(simplified("(x^2 - y^2)/(x + y)"), "x - y");
  EXPECT_EQ(simplified("(x^2 - y^2)/(x^2 + 2*x*y + y^2)"), "(x - y)/(x + y)");
  EXPECT_EQ(simplified("sin(q)^2/(1 + cos(q))"), "1 - cos(q)");
  EXPECT_EQ(simplified("(1 - cos(q)^2)/sin(q)"), "sin(q)");
  EXPECT_EQ(simplified("sin(q)/cos(q)"), "tan(q)");
  EXPECT_EQ(simplified("cos(q)*tan(q)"), "sin(q)");
}

TEST_F(Simplify, mass_matrix_of_the_elbow_arm_reads_as_in_textbooks) {
  EXPECT_EQ(simplified("I1 + I2 + m2*((L1*cos(q1) + l2*cos(q1+q2))^2 + (L1*sin(q1) + l2*sin(q1+q2))^2)"),
            "m2*(2*L1*l2*cos(q2) + l2^2 + L1^2) + I1 + I2");
}

TEST_F(Simplify, expand_gives_a_flat_sum) {
  EXPECT_EQ(to_text(expand(read_expression("(a + b)*(a - b)"))), "a^2 - b^2");
  EXPECT_EQ(to_text(expand(read_expression("(a + b)^2/c"))), "b^2/c + 2*a*b/c + a^2/c");
  EXPECT_EQ(expand(read_expression("(a*sin(q) + b*cos(q))^2 + (a*cos(q) - b*sin(q))^2")), read_expression("a^2 + b^2"));
  EXPECT_EQ(expand(read_expression("sin(x*(y + z))")), read_expression("sin(x*y + x*z)"));
}

TEST_F(Simplify, common_factors_go_outside) {
  EXPECT_EQ(factor_common(read_expression("a*b + a*c + d*b + d*c")), read_expression("(a + d)*(b + c)"));
  EXPECT_EQ(factor_common(read_expression("m*L^2 + 2*m*L*l*cos(q) + m*l^2 + I")),
            read_expression("m*(L^2 + 2*L*l*cos(q) + l^2) + I"));
}

TEST_F(Simplify, combined_angles_are_a_fourier_sum) {
  EXPECT_EQ(combine_angles(read_expression("cos(a)*cos(b)")), read_expression("(cos(a + b) + cos(a - b))/2"));
  EXPECT_EQ(combine_angles(read_expression("sin(a)^3")), read_expression("3/4*sin(a) - sin(3*a)/4"));
}

TEST_F(Simplify, equations_are_collected_by_accelerations) {
  const Expr u1 = symbol("u1'");
  const Expr u2 = symbol("u2'");
  const Expr e = read_expression(
      "m1*l1^2*u1' + m2*(L1*cos(q1)*(L1*cos(q1)*u1' + l2*cos(q2)*u2') + L1*sin(q1)*(L1*sin(q1)*u1' + l2*sin(q2)*u2'))"
      " + g*m1*l1*sin(q1)");
  const Expr symbols[] = {u1, u2};
  const Expr collected = collect(e, symbols);
  EXPECT_TRUE(are_equal(collected, e));
  EXPECT_EQ(collected, read_expression("(m1*l1^2 + m2*L1^2)*u1' + L1*l2*m2*cos(q1 - q2)*u2' + g*m1*l1*sin(q1)"));
}

TEST_F(Simplify, collecting_leaves_functions_and_denominators_alone) {
  const Expr symbols[] = {symbol("x")};
  const Expr e = read_expression("(x + 1)*(x + y) + sin(x) + 1/x");
  EXPECT_EQ(collect(e, symbols), read_expression("x^2 + (y + 1)*x + (y + sin(x) + 1/x)"));
}

RC_GTEST_PROP(SimplifyProperty, printed_length_is_the_length_of_the_text, ()) {
  Graph graph;
  GraphScope scope(graph);
  const Expr e = cook(*recipes(40), {.safe = false});
  RC_ASSERT(printed_length(e) == to_text(e).size());
}

RC_GTEST_PROP(SimplifyProperty, never_longer_and_of_the_same_value, ()) {
  Graph graph;
  GraphScope scope(graph);
  const Expr e = cook(*recipes(40));
  const Expr s = simplify(e);
  RC_LOG() << to_text(e) << "\n" << to_text(s) << "\n";
  RC_ASSERT(to_text(s).size() <= to_text(e).size());
  RC_ASSERT(are_equal(s, e));
}

// A second method, by numbers: fifty digits with a bound on the rounding error, which multiplying out can make large.
RC_GTEST_PROP(SimplifyProperty, all_forms_have_the_same_value_in_numbers, ()) {
  Graph graph;
  GraphScope scope(graph);
  const Expr e = cook(*recipes(30));
  const Expr symbols[] = {symbol("x1"), symbol("x2")};
  for (const Expr form : {simplify(e), expand(e), factor_common(e), combine_angles(e), collect(e, symbols)}) {
    RC_LOG() << to_text(e) << "\n" << to_text(form) << "\n";
    RC_ASSERT(!probe_zero(form - e, 3).differs);
  }
}

TEST_F(Simplify, a_search_that_runs_out_of_budget_leaves_no_zero_behind) {
  const Expr e = pi() * (pow(cos(acos(symbol("y")) / 2), 4) - Rational(1, 2));
  EXPECT_TRUE(are_equal(simplify(e), e)) << to_text(simplify(e));
}

// Anything goes here, divisions by hidden zeros and roots of negative numbers too.
RC_GTEST_PROP(SimplifyProperty, wild_expressions_do_no_harm, ()) {
  Graph graph;
  GraphScope scope(graph);
  const Expr e = cook(*recipes(60), {.safe = false});
  RC_ASSERT(to_text(simplify(e)).size() <= to_text(e).size());
}

TEST_F(Simplify, graphs_of_any_size_come_back_in_time) {
  Expr chain = symbol("x");
  for (int i = 0; i < 200'000; ++i) chain = sin(chain) * symbol("y") + symbol("z");
  EXPECT_EQ(simplify(chain), chain);
  Expr doubling = symbol("x") + symbol("y");  // 2^100 letters if written out
  for (int i = 0; i < 100; ++i) doubling = doubling * (doubling + 1);
  EXPECT_TRUE(are_equal(simplify(doubling), doubling));
}

}  // namespace
}  // namespace tangible
