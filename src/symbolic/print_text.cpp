// SPDX-License-Identifier: Apache-2.0
// Plain text that reads back as the same node.
#include <cstdlib>

#include "symbolic/print_layout.h"
#include "symbolic/read.h"

namespace tangible {
namespace {

const Rational half(1, 2);

constexpr std::string_view minus_between = " - ";
constexpr std::string_view plus_between = " + ";

// A literal has to be smaller than the largest double, so a longer integer is written in parts: (12*10^300 + 345).
constexpr std::size_t digits_in_one = 300;

std::string integer_text(const Rational& positive) {
  std::string digits = positive.to_string();
  if (digits.size() <= digits_in_one) return digits;
  std::string text;
  std::size_t at = digits.size() % digits_in_one;
  if (at != 0) text = digits.substr(0, at);
  for (; at < digits.size(); at += digits_in_one) {
    const std::string part = digits.substr(at, digits_in_one);
    text = text.empty() ? part : "(" + text + "*10^" + std::to_string(digits_in_one) + " + " + part + ")";
  }
  return text;
}

// |value|, of a number that has no denominator.
void put_integer(Page& page, const Rational& value) {
  if (value.is_small())
    page.integer(std::abs(value.small_numerator()));
  else
    page.keep(integer_text(abs(value)));
}

// sqrt(x) is an atom, x^2 a factor, everything longer a term.
Level level_of_product(const Graph& graph, std::span<const Expr> operands) {
  const Rational& exponent = graph.number(operands[1]);
  if (operands.size() > 2 || exponent.sign() < 0) return Level::term;
  return operands[1] == Graph::half ? Level::atom : Level::factor;
}

Level level_of(const Page& page, Expr e, Kind kind, std::span<const Expr> operands) {
  const Graph& graph = page.graph();
  switch (kind) {
    case Kind::number: return graph.number(e).is_integer() && graph.number(e).sign() >= 0 ? Level::atom : Level::term;
    case Kind::sum: return operands.size() > 2 || is_negated_sum(page, e) ? Level::sum : Level::term;
    case Kind::product: return level_of_product(graph, operands);
    case Kind::power: return Level::factor;
    case Kind::less:
    case Kind::less_equal: return Level::comparison;
    case Kind::logical_and:
    case Kind::logical_or:
    case Kind::logical_not: return Level::logic;
    default: return Level::atom;
  }
}

// base^|exponent|
void put_factor(Page& page, const Pair& factor) {
  if (factor.second.is_one() || factor.second == Graph::minus_one) return page.put(factor.first, Level::factor);
  const Rational& exponent = page.graph().number(factor.second);
  if (factor.second == Graph::half || exponent == -half) {
    page.text("sqrt(");
    page.put(factor.first, Level::any);
    return page.text(')');
  }
  page.put(factor.first, Level::atom);
  const bool whole = exponent.is_integer();
  page.text(whole ? "^" : "^(");
  put_integer(page, whole ? exponent : exponent.numerator());
  if (whole) return;
  page.text('/');
  put_integer(page, exponent.denominator());
  page.text(')');
}

void put_factors(Page& page, bool number_shown, const SmallPairs& factors, char between) {
  for (std::size_t i = 0; i < factors.size(); ++i) {
    if (number_shown || i != 0) page.text(between);
    put_factor(page, factors[i]);
  }
}

// False when the product has to be put in order first.
bool put_plain_product(Page& page, std::span<const Expr> operands) {
  if (!is_in_reading_order(page.graph(), operands)) return false;
  for (std::size_t i = 0; i < operands.size(); i += 2) {
    if (i != 0) page.text('*');
    put_factor(page, {operands[i], operands[i + 1]});
  }
  return true;
}

// |coefficient| * term
void put_fraction(Page& page, const Fraction& f) {
  const bool number_above = !f.number_above_is_one() || f.above.empty();
  if (number_above) {
    if (f.coefficient.is_small())
      page.integer(std::abs(f.coefficient.small_numerator()));
    else
      put_integer(page, f.number_above());
  }
  put_factors(page, number_above, f.above, '*');
  const bool number_below = !f.number_below_is_one();
  const std::size_t parts = f.below.size() + (number_below ? 1 : 0);
  if (parts == 0) return;
  const bool group = parts > 1 && !f.one_by_one;
  page.text(group ? "/(" : "/");
  if (number_below) put_integer(page, f.number_below());
  put_factors(page, number_below, f.below, group ? '*' : '/');
  if (group) page.text(')');
}

// Of a number, a product, or a coefficient with its term.
void put_signed_fraction(Page& page, Expr e) {
  const Fraction f(page, e);
  if (f.negative()) page.text('-');
  put_fraction(page, f);
}

// a - b + c, the sign of a coefficient before its term.
void put_sum(Page& page, Expr sum, bool negated) {
  const Graph& graph = page.graph();
  SmallPairs terms;
  sum_in_reading_order(graph, sum, negated, terms);
  bool first = true;
  for (const Pair& pair : terms) {
    const bool bare = pair.second.is_one() || pair.second == Graph::minus_one;
    const bool minus = (bare ? !pair.second.is_one() : graph.number(pair.second).sign() < 0) != negated;
    if (!first)
      page.text(minus ? minus_between : plus_between);
    else if (minus)
      page.text('-');
    first = false;
    const bool product = graph.kind(pair.first) == Kind::product;
    if (bare && !product && !pair.first.is_one()) {
      page.put(pair.first, Level::term);
    } else if (!bare || !product || page.is_named(pair.first) || !put_plain_product(page, graph.operands(pair.first))) {
      put_fraction(page, Fraction(page, pair.second, pair.first));
    }
  }
}

std::string_view function_name(Kind kind) {
  switch (kind) {
    case Kind::sin: return "sin(";
    case Kind::cos: return "cos(";
    case Kind::tan: return "tan(";
    case Kind::asin: return "asin(";
    case Kind::acos: return "acos(";
    case Kind::atan: return "atan(";
    case Kind::atan2: return "atan2(";
    case Kind::exp: return "exp(";
    case Kind::log: return "log(";
    case Kind::abs: return "abs(";
    case Kind::sign: return "sign(";
    case Kind::min: return "min(";
    case Kind::max: return "max(";
    default: return "select(";
  }
}

void put_operator(Page& page, std::span<const Expr> a, std::string_view mark, Level operand) {
  page.put(a[0], operand);
  page.text(mark);
  page.put(a[1], operand);
}

void put_call(Page& page, Kind kind, std::span<const Expr> arguments) {
  page.text(function_name(kind));
  bool first = true;
  for (const Expr argument : arguments) {
    if (!first) page.text(", ");
    page.put(argument, Level::any);
    first = false;
  }
  page.text(')');
}

// A node without parentheses around it.
void put_body(Page& page, Expr e, Kind kind, std::span<const Expr> a) {
  switch (kind) {
    case Kind::symbol: return page.symbol_name(e);
    case Kind::pi: return page.text("pi");
    case Kind::sum:
      if (a.size() > 2) return put_sum(page, e, false);
      if (is_negated_sum(page, e)) return put_sum(page, a[0], true);
      [[fallthrough]];
    case Kind::number: return put_signed_fraction(page, e);
    case Kind::product:
      if (!put_plain_product(page, a)) put_signed_fraction(page, e);
      return;
    case Kind::power: return put_operator(page, a, "^", Level::atom);
    case Kind::less: return put_operator(page, a, " < ", Level::sum);
    case Kind::less_equal: return put_operator(page, a, " <= ", Level::sum);
    case Kind::logical_and: return put_operator(page, a, " and ", Level::comparison);
    case Kind::logical_or: return put_operator(page, a, " or ", Level::comparison);
    case Kind::logical_not: page.text("not "); return page.put(a[0], Level::sum);
    default: return put_call(page, kind, a);
  }
}

void expand(Page& page, Expr e, Level level) {
  const Kind kind = page.graph().kind(e);
  if (kind == Kind::symbol) return page.symbol_name(e);
  const auto operands = page.graph().operands(e);
  const bool parentheses = level != Level::any && level_of(page, e, kind, operands) < level;
  if (parentheses) page.text('(');
  put_body(page, e, kind, operands);
  if (parentheses) page.text(')');
}

std::string intermediate_name(const std::string& prefix, std::uint32_t number) {
  return prefix + std::to_string(number);
}

}  // namespace

const PrintDialect text_dialect = {expand, intermediate_name, quoted_name, is_plain_name};

}  // namespace tangible
