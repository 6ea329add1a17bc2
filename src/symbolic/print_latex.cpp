// SPDX-License-Identifier: Apache-2.0
// LaTeX for math mode.
#include "symbolic/print_latex.h"

#include "symbolic/print_layout.h"

namespace tangible {
namespace {

const Rational half(1, 2);

const char* function_name(Kind kind) {
  switch (kind) {
    case Kind::sin: return "\\sin";
    case Kind::cos: return "\\cos";
    case Kind::tan: return "\\tan";
    case Kind::asin: return "\\arcsin";
    case Kind::acos: return "\\arccos";
    case Kind::atan: return "\\arctan";
    case Kind::atan2: return "\\operatorname{atan2}";
    case Kind::log: return "\\ln";
    case Kind::sign: return "\\operatorname{sgn}";
    case Kind::min: return "\\min";
    default: return "\\max";
  }
}

// sin^2(x) rather than (sin(x))^2.
bool takes_power(const Page& page, Expr e) {
  return !page.is_named(e) && (e.is(Kind::sin) || e.is(Kind::cos) || e.is(Kind::tan));
}

// As in plain text, but that cases need parentheses beside anything else.
Level level_of(const Page& page, Expr e) {
  switch (e.kind()) {
    case Kind::number: return e.value().is_integer() && e.value().sign() >= 0 ? Level::atom : Level::term;
    case Kind::sum: return pairs(e).size() > 1 || is_negated_sum(page, e) ? Level::sum : Level::term;
    case Kind::product:
      return pairs(e).size() == 1 && pairs(e)[0].second.value().sign() > 0 ? Level::factor : Level::term;
    case Kind::power:
    case Kind::exp: return Level::factor;
    case Kind::select:
    case Kind::less:
    case Kind::less_equal: return Level::comparison;
    case Kind::logical_and:
    case Kind::logical_or:
    case Kind::logical_not: return Level::logic;
    default: return Level::atom;
  }
}

void put_arguments(Page& page, Expr e) {
  page.text("\\left(");
  bool first = true;
  for (const Expr argument : e.operands()) {
    if (!first) page.text(", ");
    page.put(argument, Level::any);
    first = false;
  }
  page.text("\\right)");
}

void put_exponent(Page& page, const Rational& exponent) {
  page.text("^{");
  page.keep(exponent.to_string());
  page.text("}");
}

// base^|exponent|
void put_factor(Page& page, const Pair& factor) {
  const Rational exponent = abs(factor.second.value());
  if (exponent.is_one()) {
    page.put(factor.first, Level::factor);
  } else if (exponent == half) {
    page.text("\\sqrt{");
    page.put(factor.first, Level::any);
    page.text("}");
  } else if (takes_power(page, factor.first)) {  // \sin^{2}(x)
    page.text(function_name(factor.first.kind()));
    put_exponent(page, exponent);
    put_arguments(page, factor.first);
  } else {
    page.put(factor.first, Level::atom);
    put_exponent(page, exponent);
  }
}

// Alone above or below the line a sum needs no parentheses.
void put_factors(Page& page, const Rational& number, const SmallPairs& factors, bool in_fraction) {
  const bool number_shown = !number.is_one() || factors.empty();
  if (in_fraction && !number_shown && factors.size() == 1 && abs(factors[0].second.value()).is_one())
    return page.put(factors[0].first, Level::any);
  if (number_shown) page.keep(number.to_string());
  for (std::size_t i = 0; i < factors.size(); ++i) {
    if (number_shown || i != 0) page.text(" \\, ");
    put_factor(page, factors[i]);
  }
}

void put_fraction(Page& page, const Fraction& f) {
  if (f.below.empty() && f.number_below_is_one()) return put_factors(page, f.number_above(), f.above, false);
  page.text("\\frac{");
  put_factors(page, f.number_above(), f.above, true);
  page.text("}{");
  put_factors(page, f.number_below(), f.below, true);
  page.text("}");
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

void put_operator(Page& page, std::span<const Expr> a, const char* mark, Level operand) {
  page.put(a[0], operand);
  page.text(mark);
  page.put(a[1], operand);
}

// Functions that are not written as name and arguments: powers, bars, cases.
void put_function(Page& page, Expr e) {
  const auto a = e.operands();
  const auto around = [&](const char* before, const char* after) {
    page.text(before);
    page.put(a[0], Level::any);
    page.text(after);
  };
  switch (e.kind()) {
    case Kind::exp: return around("\\mathrm{e}^{", "}");
    case Kind::abs: return around("\\left|", "\\right|");
    case Kind::power:
      page.put(a[0], Level::atom);
      page.text("^{");
      page.put(a[1], Level::any);
      return page.text("}");
    case Kind::select:
      page.text("\\begin{cases} ");
      page.put(a[1], Level::any);
      page.text(" & \\text{if } ");
      page.put(a[0], Level::any);
      page.text(" \\\\ ");
      page.put(a[2], Level::any);
      return page.text(" & \\text{otherwise} \\end{cases}");
    default: page.text(function_name(e.kind())); return put_arguments(page, e);
  }
}

void put_body(Page& page, Expr e) {
  const auto a = e.operands();
  switch (e.kind()) {
    case Kind::symbol: return page.symbol_name(e);
    case Kind::pi: return page.text("\\pi");
    case Kind::sum:
      if (pairs(e).size() > 1) return put_sum(page, e, false);
      if (is_negated_sum(page, e)) return put_sum(page, a[0], true);
      [[fallthrough]];
    case Kind::number:
    case Kind::product: {
      const Fraction f(page, e);
      if (f.negative()) page.text("-");
      return put_fraction(page, f);
    }
    case Kind::less: return put_operator(page, a, " < ", Level::sum);
    case Kind::less_equal: return put_operator(page, a, " \\le ", Level::sum);
    case Kind::logical_and: return put_operator(page, a, " \\land ", Level::comparison);
    case Kind::logical_or: return put_operator(page, a, " \\lor ", Level::comparison);
    case Kind::logical_not: page.text("\\lnot "); return page.put(a[0], Level::sum);
    default: return put_function(page, e);
  }
}

void expand(Page& page, Expr e, Level level) {
  const bool parentheses = level_of(page, e) < level;
  if (parentheses) page.text("\\left(");
  put_body(page, e);
  if (parentheses) page.text("\\right)");
}

std::string intermediate_name(const std::string& prefix, std::uint32_t number) {
  return latex_symbol_name(prefix + std::to_string(number));
}

bool is_one_letter(std::string_view name) {
  return name.size() == 1 && ((name[0] >= 'a' && name[0] <= 'z') || (name[0] >= 'A' && name[0] <= 'Z'));
}

}  // namespace

const PrintDialect latex_dialect = {expand, intermediate_name, latex_symbol_name, is_one_letter};

}  // namespace tangible
