// SPDX-License-Identifier: Apache-2.0
// Polynomials over the rationals in generators that obey relations: sin^2 = 1 - cos^2, root^n = radicand.
//
// Every polynomial that a Ring returns is in normal form: no sine has an exponent above 1, no n-th root one above n -
// 1. So a polynomial is zero as a function exactly when it has no terms, provided that the generators obey no relation
// that the ring does not have.
#pragma once

#include <cstddef>
#include <unordered_map>
#include <vector>

#include "symbolic/expr.h"
#include "symbolic/monomial.h"

namespace tangible {

struct PolynomialTerm {
  MonomialId monomial = 0;
  Rational coefficient;
  friend bool operator==(const PolynomialTerm&, const PolynomialTerm&) = default;
};
using Polynomial = std::vector<PolynomialTerm>;  // by ascending monomial number, coefficients not zero

class Ring {
 public:
  // The budget counts products of terms.
  explicit Ring(std::size_t budget) : budget_(budget) {}

  // --- Generators ---
  enum class Role { free, sine, cosine, root };
  struct Properties {
    Role role = Role::free;
    Expr expr;               // the expression it represents
    Generator partner = 0;   // the cosine of a sine, the sine of a cosine
    std::int32_t order = 0;  // this power of it is `square`: 2 for a sine; 0 where there is no relation
    Polynomial square;
  };
  // Each answers with the generator made before when there is one for the same expression.
  Generator free(Expr e);
  Generator sine(Expr angle);  // the generator of the cosine is its partner
  Generator root(Expr e, std::int32_t order, const Polynomial& base);
  const Properties& properties(Generator g) const { return generators_[g]; }
  std::size_t generators() const { return generators_.size(); }
  // Division by it is a negative exponent. Not so for sines and cosines, whose inverses obey further relations.
  bool is_invertible(Generator g) const { return generators_[g].role == Role::free; }

  // --- Arithmetic ---
  Polynomial constant(const Rational& value) const;
  Polynomial monomial(MonomialId id, const Rational& coefficient = 1);
  Polynomial add(const Polynomial& a, const Polynomial& b);
  Polynomial add_scaled(const Polynomial& a, const Polynomial& b, const Rational& factor);
  Polynomial scale(const Polynomial& a, const Rational& factor) const;
  Polynomial multiply(const Polynomial& a, const Polynomial& b);
  Polynomial power(const Polynomial& a, std::int64_t exponent);  // not negative

  // Any terms, in any order -> a polynomial. Relations are applied.
  Polynomial collect(std::vector<PolynomialTerm> terms);
  // The same without applying relations, for division and for forms that are meant to be read.
  Polynomial multiply_plain(const Polynomial& a, const Polynomial& b);
  static Polynomial collect_plain(std::vector<PolynomialTerm> terms);

  MonomialTable& monomials() { return monomials_; }
  const MonomialTable& monomials() const { return monomials_; }
  void spend(std::size_t work);
  std::size_t left() const { return budget_; }

 private:
  std::vector<PolynomialTerm> products(const Polynomial& a, const Polynomial& b);
  bool is_reducible(MonomialId id);
  const Polynomial& normal_form(MonomialId id);
  Generator find_or_add(Expr e, const Properties& properties);

  std::size_t budget_;
  MonomialTable monomials_;
  std::vector<Properties> generators_;
  std::unordered_map<Expr, Generator> by_expr_;
  std::vector<char> reducible_;  // by monomial: 0 not known, 1 no, 2 yes
  std::unordered_map<MonomialId, Polynomial> normal_forms_;
};

}  // namespace tangible
