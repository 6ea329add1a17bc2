// SPDX-License-Identifier: Apache-2.0
// Values modulo a prime.
#include "symbolic/fingerprint.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "symbolic/graph.h"
#include "symbolic/random_expr.h"
#include "symbolic/read.h"
#include "symbolic/simplify.h"

namespace tangible {
namespace {

TEST(Residues, form_a_field) {
  const Residue a = scatter(1, 2);
  const Residue b = scatter(3, 4);
  EXPECT_EQ(multiply(a, inverse(a)), 1u);
  EXPECT_EQ(add(a, negate(a)), 0u);
  EXPECT_EQ(multiply(a, add(b, 1)), add(multiply(a, b), a));
  EXPECT_EQ(multiply(field_prime - 1, field_prime - 1), 1u);
  EXPECT_EQ(power(a, field_prime - 1), 1u);  // Fermat
}

TEST(Residues, small_primes_have_roots_and_minus_one_has_none) {
  for (const Residue p : {2u, 3u, 5u, 7u, 11u, 13u, 17u, 19u}) {
    ASSERT_TRUE(is_square(p)) << p;
    EXPECT_EQ(multiply(square_root(p), square_root(p)), p);
  }
  EXPECT_FALSE(is_square(field_prime - 1));
}

TEST(Residues, points_of_the_circle_add_their_angles) {
  const CirclePoint a = point_on_circle(scatter(5, 6));
  const CirclePoint b = point_on_circle(scatter(7, 8));
  const CirclePoint sum = a * b;
  EXPECT_EQ(add(multiply(sum.cosine, sum.cosine), multiply(sum.sine, sum.sine)), 1u);
  const CirclePoint back = sum * turn(b, -1);
  EXPECT_EQ(back.cosine, a.cosine);
  EXPECT_EQ(back.sine, a.sine);
  const CirclePoint thrice = a * a * a;
  EXPECT_EQ(turn(a, 3).sine, thrice.sine);
}

struct Fingerprints : testing::Test {
  Graph graph;
  GraphScope scope{graph};
  Fingerprint fingerprint{1};

  const Fingerprint::Value& of(std::string_view text) { return fingerprint.of(read_expression(text)); }
};

TEST_F(Fingerprints, identities_have_the_residue_zero) {
  for (const char* text : {"sin(q)^2 + cos(q)^2 - 1", "sin(2*q) - 2*sin(q)*cos(q)", "(x + y)^2 - x^2 - 2*x*y - y^2",
                           "cos(pi/5*0 + q/7) - cos(q/7)", "exp(x)*exp(-x) - 1", "sqrt(x)*sqrt(x) - x",
                           "sqrt(12) - 2*sqrt(3)", "cos(pi/6) - sqrt(3)/2"})
    EXPECT_EQ(of(text).residue, 0u) << text;
}

TEST_F(Fingerprints, functions_of_equal_arguments_are_equal) {
  EXPECT_EQ(of("asin(x*(y + z)) - asin(x*y + x*z)").residue, 0u);
  EXPECT_EQ(of("abs(x*(y - z)) - abs(x*z - x*y)").residue, 0u);
  EXPECT_EQ(of("atan(x*(y - z)) + atan(x*z - x*y)").residue, 0u);
  EXPECT_EQ(of("min(x*(y + z), x) - min(x, x*y + x*z)").residue, 0u);
}

TEST_F(Fingerprints, only_algebra_and_the_circle_are_certain) {
  EXPECT_TRUE(of("(sin(q1 + q2/3) + x)/(y - sqrt(2))").certain);
  EXPECT_TRUE(of("sin(w*t)").certain);
  EXPECT_FALSE(of("asin(x)").certain);
  EXPECT_FALSE(of("sqrt(x^2 + y^2)").certain);
  EXPECT_FALSE(of("sin(t*(w1 + w2))").certain);
}

TEST_F(Fingerprints, division_by_a_hidden_zero_is_not_defined) {
  EXPECT_FALSE(of("1/(sin(q)^2 + cos(q)^2 - 1)").defined);
  EXPECT_FALSE(of("x + 1/((x + 1)*(x - 1) - x^2 + 1)").defined);
  EXPECT_TRUE(of("1/(sin(q)^2 + cos(q)^2)").defined);
}

TEST_F(Fingerprints, degrees_bound_the_chance_of_error) {
  // x and y take two degrees each, since they are squares of what is random.
  EXPECT_EQ(of("x^3*y + x").numerator_degree, 8);
  EXPECT_EQ(of("x/y").denominator_degree, 2);
  EXPECT_GT(of("sin(q)").numerator_degree, 0);
}

TEST_F(Fingerprints, another_graph_starts_afresh) {
  const Residue here = of("x + 2*y").residue;
  Graph other;
  GraphScope inner(other);
  read_expression("a*b*c");  // other ids than before
  EXPECT_EQ(of("x + 2*y").residue, here);
}

RC_GTEST_PROP(FingerprintProperty, expanding_keeps_the_residue, ()) {
  Graph graph;
  GraphScope scope(graph);
  const Expr e = cook(*recipes(30), {.transcendental = false, .roots = false, .kinks = false});
  Fingerprint fingerprint(*rc::gen::arbitrary<std::uint16_t>());
  const Fingerprint::Value before = fingerprint.of(e);
  const Fingerprint::Value after = fingerprint.of(expand(e));
  RC_PRE(before.defined && after.defined && before.certain);
  RC_ASSERT(before.residue == after.residue);
}

}  // namespace
}  // namespace tangible
