// SPDX-License-Identifier: Apache-2.0
// C11 expressions of type double.
#include "symbolic/print_c.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include "symbolic/print_layout.h"

namespace tangible {
namespace {

const Rational half(1, 2);
const Rational largest_exact(std::int64_t{1} << 53);
constexpr int longest_repetition = 4;  // x*x*x*x, then pow

// A positive number of any size as a literal of type double.
std::string literal(const Rational& positive) {
  if (positive.is_integer() && positive <= largest_exact) return positive.to_string() + ".0";
  const double value = positive.to_double();
  if (!std::isfinite(value)) return "HUGE_VAL";
  std::array<char, 64> digits{};
  char* end = std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr;
  std::string text(digits.data(), end);
  return text.find_first_of(".e") == std::string::npos ? text + ".0" : text;
}

bool divides_exactly(const Fraction& f) {
  return f.number_above() <= largest_exact && f.number_below() <= largest_exact;
}

// Expressions that may be written several times: x*x rather than pow(x, 2.0).
bool is_short(const Page& page, Expr e) { return e.is(Kind::symbol) || page.is_named(e); }

void put_call(Page& page, const char* name, std::span<const Expr> arguments) {
  page.text(name);
  bool first = true;
  for (const Expr argument : arguments) {
    if (!first) page.text(", ");
    page.put(argument, Level::any);
    first = false;
  }
  page.text(")");
}

// base^|exponent|
void put_factor(Page& page, const Pair& factor) {
  const Rational exponent = abs(factor.second.value());
  if (exponent.is_one()) return page.put(factor.first, Level::factor);
  if (exponent == half) return put_call(page, "sqrt(", std::span(&factor.first, 1));
  if (exponent.is_integer() && exponent <= Rational(longest_repetition) && is_short(page, factor.first)) {
    for (std::int64_t i = 0; i < exponent.small_numerator(); ++i) {
      if (i != 0) page.text("*");
      page.put(factor.first, Level::factor);
    }
    return;
  }
  page.text("pow(");
  page.put(factor.first, Level::any);
  page.text(", ");
  page.keep(literal(exponent.numerator()));
  if (!exponent.is_integer()) page.keep("/" + literal(exponent.denominator()));
  page.text(")");
}

void put_factors(Page& page, const Rational& number, const SmallPairs& factors) {
  const bool number_shown = !number.is_one() || factors.empty();
  if (number_shown) page.keep(literal(number));
  for (std::size_t i = 0; i < factors.size(); ++i) {
    if (number_shown || i != 0) page.text("*");
    put_factor(page, factors[i]);
  }
}

// |coefficient| * term. Numbers too long to be written exactly are divided first: their quotient is rounded once.
void put_fraction(Page& page, const Fraction& f) {
  const bool exact = divides_exactly(f);
  const Rational number_below = exact ? f.number_below() : Rational(1);
  put_factors(page, exact ? f.number_above() : abs(f.coefficient), f.above);
  if (f.below.empty() && number_below.is_one()) return;
  const bool single =
      f.below.empty() || (f.below.size() == 1 && number_below.is_one() && f.below[0].second == Graph::minus_one);
  page.text(single ? "/" : "/(");
  put_factors(page, number_below, f.below);
  if (!single) page.text(")");
}

// a - b + c, the sign of a coefficient before its term.
void put_sum(Page& page, Expr sum, bool negated) {
  SmallPairs terms;
  sum_in_reading_order(page.graph(), sum, negated, terms);
  bool first = true;
  for (const Pair& pair : terms) {
    const Fraction f(page, pair.second, pair.first);
    const bool minus = f.negative() != negated;
    page.text(first ? (minus ? "-" : "") : (minus ? " - " : " + "));
    put_fraction(page, f);
    first = false;
  }
}

const char* function_name(Kind kind) {
  switch (kind) {
    case Kind::power: return "pow(";
    case Kind::sin: return "sin(";
    case Kind::cos: return "cos(";
    case Kind::tan: return "tan(";
    case Kind::asin: return "asin(";
    case Kind::acos: return "acos(";
    case Kind::atan: return "atan(";
    case Kind::atan2: return "atan2(";
    case Kind::exp: return "exp(";
    case Kind::log: return "log(";
    case Kind::abs: return "fabs(";
    case Kind::sign: return "sign_of(";
    case Kind::min: return "fmin(";
    default: return "fmax(";
  }
}

bool is_truth(Kind kind) { return kind >= Kind::less && kind <= Kind::logical_not; }

// A truth value where C expects one: a < b, not (a < b ? 1.0 : 0.0).
void put_condition(Page& page, Expr e) {
  const auto a = e.operands();
  const auto between = [&](const char* before, const char* middle, const char* after, Level level) {
    page.text(before);
    page.put(a[0], level);
    page.text(middle);
    page.put(a[1], level);
    page.text(after);
  };
  switch (e.kind()) {
    case Kind::less: return between("", " < ", "", Level::sum);
    case Kind::less_equal: return between("", " <= ", "", Level::sum);
    case Kind::logical_and: return between("(", ") && (", ")", Level::condition);
    case Kind::logical_or: return between("(", ") || (", ")", Level::condition);
    case Kind::logical_not:
      page.text("!(");
      page.put(a[0], Level::condition);
      return page.text(")");
    default: page.put(e, Level::sum); return page.text(" != 0.0");
  }
}

// Powers are calls or repeated factors in C: nothing lies between a term and an atom.
Level level_of(const Page& page, Expr e) {
  if (e.is(Kind::number)) return e.value().is_integer() && e.value().sign() >= 0 ? Level::atom : Level::term;
  if (e.is(Kind::product)) return Level::term;
  if (!e.is(Kind::sum)) return Level::atom;
  return pairs(e).size() > 1 || is_negated_sum(page, e) ? Level::sum : Level::term;
}

// (condition ? a : b), with 1.0 and 0.0 for a truth value where a number is expected. Always in parentheses.
void put_choice(Page& page, Expr e) {
  page.text("(");
  const bool chosen = e.is(Kind::select);
  const auto a = e.operands();
  if (chosen)
    page.put(a[0], Level::condition);
  else
    put_condition(page, e);
  page.text(" ? ");
  if (chosen)
    page.put(a[1], Level::any);
  else
    page.text("1.0");
  page.text(" : ");
  if (chosen)
    page.put(a[2], Level::any);
  else
    page.text("0.0");
  page.text(")");
}

void put_body(Page& page, Expr e) {
  switch (e.kind()) {
    case Kind::symbol: return page.symbol_name(e);
    case Kind::pi: return page.text("3.14159265358979323846");
    case Kind::sum:
      if (pairs(e).size() > 1) return put_sum(page, e, false);
      if (is_negated_sum(page, e)) return put_sum(page, pairs(e)[0].first, true);
      [[fallthrough]];
    case Kind::number:
    case Kind::product: {
      const Fraction f(page, e);
      if (f.negative()) page.text("-");
      return put_fraction(page, f);
    }
    case Kind::select: return put_choice(page, e);
    default:
      if (is_truth(e.kind())) return put_choice(page, e);
      return put_call(page, function_name(e.kind()), e.operands());
  }
}

void expand(Page& page, Expr e, Level level) {
  if (level == Level::condition) return put_condition(page, e);
  const bool parentheses = level_of(page, e) < level;
  if (parentheses) page.text("(");
  put_body(page, e);
  if (parentheses) page.text(")");
}

std::string intermediate_name(const std::string& prefix, std::uint32_t number) {
  return prefix + std::to_string(number);
}

bool never(std::string_view) { return false; }  // all symbols of a listing are in its table

}  // namespace

const PrintDialect c_dialect = {expand, intermediate_name, c_identifier, never};

std::string_view c_helpers() {
  return "static inline double sign_of(double a) { return (double)((a > 0.0) - (a < 0.0)); }\n";
}

}  // namespace tangible
