// SPDX-License-Identifier: Apache-2.0
// Elementary, piecewise and logical functions: folding at construction.
#include <array>
#include <optional>

#include "symbolic/coefficient.h"
#include "symbolic/expr.h"
#include "symbolic/graph.h"

namespace tangible {
namespace {

Expr make(Kind kind, std::initializer_list<Expr> operands) {
  return Graph::current().intern(kind, std::span(operands.begin(), operands.size()));
}

bool has_minus_sign(Expr e) {
  const Graph& graph = Graph::current();
  return sign_of_number(graph, scaled(graph, e).second) < 0;
}

// Whether the sine or cosine of e may fold: e is a constant, carries a coefficient, or has a term in pi, which comes
// first or after a constant, having one of the smallest ids.
bool is_special_angle(Expr e) {
  const Graph& graph = Graph::current();
  const Kind kind = graph.kind(e);
  if (kind == Kind::number || kind == Kind::pi) return true;
  if (kind != Kind::sum) return false;
  const Pairs terms(graph.operands(e));
  return terms.size() == 1 || terms[0].first == Graph::pi || terms[1].first == Graph::pi;
}

// e = k * pi/2 with integer k -> k modulo 4.
std::optional<int> quarter_turns(Expr e) {
  if (e.is_zero()) return 0;
  const Scaled scaled = split_coefficient(e);
  if (!scaled.term.is(Kind::pi)) return std::nullopt;
  const Rational quarters = scaled.coefficient * 2;
  if (!quarters.is_integer()) return std::nullopt;
  const Rational turns = (quarters / 4).floor();
  return static_cast<int>((quarters - turns * 4).small_numerator());
}

// e = angle + k * pi/2 with k in 0..3: takes a constant number of quarter turns out of a sum.
std::optional<int> split_quarter_turns(Expr e, Expr& angle) {
  if (!e.is(Kind::sum)) return std::nullopt;
  for (const Pair pair : pairs(e)) {
    if (!pair.first.is(Kind::pi)) continue;
    const Expr constant = pair.first * pair.second;
    const auto turns = quarter_turns(constant);
    if (turns) angle = e - constant;
    return turns;
  }
  return std::nullopt;
}

bool both_numbers(Expr a, Expr b) { return a.is(Kind::number) && b.is(Kind::number); }
Expr truth(bool value) { return value ? Expr(1) : Expr(0); }

Expr extremum(Kind kind, Expr a, Expr b) {
  if (a == b) return a;
  if (both_numbers(a, b)) return (a.value() < b.value()) == (kind == Kind::min) ? a : b;
  return a.id() < b.id() ? make(kind, {a, b}) : make(kind, {b, a});
}

bool is_comparison(Expr e) { return e.kind() >= Kind::less && e.kind() <= Kind::logical_not; }

}  // namespace

Expr::Expr(const Rational& value) : Expr(Graph::current().intern_number(value)) {}

Expr symbol(std::string_view name) { return Graph::current().intern_symbol(name); }
Expr pi() { return Graph::pi; }
Expr real(double value) { return Expr(Rational::from_double(value)); }

Expr sin(Expr a) {
  if (is_special_angle(a)) {
    if (const auto turns = quarter_turns(a)) return std::array<int, 4>{0, 1, 0, -1}[static_cast<std::size_t>(*turns)];
    if (has_minus_sign(a)) return -sin(-a);
    Expr angle;
    if (const auto turns = split_quarter_turns(a, angle); turns && *turns != 0) {
      const Expr turned = *turns % 2 == 0 ? sin(angle) : cos(angle);
      return *turns >= 2 ? -turned : turned;
    }
  }
  if (a.is(Kind::asin)) return a.operands()[0];
  return make(Kind::sin, {a});
}

Expr cos(Expr a) {
  if (is_special_angle(a)) {
    if (const auto turns = quarter_turns(a)) return std::array<int, 4>{1, 0, -1, 0}[static_cast<std::size_t>(*turns)];
    if (has_minus_sign(a)) return cos(-a);
    Expr angle;
    if (const auto turns = split_quarter_turns(a, angle); turns && *turns != 0) {
      const Expr turned = *turns % 2 == 0 ? cos(angle) : sin(angle);
      return *turns == 1 || *turns == 2 ? -turned : turned;
    }
  }
  if (a.is(Kind::acos)) return a.operands()[0];
  return make(Kind::cos, {a});
}

Expr tan(Expr a) {
  if (const auto turns = quarter_turns(a)) {
    if (*turns % 2 != 0) throw ArithmeticError("the tangent of an odd number of right angles");
    return 0;
  }
  if (has_minus_sign(a)) return -tan(-a);
  if (a.is(Kind::atan)) return a.operands()[0];
  return make(Kind::tan, {a});
}

Expr asin(Expr a) {
  if (a.is_zero()) return 0;
  if (a.is(Kind::number) && abs(a.value()) > Rational(1)) throw ArithmeticError("the arcsine of a number beyond 1");
  if (a.is_one()) return pi() / 2;
  if (has_minus_sign(a)) return -asin(-a);
  return make(Kind::asin, {a});
}

Expr acos(Expr a) {
  if (a.is_zero()) return pi() / 2;
  if (a.is_one()) return 0;
  if (a.is(Kind::number) && abs(a.value()) > Rational(1)) throw ArithmeticError("the arccosine of a number beyond 1");
  return make(Kind::acos, {a});
}

Expr atan(Expr a) {
  if (a.is_zero()) return 0;
  if (a.is_one()) return pi() / 4;
  if (has_minus_sign(a)) return -atan(-a);
  return make(Kind::atan, {a});
}

Expr atan2(Expr y, Expr x) {
  if (both_numbers(y, x)) {
    if (y.is_zero() && x.is_zero()) throw ArithmeticError("atan2(0, 0) is undefined");
    if (y.is_zero()) return x.value().sign() > 0 ? Expr(0) : pi();
    if (x.is_zero()) return pi() * Rational(y.value().sign(), 2);
  }
  return make(Kind::atan2, {y, x});
}

Expr exp(Expr a) {
  if (a.is_zero()) return 1;
  if (a.is(Kind::log)) return a.operands()[0];
  return make(Kind::exp, {a});
}

Expr log(Expr a) {
  if (a.is_one()) return 0;
  if (a.is(Kind::number) && a.value().sign() <= 0)
    throw ArithmeticError("the logarithm of a number that is not positive");
  if (a.is(Kind::exp)) return a.operands()[0];
  return make(Kind::log, {a});
}

Expr abs(Expr a) {
  const Scaled scaled = split_coefficient(a);
  if (scaled.term.is_one()) return Expr(abs(scaled.coefficient));
  if (scaled.term.is(Kind::abs) || scaled.term.is(Kind::exp) || scaled.term.is(Kind::pi))
    return scale(scaled.term, abs(scaled.coefficient));
  if (scaled.term.is(Kind::product) && pairs(scaled.term).size() == 1) {
    const Pair factor = pairs(scaled.term)[0];
    const Rational& e = factor.second.value();
    if (e.is_even_integer() || !e.is_integer()) return scale(scaled.term, abs(scaled.coefficient));  // never negative
  }
  return scale(make(Kind::abs, {scaled.term}), abs(scaled.coefficient));
}

Expr sign(Expr a) {
  const Scaled scaled = split_coefficient(a);
  if (scaled.term.is_one()) return Expr(scaled.coefficient.sign());
  if (scaled.term.is(Kind::sign)) return scale(scaled.term, scaled.coefficient.sign());
  if (scaled.term.is(Kind::exp) || scaled.term.is(Kind::pi)) return Expr(scaled.coefficient.sign());
  return scale(make(Kind::sign, {scaled.term}), scaled.coefficient.sign());
}

Expr min(Expr a, Expr b) { return extremum(Kind::min, a, b); }
Expr max(Expr a, Expr b) { return extremum(Kind::max, a, b); }

Expr less(Expr a, Expr b) {
  if (a == b) return truth(false);
  if (both_numbers(a, b)) return truth(a.value() < b.value());
  return make(Kind::less, {a, b});
}

Expr less_equal(Expr a, Expr b) {
  if (a == b) return truth(true);
  if (both_numbers(a, b)) return truth(a.value() <= b.value());
  return make(Kind::less_equal, {a, b});
}

// Logic takes anything but zero for true and answers with 0 or 1.
Expr logical_and(Expr a, Expr b) {
  if (a.is_zero() || b.is_zero()) return truth(false);
  if (a.is(Kind::number) && is_comparison(b)) return b;
  if (b.is(Kind::number) && is_comparison(a)) return a;
  if (both_numbers(a, b)) return truth(true);
  if (a == b && is_comparison(a)) return a;
  return a.id() < b.id() ? make(Kind::logical_and, {a, b}) : make(Kind::logical_and, {b, a});
}

Expr logical_or(Expr a, Expr b) {
  if ((a.is(Kind::number) && !a.is_zero()) || (b.is(Kind::number) && !b.is_zero())) return truth(true);
  if (both_numbers(a, b)) return truth(false);
  if (a.is_zero() && is_comparison(b)) return b;
  if (b.is_zero() && is_comparison(a)) return a;
  if (a == b && is_comparison(a)) return a;
  return a.id() < b.id() ? make(Kind::logical_or, {a, b}) : make(Kind::logical_or, {b, a});
}

Expr logical_not(Expr a) {
  if (a.is(Kind::number)) return truth(a.is_zero());
  if (a.is(Kind::logical_not) && is_comparison(a.operands()[0])) return a.operands()[0];
  return make(Kind::logical_not, {a});
}

Expr select(Expr condition, Expr then, Expr otherwise) {
  if (condition.is(Kind::number)) return condition.is_zero() ? otherwise : then;
  if (then == otherwise) return then;
  return make(Kind::select, {condition, then, otherwise});
}

Expr step(Expr a) { return less_equal(0, a); }

Expr rebuild(Kind kind, std::span<const Expr> operands) {
  switch (kind) {
    case Kind::sum: {
      std::vector<Pair> terms;
      for (const Pair pair : Pairs(operands)) terms.push_back(pair);
      return linear_combination(terms);
    }
    case Kind::product: {
      std::vector<Expr> factors;
      for (const Pair pair : Pairs(operands)) factors.push_back(pow(pair.first, pair.second.value()));
      return product(factors);
    }
    case Kind::power: return pow(operands[0], operands[1]);
    case Kind::sin: return sin(operands[0]);
    case Kind::cos: return cos(operands[0]);
    case Kind::tan: return tan(operands[0]);
    case Kind::asin: return asin(operands[0]);
    case Kind::acos: return acos(operands[0]);
    case Kind::atan: return atan(operands[0]);
    case Kind::atan2: return atan2(operands[0], operands[1]);
    case Kind::exp: return exp(operands[0]);
    case Kind::log: return log(operands[0]);
    case Kind::abs: return abs(operands[0]);
    case Kind::sign: return sign(operands[0]);
    case Kind::min: return min(operands[0], operands[1]);
    case Kind::max: return max(operands[0], operands[1]);
    case Kind::less: return less(operands[0], operands[1]);
    case Kind::less_equal: return less_equal(operands[0], operands[1]);
    case Kind::logical_and: return logical_and(operands[0], operands[1]);
    case Kind::logical_or: return logical_or(operands[0], operands[1]);
    case Kind::logical_not: return logical_not(operands[0]);
    case Kind::select: return select(operands[0], operands[1], operands[2]);
    case Kind::number:
    case Kind::pi:
    case Kind::symbol: break;
  }
  throw std::logic_error("rebuild: a leaf has no operands");
}

}  // namespace tangible
