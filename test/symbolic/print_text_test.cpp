// SPDX-License-Identifier: Apache-2.0
// Plain text: readable, and read back as the same node.
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "symbolic/graph.h"
#include "symbolic/print.h"
#include "symbolic/random_expr.h"
#include "symbolic/read.h"

namespace tangible {
namespace {

struct PrintText : testing::Test {
  Graph graph;
  GraphScope scope{graph};
  Expr x = symbol("x"), y = symbol("y"), z = symbol("z");
  Expr m = symbol("m"), L = symbol("L"), q1 = symbol("q1");
};

TEST_F(PrintText, sums_carry_their_signs) {
  EXPECT_EQ(to_text(x - y), "x - y");
  EXPECT_EQ(to_text(y - x), "y - x");
  EXPECT_EQ(to_text(-x), "-x");
  EXPECT_EQ(to_text(-(x + y)), "-x - y");
  EXPECT_EQ(to_text(z - (x - y)), "z - (x - y)");
  EXPECT_EQ(to_text(1 - x), "1 - x");
  EXPECT_EQ(to_text(2 * (x - y)), "2*(x - y)");
  EXPECT_EQ(to_text(sin(y - x)), "-sin(x - y)");
}

TEST_F(PrintText, higher_powers_come_first_and_constants_last) {
  EXPECT_EQ(to_text(read_expression("3 + x + 2*x^2 - x^3*y")), "2*x^2 - x^3*y + x + 3");
  EXPECT_EQ(to_text(read_expression("1 + x + x^2")), "x^2 + x + 1");
}

TEST_F(PrintText, products_read_like_physics) {
  EXPECT_EQ(to_text(2 * m * pow(L, 2) * sin(q1)), "2*m*L^2*sin(q1)");
  EXPECT_EQ(to_text(sin(q1) * (x + y) * m), "m*(x + y)*sin(q1)");
  EXPECT_EQ(to_text(x / (y * z)), "x/(y*z)");
  EXPECT_EQ(to_text(1 / x), "1/x");
  EXPECT_EQ(to_text(-x / y), "-x/y");
  EXPECT_EQ(to_text(3 * x / 4), "3*x/4");
  EXPECT_EQ(to_text(3 * x / (4 * y)), "3*x/(4*y)");
  EXPECT_EQ(to_text((x + y) / 2), "(x + y)/2");
  EXPECT_EQ(to_text(pow(x + y, -2)), "1/(x + y)^2");
}

TEST_F(PrintText, powers_and_roots) {
  EXPECT_EQ(to_text(sqrt(x)), "sqrt(x)");
  EXPECT_EQ(to_text(1 / sqrt(x)), "1/sqrt(x)");
  EXPECT_EQ(to_text(pow(x, Rational(2, 3))), "x^(2/3)");
  EXPECT_EQ(to_text(pow(x, y)), "x^y");
  EXPECT_EQ(to_text(pow(pow(x, y), z)), "(x^y)^z");
  EXPECT_EQ(to_text(pow(x, -y)), "x^(-y)");
  EXPECT_EQ(to_text(pow(Expr(Rational(-1, 2)), x)), "(-1/2)^x");
  EXPECT_EQ(to_text(sqrt(Expr(8))), "2*sqrt(2)");
}

TEST_F(PrintText, numbers_and_functions) {
  EXPECT_EQ(to_text(Expr(Rational(-3, 4))), "-3/4");
  EXPECT_EQ(to_text(Expr(0)), "0");
  EXPECT_EQ(to_text(pi() / 2), "pi/2");
  EXPECT_EQ(to_text(select(less(x, y), max(x, 1), -y)), "select(x < y, max(1, x), -y)");
  const Expr ordered = logical_and(less(x, y), less_equal(y, z));
  EXPECT_EQ(to_text(logical_or(ordered, logical_not(less(z, x)))), "(x < y and y <= z) or (not (z < x))");
  EXPECT_EQ(to_text(symbol("two words") * x), "x*`two words`");
}

TEST_F(PrintText, reading_back_gives_the_same_node) {
  const Expr big = pow(Expr(7), 5000) + x;
  std::vector<Expr> wide;
  for (int i = 0; i < 40; ++i) wide.push_back(pow(symbol("w" + std::to_string(i)), i % 5 - 2));
  const Expr many = product(wide);
  std::vector<Expr> twice = wide;
  twice.insert(twice.end(), wide.begin(), wide.end());
  for (const Expr e : {big, 1 / big, many, many * x, many * many, product(twice), x * sqrt(-y) * sqrt(-y) * z,
                       sqrt(x * y) * z, sqrt(y - x), pow(x * y * z, Rational(-3, 2)), 1 / (2 * x), sqrt(-2 * x)})
    EXPECT_EQ(read_expression(to_text(e)), e) << to_text(e).substr(0, 500);
}

TEST(PrintTextProperty, print_then_read_is_identity) {
  EXPECT_TRUE(rc::check("smooth", [] {
    Graph graph;
    GraphScope scope(graph);
    const Expr e = cook(*recipes(60));
    const std::string text = to_text(e);
    RC_LOG(text);
    RC_ASSERT(read_expression(text) == e);
  }));
  EXPECT_TRUE(rc::check("anything", [] {
    Graph graph;
    GraphScope scope(graph);
    const Expr e = cook(*recipes(100), {.safe = false});
    const std::string text = to_text(e);
    RC_LOG(text);
    RC_ASSERT(read_expression(text) == e);
  }));
  EXPECT_TRUE(rc::check("with names for what is shared", [] {
    Graph graph;
    GraphScope scope(graph);
    const Expr e = cook(*recipes(100), {.safe = false});
    const std::string text = to_text(e, 0);
    RC_LOG(text);
    RC_ASSERT(read_expression(text) == e);
  }));
}

TEST_F(PrintText, what_is_shared_a_thousandfold_is_printed_once) {
  Expr e = x;
  for (int i = 0; i < 1000; ++i) e = sin(e) * e + y;
  const std::string text = to_text(e);
  EXPECT_LT(text.size(), 50'000u);
  EXPECT_EQ(read_expression(text), e);
}

TEST_F(PrintText, names_of_shared_parts_keep_clear_of_symbols) {
  const Expr shared = sin(x + symbol("z1"));
  EXPECT_EQ(to_text(shared * (shared + y), 0), "zz1 = sin(x + z1);\n(y + zz1)*zz1");
}

TEST_F(PrintText, a_million_deep_or_wide_prints_and_reads_back) {
  Expr deep = x;
  for (int i = 0; i < 300'000; ++i) deep = sin(deep) + y;
  EXPECT_EQ(read_expression(to_text(deep)), deep);
  std::vector<Expr> terms;
  for (int i = 0; i < 1'000'000; ++i) terms.push_back(symbol("s" + std::to_string(i)));
  const Expr wide = sum(terms);
  EXPECT_EQ(read_expression(to_text(wide)), wide);
}

}  // namespace
}  // namespace tangible
