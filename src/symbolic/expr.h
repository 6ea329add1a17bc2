// SPDX-License-Identifier: Apache-2.0
// Expr: a scalar expression, a four-byte handle into the thread's current Graph.
//
// Expressions are immutable and hash-consed: two handles are equal exactly when they were built alike, and a common
// subexpression exists once. Operands always have smaller ids than the node that uses them, so the order of ids is a
// topological order and nothing here ever recurses.
//
// Construction simplifies by itself where that never lengthens a program:
//  - constants fold in exact rational arithmetic (1/0 and 0^0 throw ArithmeticError);
//  - a sum is a linear combination  c1 t1 + c2 t2 + ...  of distinct terms; a coefficient common to all terms is
//    factored out, and so is the sign: b - a is -(a - b);
//  - a product is  b1^e1 b2^e2 ...  with distinct bases and rational exponents; x/x is 1;
//  - products flatten (up to 16 factors) so that like terms combine; sums keep their nesting, and with it shared nodes,
//    unless terms combine: (x + y) - x is y, but (x + y) + z stays a sum of two;
//  - sin(-x) is -sin(x), exact values at multiples of pi/2, and the like.
// Nothing is ever distributed or expanded. simplify.h does more for results that people read.
#pragma once

#include <concepts>
#include <cstdint>
#include <functional>
#include <span>
#include <string_view>

#include "symbolic/rational.h"

namespace tangible {

enum class Kind : std::uint8_t {
  number,   // exact rational constant
  pi,       // the circle constant
  symbol,   // a named variable
  sum,      // operands in pairs: term, coefficient (a number; the term of a constant is the number 1)
  product,  // operands in pairs: base, exponent (a number)
  power,    // base ^ exponent, the exponent being no number
  sin,
  cos,
  tan,
  asin,
  acos,
  atan,
  atan2,  // atan2(y, x)
  exp,
  log,
  abs,
  sign,  // -1, 0, 1
  min,
  max,   // of two
  less,  // a < b: 1 or 0, and so are the next four
  less_equal,
  logical_and,
  logical_or,
  logical_not,
  select,  // select(condition, then, otherwise)
};

class Expr {
 public:
  constexpr Expr() = default;  // zero
  template <std::integral I>
  Expr(I integer) : Expr(Rational(integer)) {}  // NOLINT: integers are expressions
  Expr(const Rational& value);                  // NOLINT: so are rationals
  static constexpr Expr from_id(std::uint32_t id) {
    Expr e;
    e.id_ = id;
    return e;
  }

  constexpr std::uint32_t id() const { return id_; }
  Kind kind() const;
  // All operands as stored; of sums and products alternating term, coefficient or base, exponent.
  std::span<const Expr> operands() const;

  bool is(Kind k) const { return kind() == k; }
  bool is_zero() const { return id_ == 0; }  // structurally; see equality.h for the mathematical question
  bool is_one() const { return id_ == 1; }
  const Rational& value() const;  // of a number
  std::string_view name() const;  // of a symbol

  friend constexpr bool operator==(Expr a, Expr b) = default;

 private:
  std::uint32_t id_ = 0;
};

// The pairs of a sum (term, coefficient) or product (base, exponent).
struct Pair {
  Expr first;
  Expr second;
};
class Pairs {
 public:
  explicit Pairs(std::span<const Expr> operands) : operands_(operands) {}
  std::size_t size() const { return operands_.size() / 2; }
  Pair operator[](std::size_t i) const { return {operands_[2 * i], operands_[2 * i + 1]}; }
  struct Iterator {
    const Expr* at;
    Pair operator*() const { return {at[0], at[1]}; }
    Iterator& operator++() {
      at += 2;
      return *this;
    }
    friend bool operator==(Iterator a, Iterator b) = default;
  };
  Iterator begin() const { return {operands_.data()}; }
  Iterator end() const { return {operands_.data() + operands_.size()}; }

 private:
  std::span<const Expr> operands_;
};
inline Pairs pairs(Expr sum_or_product) { return Pairs(sum_or_product.operands()); }

// --- Leaves ---
Expr symbol(std::string_view name);  // the same name is the same symbol
Expr pi();
Expr real(double value);  // the decimal that the double prints as, exactly

// --- Arithmetic ---
Expr operator+(Expr a, Expr b);
Expr operator-(Expr a, Expr b);
Expr operator*(Expr a, Expr b);
Expr operator/(Expr a, Expr b);
Expr operator-(Expr a);
inline Expr& operator+=(Expr& a, Expr b) { return a = a + b; }
inline Expr& operator-=(Expr& a, Expr b) { return a = a - b; }
inline Expr& operator*=(Expr& a, Expr b) { return a = a * b; }
inline Expr& operator/=(Expr& a, Expr b) { return a = a / b; }

Expr sum(std::span<const Expr> terms);  // one sum of all the terms, as flat as they are given
Expr product(std::span<const Expr> factors);
Expr scale(Expr e, const Rational& factor);
// The same with a coefficient (second, a number) for each term (first).
Expr linear_combination(std::span<const Pair> terms);
Expr pow(Expr base, const Rational& exponent);
Expr pow(Expr base, Expr exponent);
template <std::integral I>
Expr pow(Expr base, I exponent) {
  return pow(base, Rational(exponent));
}
Expr sqrt(Expr a);

// --- Functions ---
Expr sin(Expr a);
Expr cos(Expr a);
Expr tan(Expr a);
Expr asin(Expr a);
Expr acos(Expr a);
Expr atan(Expr a);
Expr atan2(Expr y, Expr x);
Expr exp(Expr a);
Expr log(Expr a);
Expr abs(Expr a);
Expr sign(Expr a);
Expr min(Expr a, Expr b);
Expr max(Expr a, Expr b);
Expr less(Expr a, Expr b);
Expr less_equal(Expr a, Expr b);
Expr logical_and(Expr a, Expr b);
Expr logical_or(Expr a, Expr b);
Expr logical_not(Expr a);
Expr select(Expr condition, Expr then, Expr otherwise);
Expr step(Expr a);  // 0 below zero, 1 from zero on

// The same kind of node over new operands, through the constructors above: what substitution and friends need.
Expr rebuild(Kind kind, std::span<const Expr> operands);

// Every expression is coefficient * term with a number and a term that carries none.
struct Scaled {
  Rational coefficient;
  Expr term;
};
Scaled split_coefficient(Expr e);

}  // namespace tangible

template <>
struct std::hash<tangible::Expr> {
  std::size_t operator()(tangible::Expr e) const noexcept { return e.id() * std::size_t{0x9E3779B97F4A7C15}; }
};

#include "symbolic/graph.h"  // IWYU pragma: keep -- defines what Expr declares above
