// SPDX-License-Identifier: Apache-2.0
// Infix syntax: what binds to what, and where errors are.
#include "symbolic/infix.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace tangible {
namespace {

// The tree with all its parentheses: a + b*c -> (+ a (* b c)).
std::string shape(std::string_view text) {
  const SyntaxTree tree = parse_infix(text);
  std::vector<std::string> values;
  for (const SyntaxNode& node : tree.nodes) {
    std::string out(tree.token(node));
    if (node.kind == SyntaxKind::vector) out = "vector";
    if (node.kind == SyntaxKind::quantity) {
      out += "_" + std::string(tree.unit(node));
      if (node.unit_exponent != 1) out += std::to_string(node.unit_exponent);
    }
    if (node.kind == SyntaxKind::named_argument) out += ":";
    const bool leaf = node.children == 0 && node.kind != SyntaxKind::call && node.kind != SyntaxKind::vector;
    for (std::size_t i = values.size() - node.children; i < values.size(); ++i) out += " " + values[i];
    values.resize(values.size() - node.children);
    values.push_back(leaf ? out : "(" + out + ")");
  }
  EXPECT_EQ(values.size(), 1u);
  return values.back();
}

// "begin-end words" of the error that the text gives.
std::string error_of(std::string_view text) {
  try {
    parse_infix(text);
  } catch (const SyntaxError& e) {
    return std::to_string(e.begin) + "-" + std::to_string(e.end) + " " + e.what();
  }
  return "no error";
}

TEST(Infix, operators_bind_as_in_mathematics) {
  EXPECT_EQ(shape("a + b*c"), "(+ a (* b c))");
  EXPECT_EQ(shape("a - b - c"), "(- (- a b) c)");
  EXPECT_EQ(shape("a - (b - c)"), "(- a (- b c))");
  EXPECT_EQ(shape("a/b*c"), "(* (/ a b) c)");
  EXPECT_EQ(shape("-x^2"), "(- (^ x 2))");
  EXPECT_EQ(shape("a^b^c"), "(^ a (^ b c))");
  EXPECT_EQ(shape("2^-3*x"), "(* (^ 2 (- 3)) x)");
  EXPECT_EQ(shape("2**-x^2"), "(** 2 (- (^ x 2)))");
  EXPECT_EQ(shape("a*-b"), "(* a (- b))");
  EXPECT_EQ(shape("+a + +b"), "(+ a b)");
  EXPECT_EQ(shape("--a"), "(- (- a))");
}

TEST(Infix, comparisons_bind_tighter_than_logic) {
  EXPECT_EQ(shape("a + 1 < b and not c >= d or e"), "(or (and (< (+ a 1) b) (not (>= c d))) e)");
  EXPECT_EQ(shape("a == b && !c || d != e"), "(|| (&& (== a b) (! c)) (!= d e))");
  EXPECT_EQ(shape("(a < b) < c"), "(< (< a b) c)");
  EXPECT_EQ(shape("max(a, b) <= c"), "(<= (max a b) c)");
}

TEST(Infix, names_carry_points_and_primes) {
  EXPECT_EQ(shape("q1'' + B.x*link.tip'"), "(+ q1'' (* B.x link.tip'))");
  EXPECT_EQ(shape("android + nothing"), "(+ android nothing)");
}

TEST(Infix, calls_take_named_arguments) {
  EXPECT_EQ(shape("v(P, in: A)"), "(v P (in: A))");
  EXPECT_EQ(shape("f()"), "(f)");
  EXPECT_EQ(shape("f(g(a, b), -c)*d"), "(* (f (g a b) (- c)) d)");
  EXPECT_EQ(shape("f(in: a < b or c, d)"), "(f (in: (or (< a b) c)) d)");
  EXPECT_EQ(shape("[a, b + 1, 3 m]"), "(vector a (+ b 1) 3_m)");
  EXPECT_EQ(shape("dot([], f(x))"), "(dot (vector) (f x))");
}

TEST(Infix, a_unit_belongs_to_the_number_before_it) {
  EXPECT_EQ(shape("3 m"), "3_m");
  EXPECT_EQ(shape("15deg"), "15_deg");
  EXPECT_EQ(shape("20 kg*m^2"), "(* 20_kg (^ m 2))");
  EXPECT_EQ(shape("9.81 m/s^2"), "(/ 9.81_m (^ s 2))");
  EXPECT_EQ(shape("4 m^2 + 1 s^-1 - 2 m**3"), "(- (+ 4_m2 1_s-1) 2_m3)");
  EXPECT_EQ(shape("1 and x"), "(and 1 x)");
  EXPECT_EQ(shape("-2 m"), "(- 2_m)");
}

TEST(Infix, numbers_are_kept_as_written) {
  EXPECT_EQ(shape(".5 + 1e-3 + 2.E+4 + 007"), "(+ (+ (+ .5 1e-3) 2.E+4) 007)");
}

TEST(Infix, positions_cover_the_subtree) {
  const SyntaxTree tree = parse_infix(" a + (b*c) ");
  EXPECT_EQ(tree.root().where.begin, 1u);
  EXPECT_EQ(tree.root().where.end, 10u);
  EXPECT_EQ(tree.root().token.begin, 3u);
  const auto children = tree.children(tree.root_index());
  ASSERT_EQ(children.size(), 2u);
  EXPECT_EQ(tree.view(tree.nodes[children[0]].where), "a");
  EXPECT_EQ(tree.view(tree.nodes[children[1]].where), "(b*c)");
  EXPECT_TRUE(tree.nodes[children[1]].grouped);
}

TEST(Infix, errors_name_the_place_and_the_cure) {
  EXPECT_EQ(error_of(""), "0-0 the expression is empty");
  EXPECT_EQ(error_of("a + "), "4-4 an operand is missing after '+'");
  EXPECT_EQ(error_of("a + * b"), "4-5 an operand is missing after '+': found '*'");
  EXPECT_EQ(error_of("* b"), "0-1 an operand is missing at the beginning: found '*'");
  EXPECT_EQ(error_of("sin(a + (b*c)"), "3-4 this '(' is never closed");
  EXPECT_EQ(error_of("a + (b*c"), "4-5 this '(' is never closed");
  EXPECT_EQ(error_of("("), "0-1 this '(' is never closed");
  EXPECT_EQ(error_of("a + b)"), "5-6 this ')' closes nothing");
  EXPECT_EQ(error_of("(a]"), "2-3 this ']' cannot close the '(' before it");
  EXPECT_EQ(error_of("()"), "1-2 an operand is missing after the '(': found ')'");
  EXPECT_EQ(error_of("f(a,)"), "4-5 an operand is missing after the ',': found ')'");
  EXPECT_EQ(error_of("x y"), "2-3 an operator is missing before 'y'; did you mean '*'?");
  EXPECT_EQ(error_of("2(x)"), "1-2 an operator is missing before '('; did you mean '*'?");
  EXPECT_EQ(error_of("2 sin(x)"), "2-5 an operator is missing before 'sin'; did you mean '*'?");
  EXPECT_EQ(error_of("a < b < c"), "6-7 comparisons do not chain: write a < b and b < c");
  EXPECT_EQ(error_of("1 + not x"), "4-7 put parentheses around 'not' and its operand after '+'");
  EXPECT_EQ(error_of("(a, b)"),
            "2-3 a ',' is allowed only between the arguments of a call or the components of a vector");
  EXPECT_EQ(error_of("3 m^x"), "3-5 the exponent of the unit 'm' has to be an integer below 100");
  EXPECT_EQ(error_of("in: A"), "2-3 a ':' is allowed only after the name of an argument in a call, as in v(P, in: A)");
}

TEST(Infix, malformed_numbers_are_shown_whole) {
  EXPECT_EQ(error_of("a + 1.2.3*b"),
            "4-9 malformed number '1.2.3': a number has at most one point, and none in its exponent");
  EXPECT_EQ(error_of("1e"), "0-2 malformed number '1e': the exponent has no digits");
  EXPECT_EQ(error_of("1e+x"), "0-4 malformed number '1e+x': the exponent has no digits");
  EXPECT_EQ(error_of("B."), "1-2 a name has to follow the point after 'B'");
  EXPECT_EQ(error_of("B.1a"), "1-2 a name has to follow the point after 'B'");
}

TEST(Infix, unknown_characters_are_named) {
  EXPECT_EQ(error_of("a @ b"), "2-3 unknown character '@'");
  EXPECT_EQ(error_of("a = b"), "2-3 unknown character '='; did you mean '=='?");
  EXPECT_EQ(error_of("a \u2212 b"), "2-5 unknown character '\u2212' (bytes 0xE2 0x88 0x92); did you mean '-'?");
  EXPECT_EQ(error_of("a\xFF"), "1-2 unknown character (byte 0xFF)");
  EXPECT_EQ(error_of("a\xE2\x88"), "1-2 unknown character (byte 0xE2)");
  EXPECT_EQ(error_of(std::string_view("a\0b", 3)), "1-2 unknown character (byte 0x00)");
  EXPECT_EQ(error_of("."), "0-1 unknown character '.'; a point belongs inside a number or between two names");
}

TEST(Infix, errors_are_described_by_line_and_column) {
  const std::string text = "a +\n\tb + * c";
  try {
    parse_infix(text);
    FAIL();
  } catch (const SyntaxError& e) {
    EXPECT_EQ(describe(e, text, "cart.yaml"),
              "cart.yaml:2:6: error: an operand is missing after '+': found '*'\n   b + * c\n       ^");
  }
}

TEST(Infix, a_million_nested_parentheses_parse) {
  constexpr std::size_t depth = 1'000'000;
  const std::string text = std::string(depth, '(') + "x" + std::string(depth, ')');
  EXPECT_EQ(parse_infix(text).nodes.size(), 1u);
  std::string calls;
  for (std::size_t i = 0; i < depth; ++i) calls += "f(-";
  EXPECT_EQ(parse_infix(calls + "x" + std::string(depth, ')')).nodes.size(), 2 * depth + 1);
  EXPECT_EQ(parse_infix(std::string(depth, '-') + "x").nodes.size(), depth + 1);
  EXPECT_EQ(error_of(std::string(depth, '(')), "999999-1000000 this '(' is never closed");
}

TEST(Infix, a_long_line_parses_and_its_errors_are_shown_short) {
  std::string text = "x";
  while (text.size() < 1'000'000) text += " + x*y^2";
  EXPECT_GT(parse_infix(text).nodes.size(), 600'000u);
  text += " + ?";
  try {
    parse_infix(text);
    FAIL();
  } catch (const SyntaxError& e) {
    EXPECT_EQ(e.begin, text.size() - 1);
    EXPECT_LT(describe(e, text, "file").size(), 400u);
  }
}

}  // namespace
}  // namespace tangible
