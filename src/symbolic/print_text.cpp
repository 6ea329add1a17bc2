// SPDX-License-Identifier: Apache-2.0
// Plain text that reads back as the same node.
#include "symbolic/print_layout.h"
#include "symbolic/read.h"

namespace tangible {
namespace {

const Rational half(1, 2);

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

bool is_root_or_call(Expr base, const Rational& exponent) { return exponent == half && !base.is_zero(); }

Level level_of_product(const Page& page, Expr e) {
  const Fraction f = as_fraction(page, e);
  if (f.negative || !f.number_above.is_one() || !f.number_below.is_one() || f.above.size() != 1 || !f.below.empty())
    return Level::term;
  return is_root_or_call(f.above[0].base, f.above[0].exponent) ? Level::atom : Level::factor;
}

Level level_of(const Page& page, Expr e) {
  switch (e.kind()) {
    case Kind::number: return e.value().is_integer() && e.value().sign() >= 0 ? Level::atom : Level::term;
    case Kind::sum: return pairs(e).size() > 1 || is_negated_sum(page, e) ? Level::sum : Level::term;
    case Kind::product: return level_of_product(page, e);
    case Kind::power: return Level::factor;
    case Kind::less:
    case Kind::less_equal: return Level::comparison;
    case Kind::logical_and:
    case Kind::logical_or:
    case Kind::logical_not: return Level::logic;
    default: return Level::atom;
  }
}

void put_factor(Page& page, const Factor& factor) {
  if (factor.exponent.is_one()) {
    page.put(factor.base, Level::factor);
  } else if (factor.exponent == half) {
    page.text("sqrt(");
    page.put(factor.base, Level::any);
    page.text(")");
  } else {
    page.put(factor.base, Level::atom);
    const bool whole = factor.exponent.is_integer();
    page.text(whole ? "^" : "^(");
    page.keep(integer_text(factor.exponent.numerator()));
    if (whole) return;
    page.text("/");
    page.keep(integer_text(factor.exponent.denominator()));
    page.text(")");
  }
}

void put_factors(Page& page, const Rational& number, const std::vector<Factor>& factors, const char* between) {
  const bool number_shown = !number.is_one() || factors.empty();
  if (number_shown) page.keep(integer_text(number));
  for (std::size_t i = 0; i < factors.size(); ++i) {
    if (number_shown || i != 0) page.text(between);
    put_factor(page, factors[i]);
  }
}

void put_fraction(Page& page, const Fraction& f) {
  put_factors(page, f.number_above, f.above, "*");
  const std::size_t parts = f.below.size() + (f.number_below.is_one() ? 0 : 1);
  if (parts == 0) return;
  const bool group = parts > 1 && !f.one_by_one;
  page.text(group ? "/(" : "/");
  put_factors(page, f.number_below, f.below, group ? "*" : "/");
  if (group) page.text(")");
}

void put_sum(Page& page, Expr sum, bool negated) {
  bool first = true;
  for (const Pair pair : sum_in_reading_order(sum, negated)) {
    const Fraction f = as_fraction(page, pair.second.value(), pair.first);
    const bool minus = f.negative != negated;
    page.text(first ? (minus ? "-" : "") : (minus ? " - " : " + "));
    put_fraction(page, f);
    first = false;
  }
}

const char* function_name(Kind kind) {
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

void put_operator(Page& page, std::span<const Expr> a, const char* mark, Level operand) {
  page.put(a[0], operand);
  page.text(mark);
  page.put(a[1], operand);
}

void put_call(Page& page, Expr e) {
  page.text(function_name(e.kind()));
  bool first = true;
  for (const Expr argument : e.operands()) {
    if (!first) page.text(", ");
    page.put(argument, Level::any);
    first = false;
  }
  page.text(")");
}

void put_body(Page& page, Expr e) {
  const auto a = e.operands();
  switch (e.kind()) {
    case Kind::symbol: page.symbol_name(e); break;
    case Kind::pi: page.text("pi"); break;
    case Kind::sum:
      if (pairs(e).size() > 1 || is_negated_sum(page, e)) {
        const bool negated = pairs(e).size() == 1;
        put_sum(page, negated ? a[0] : e, negated);
        break;
      }
      [[fallthrough]];
    case Kind::number:
    case Kind::product: {
      const Fraction f = as_fraction(page, e);
      if (f.negative) page.text("-");
      put_fraction(page, f);
      break;
    }
    case Kind::power: put_operator(page, a, "^", Level::atom); break;
    case Kind::less: put_operator(page, a, " < ", Level::sum); break;
    case Kind::less_equal: put_operator(page, a, " <= ", Level::sum); break;
    case Kind::logical_and: put_operator(page, a, " and ", Level::comparison); break;
    case Kind::logical_or: put_operator(page, a, " or ", Level::comparison); break;
    case Kind::logical_not:
      page.text("not ");
      page.put(a[0], Level::sum);
      break;
    default: put_call(page, e);
  }
}

void expand(Page& page, Expr e, Level level) {
  const bool parentheses = level_of(page, e) < level;
  if (parentheses) page.text("(");
  put_body(page, e);
  if (parentheses) page.text(")");
}

std::string intermediate_name(const std::string& prefix, std::uint32_t number) {
  return prefix + std::to_string(number);
}

}  // namespace

const PrintDialect text_dialect = {expand, intermediate_name, quoted_name};

}  // namespace tangible
