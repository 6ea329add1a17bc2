// SPDX-License-Identifier: Apache-2.0
// Reading expressions: what text means, and where it is wrong.
#include "symbolic/read.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "symbolic/graph.h"
#include "symbolic/memo.h"
#include "symbolic/spelling.h"

namespace tangible {
namespace {

struct Read : testing::Test {
  Graph graph;
  GraphScope scope{graph};
  Expr x = symbol("x"), y = symbol("y"), z = symbol("z");

  // "begin-end words" of the error that the text gives.
  static std::string error_of(std::string_view text) {
    try {
      read_expression(text);
    } catch (const SyntaxError& e) {
      return std::to_string(e.begin) + "-" + std::to_string(e.end) + " " + e.what();
    }
    return "no error";
  }
};

TEST_F(Read, arithmetic_is_that_of_the_kernel) {
  EXPECT_EQ(read_expression("x + 2*y^3 - z/4"), sum(std::vector<Expr>{x, 2 * pow(y, 3), -z / 4}));
  EXPECT_EQ(read_expression("-x^2"), -pow(x, 2));
  EXPECT_EQ(read_expression("2^-3"), Expr(Rational(1, 8)));
  EXPECT_EQ(read_expression("x^y^2"), pow(x, pow(y, 2)));
  EXPECT_EQ(read_expression("0.1 + 1e-1"), Expr(Rational(1, 5)));
  EXPECT_EQ(read_expression("pi"), pi());
  EXPECT_EQ(read_expression("q1''"), symbol("q1''"));
}

TEST_F(Read, a_chain_is_one_sum_and_a_group_is_one_term) {
  EXPECT_EQ(pairs(read_expression("x + y + z")).size(), 3u);
  EXPECT_EQ(pairs(read_expression("(x + y) + z")).size(), 2u);
  EXPECT_EQ(pairs(read_expression("x + (y - z)")).size(), 2u);
  EXPECT_EQ(read_expression("(x + y) + z"), (x + y) + z);
  EXPECT_EQ(read_expression("x*y/z"), x * y / z);
  EXPECT_EQ(read_expression("x/(y*z)"), x / y / z);
}

TEST_F(Read, functions_have_their_usual_names) {
  EXPECT_EQ(read_expression("sin(x)*cos(x) + tan(x)"), sin(x) * cos(x) + tan(x));
  EXPECT_EQ(read_expression("asin(x) - acos(x)*atan(x)"), asin(x) - acos(x) * atan(x));
  EXPECT_EQ(read_expression("atan2(y, x)"), atan2(y, x));
  EXPECT_EQ(read_expression("sqrt(x)*exp(y)/log(z)"), sqrt(x) * exp(y) / log(z));
  EXPECT_EQ(read_expression("abs(x)*sign(y)"), abs(x) * sign(y));
  EXPECT_EQ(read_expression("min(x, y, z)"), min(min(x, y), z));
  EXPECT_EQ(read_expression("max(x, y)"), max(x, y));
  EXPECT_EQ(read_expression("step(x)"), less_equal(0, x));
  EXPECT_EQ(read_expression("if(x < y, 1, z)"), select(less(x, y), 1, z));
  EXPECT_EQ(read_expression("select(x >= y and not z > 1, x, y)"),
            select(logical_and(less_equal(y, x), logical_not(less(1, z))), x, y));
  EXPECT_EQ(read_expression("x == y"), logical_and(less_equal(x, y), less_equal(y, x)));
  EXPECT_EQ(read_expression("x != y || z"), logical_or(logical_or(less(x, y), less(y, x)), z));
}

TEST_F(Read, definitions_come_before_the_expression) {
  EXPECT_EQ(read_expression("z1 = sin(x); z2 = z1 + y;\n z1*z2"), sin(x) * (sin(x) + y));
  EXPECT_EQ(error_of("a = 1; a = 2; a"), "6-9 'a' is defined twice");
  EXPECT_EQ(error_of("1 + 2; x"), "5-6 a ';' ends a definition 'name = expression', and here is none before it");
  EXPECT_EQ(error_of("a = 1; a*"), "9-9 an operand is missing after '*'");
  EXPECT_EQ(error_of("a = 1;"), "6-6 the expression is empty");
}

TEST_F(Read, backquotes_hold_any_name) {
  EXPECT_EQ(read_expression("`a b;``c`*x"), symbol("a b;`c") * x);
  EXPECT_EQ(read_expression("`pi`"), symbol("pi"));
  for (const char* name : {"a b", "pi", "and", "`", "", "1x", "B.x'", "nan", " x", "x ", "(x)", "\xFF"})
    EXPECT_EQ(read_expression(quoted_name(name)), symbol(name)) << name;
  EXPECT_EQ(quoted_name("B.x''"), "B.x''");
  EXPECT_EQ(error_of("x + `a"), "4-5 this '`' is never closed");
}

TEST_F(Read, with_a_table_other_names_are_errors) {
  const SymbolTable table = {{"length", x}, {"mass", 3 * y}};
  EXPECT_EQ(read_expression("length*mass", table), 3 * x * y);
  try {
    read_expression("mass + lenght", table);
    FAIL();
  } catch (const SyntaxError& e) {
    EXPECT_STREQ(e.what(), "unknown name 'lenght'; did you mean 'length'?");
    EXPECT_EQ(e.begin, 7u);
    EXPECT_EQ(e.end, 13u);
  }
}

TEST_F(Read, functions_are_checked_where_they_stand) {
  EXPECT_EQ(error_of("x + sine(y)"), "4-8 unknown function 'sine'; did you mean 'sin'?");
  EXPECT_EQ(error_of("frobnicate(y)"), "0-10 unknown function 'frobnicate'");
  EXPECT_EQ(error_of("atan2(y)"), "0-5 'atan2' takes 2 arguments, found 1");
  EXPECT_EQ(error_of("sin()"), "0-3 'sin' takes 1 argument, found 0");
  EXPECT_EQ(error_of("min(x)"), "0-3 'min' takes at least 2 arguments, found 1");
  EXPECT_EQ(error_of("sin(in: x)"), "4-9 this function has no named arguments");
  EXPECT_EQ(error_of("3 m + x"), "0-3 units have no meaning here; did you mean 3*m?");
  EXPECT_EQ(error_of("x*[1, 2]"), "2-8 a vector has no meaning in a scalar expression");
}

TEST_F(Read, impossible_constants_are_refused_where_they_stand) {
  EXPECT_EQ(error_of("x + 1/0"), "4-7 cannot be computed: division by zero");
  EXPECT_EQ(error_of("x*(2 - 2)^0"), "2-11 cannot be computed: 0^0 is undefined");
  EXPECT_EQ(error_of("x*sqrt(-4)"), "2-10 cannot be computed: a fractional power of a negative number");
  EXPECT_EQ(error_of("log(0)"), "0-6 cannot be computed: the logarithm of a number that is not positive");
  EXPECT_EQ(error_of("x + 2^20000"), "4-11 cannot be computed: a constant grows beyond 16384 bits");
  EXPECT_EQ(error_of("1 + 1e999*x"), "4-9 cannot be computed: a number too large for a double");
  EXPECT_EQ(error_of("1e99999"), "0-7 cannot be computed: an exponent beyond 4096");
  EXPECT_EQ(error_of("y + NaN"), "4-7 'NaN' is not a finite number; write a finite one");
  for (const char* text : {"inf", "-Infinity", "nan*x", "INF"}) EXPECT_NE(error_of(text), "no error") << text;
}

TEST_F(Read, a_million_deep_expression_reads) {
  std::string text;
  for (int i = 0; i < 1'000'000; ++i) text += "sin(";
  text += "x" + std::string(1'000'000, ')');
  const Expr deep = read_expression(text);
  EXPECT_EQ(nodes_below(std::span(&deep, 1)).size(), 1'000'001u);
  EXPECT_EQ(read_expression(std::string(1'000'000, '(') + "x" + std::string(1'000'000, ')')), x);
}

TEST_F(Read, a_million_distinct_symbols_read_as_one_sum) {
  std::string text = "s0";
  for (int i = 1; i < 1'000'000; ++i) text += "+s" + std::to_string(i);
  EXPECT_EQ(pairs(read_expression(text)).size(), 1'000'000u);
}

TEST_F(Read, a_megabyte_in_one_line_reads) {
  std::string text = "0";
  int terms = 0;
  for (; text.size() < 1'000'000; ++terms) text += " + x*y^2 - sin(x)/3";
  EXPECT_EQ(read_expression(text), terms * (x * pow(y, 2)) - terms * sin(x) / 3);
}

TEST(Spelling, distance_counts_slips) {
  EXPECT_EQ(spelling_distance("sine", "sin"), 1u);
  EXPECT_EQ(spelling_distance("lenght", "length"), 1u);
  EXPECT_EQ(spelling_distance("", "abc"), 3u);
  EXPECT_EQ(spelling_distance("kitten", "sitting"), 3u);
  EXPECT_EQ(spelling_distance("ab", "ba"), 1u);
  EXPECT_EQ(spelling_distance("kitten", "sitting", 2), 2u);
  EXPECT_EQ(spelling_distance("xab", "xba", 2), 1u);
}

TEST(Spelling, only_near_names_are_proposed) {
  const std::vector<std::string_view> known = {"mass", "length", "q1"};
  EXPECT_EQ(nearest_name("lenth", known), "length");
  EXPECT_EQ(nearest_name("ms", known), "");
  EXPECT_EQ(nearest_name("height", known), "");
  EXPECT_EQ(did_you_mean("mas", known), "; did you mean 'mass'?");
}

}  // namespace
}  // namespace tangible
