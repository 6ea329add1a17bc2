// SPDX-License-Identifier: Apache-2.0
// Equality: verdicts, and the rungs that reach them.
#include "symbolic/equality.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <string>

#include "symbolic/graph.h"
#include "symbolic/random_expr.h"
#include "symbolic/simplify.h"

namespace tangible {
namespace {

using How = Verdict::How;

struct Equality : testing::Test {
  Graph graph;
  GraphScope scope{graph};
  Expr x = symbol("x"), y = symbol("y"), z = symbol("z");
  Expr q1 = symbol("q1"), q2 = symbol("q2"), q3 = symbol("q3");
};

TEST_F(Equality, equal_nodes_need_no_work) {
  EXPECT_EQ(decide_equal(x + y, y + x).how, How::structural);
  EXPECT_TRUE(decide_equal(x + y, y + x).equal);
  EXPECT_FALSE(decide_equal(Expr(1), Expr(2)).equal);
}

TEST_F(Equality, sine_and_cosine_lie_on_the_circle) {
  EXPECT_TRUE(is_zero(pow(sin(q1), 2) + pow(cos(q1), 2) - 1));
  EXPECT_FALSE(is_zero(pow(sin(q1), 2) - pow(cos(q1), 2) - 1));
  EXPECT_FALSE(is_zero(pow(sin(q1), 2) + pow(cos(q2), 2) - 1));
}

TEST_F(Equality, angles_add) {
  EXPECT_TRUE(are_equal(sin(q1 + q2), sin(q1) * cos(q2) + cos(q1) * sin(q2)));
  EXPECT_TRUE(are_equal(cos(q1 - q2), cos(q1) * cos(q2) + sin(q1) * sin(q2)));
  EXPECT_FALSE(are_equal(cos(q1 + q2), cos(q1) * cos(q2) + sin(q1) * sin(q2)));
  EXPECT_TRUE(are_equal(tan(q1 + q2), (tan(q1) + tan(q2)) / (1 - tan(q1) * tan(q2))));
}

TEST_F(Equality, fractions_of_angles_are_angles) {
  EXPECT_TRUE(are_equal(sin(q1), 2 * sin(q1 / 2) * cos(q1 / 2)));
  EXPECT_TRUE(are_equal(cos(q1), 4 * pow(cos(q1 / 3), 3) - 3 * cos(q1 / 3)));
  EXPECT_TRUE(are_equal(tan(q1 / 2), sin(q1) / (1 + cos(q1))));
  EXPECT_FALSE(are_equal(tan(q1 / 2), sin(q1) / (1 - cos(q1))));
}

TEST_F(Equality, known_angles_have_known_sines) {
  EXPECT_TRUE(are_equal(cos(pi() / 3), Rational(1, 2)));
  EXPECT_TRUE(are_equal(sin(pi() / 4), 1 / sqrt(Expr(2))));
  EXPECT_TRUE(are_equal(4 * cos(pi() / 12), sqrt(Expr(6)) + sqrt(Expr(2))));
  EXPECT_TRUE(are_equal(cos(q1 + pi() / 3), cos(q1) / 2 - sqrt(Expr(3)) / 2 * sin(q1)));
}

TEST_F(Equality, a_difference_of_trigonometric_expressions_is_proved_by_a_point) {
  const Verdict verdict = decide_equal(sin(q1) * sin(q2), cos(q1) * cos(q2));
  EXPECT_FALSE(verdict.equal);
  EXPECT_EQ(verdict.how, How::witness);
  EXPECT_EQ(verdict.error_probability, 0);
}

TEST_F(Equality, functions_beyond_algebra_are_decided_by_digits) {
  EXPECT_TRUE(are_equal(log(x * x * y * y), 2 * log(abs(x)) + 2 * log(abs(y))));
  EXPECT_FALSE(are_equal(log(x * y), log(x) - log(y)));
  EXPECT_TRUE(are_equal(min(x, y) + max(x, y), x + y));
  EXPECT_FALSE(are_equal(abs(x), x));
  EXPECT_TRUE(are_equal(x * sign(x), abs(x)));
  EXPECT_TRUE(are_equal(sin(acos(x)), sqrt(1 - x * x)));
  EXPECT_TRUE(are_equal(cos(atan2(y, x)), x / sqrt(x * x + y * y)));
  EXPECT_TRUE(are_equal(select(less(0, x), x, -x), abs(x)));
  EXPECT_FALSE(are_equal(asin(sin(2 * x)), 2 * x));
  EXPECT_EQ(decide_equal(min(x, y) + max(x, y), x + y).how, How::numeric);
}

TEST_F(Equality, identities_are_proved_by_the_canonical_form) {
  const auto proved = [](Expr a, Expr b) {
    const Verdict verdict = decide_equal(a, b);
    return verdict.equal && verdict.how == How::canonical_form && verdict.error_probability == 0;
  };
  EXPECT_TRUE(proved(pow(sin(q1), 2) + pow(cos(q1), 2), 1));
  EXPECT_TRUE(proved(cos(q1) * cos(q1 + q2) + sin(q1) * sin(q1 + q2), cos(q2)));
  EXPECT_TRUE(proved(tan(q1 / 2), (1 - cos(q1)) / sin(q1)));
  EXPECT_TRUE(proved(sin(x * (y + z)), sin(x * y) * cos(x * z) + cos(x * y) * sin(x * z)));
  EXPECT_TRUE(proved(sin(q1 + pi() / 4), (sin(q1) + cos(q1)) / sqrt(Expr(2))));
  EXPECT_TRUE(proved(1 / (sqrt(x) - 1) - 1 / (sqrt(x) + 1), 2 / (x - 1)));
  EXPECT_TRUE(proved(abs(x * (y + z)), abs(x * y + x * z)));
  EXPECT_TRUE(proved(exp(x + 2 * y) / exp(y), exp(x) * exp(y)));
}

TEST_F(Equality, beyond_the_budget_the_chance_of_error_is_stated) {
  Expr a = 1;
  Expr b = 1;
  for (int i = 0; i < 12; ++i) {
    const Expr q = symbol("a" + std::to_string(i));
    a *= 1 + sin(q);
    b *= 1 + 2 * sin(q / 2) * cos(q / 2);
  }
  const Verdict verdict = decide_equal(a, b, {.terms = 1000});
  EXPECT_TRUE(verdict.equal);
  EXPECT_EQ(verdict.how, How::modular);
  EXPECT_GT(verdict.error_probability, 0);
  EXPECT_LT(verdict.error_probability, 1e-40);
}

TEST_F(Equality, roots_multiply) {
  EXPECT_TRUE(are_equal((sqrt(x) + 1) * (sqrt(x) - 1), x - 1));
  EXPECT_TRUE(are_equal(sqrt(x * x + y * y) * sqrt(x * x + y * y) / (x * x + y * y), 1));
  EXPECT_TRUE(are_equal(sqrt(x * x + 2 * x * y + y * y), abs(x + y)));
  EXPECT_FALSE(are_equal(sqrt(x * x + 2 * x * y + y * y), x + y));
  EXPECT_TRUE(are_equal(1 / (1 + sqrt(Expr(2))), sqrt(Expr(2)) - 1));
}

TEST_F(Equality, exponentials_multiply) {
  EXPECT_TRUE(are_equal(exp(x + y), exp(x) * exp(y)));
  EXPECT_TRUE(are_equal(exp(-x) * exp(x), 1));
  EXPECT_TRUE(are_equal(pow(exp(x / 2), 2), exp(x)));
  EXPECT_FALSE(are_equal(exp(x) + exp(y), exp(x + y)));
}

TEST_F(Equality, division_by_a_hidden_zero_is_reported) {
  EXPECT_THROW(is_zero(1 / (pow(sin(q1), 2) + pow(cos(q1), 2) - 1)), ArithmeticError);
}

TEST_F(Equality, deep_chains_are_decided) {
  Expr a = x;
  Expr b = x;
  for (int i = 0; i < 100'000; ++i) {
    a = sin(a) * y + z;
    b = z + y * sin(b);
  }
  EXPECT_TRUE(are_equal(a, b));
  Expr c = x;
  Expr d = x;
  for (int i = 0; i < 50'000; ++i) {
    c = c * (y + z) + 1;
    d = d * y + d * z + 1;
  }
  const Verdict verdict = decide_equal(c, d);
  EXPECT_TRUE(verdict.equal);
  EXPECT_EQ(verdict.how, How::modular);
  EXPECT_LT(verdict.error_probability, 1e-30);
}

RC_GTEST_PROP(EqualityProperty, sides_multiplied_out_are_equal_and_sides_shifted_are_not, ()) {
  Graph graph;
  GraphScope scope(graph);
  const Expr e = cook(*recipes(25), {.transcendental = false, .roots = false, .kinks = false});
  const Expr same = expand(e);
  const Verdict equal = decide_equal(e, same);
  RC_ASSERT(equal.equal);
  RC_ASSERT(equal.error_probability < 1e-20);
  const Verdict different = decide_equal(e, same + sin(symbol("x1")) / 1000);
  RC_ASSERT(!different.equal);
  RC_ASSERT(different.error_probability == 0);
}

}  // namespace
}  // namespace tangible
