// SPDX-License-Identifier: Apache-2.0
// Normal forms: expressions as rational functions of symbols, sines, cosines and roots.
#pragma once

#include <memory>
#include <span>
#include <unordered_map>
#include <vector>

#include "symbolic/angle_basis.h"
#include "symbolic/memo.h"
#include "symbolic/rational_function.h"

namespace tangible {

// Kinds of nodes that a normal form opens, and kinds that it writes by angles.
inline bool is_opened(Expr e) { return e.is(Kind::sum) || e.is(Kind::product); }
inline bool is_circular(Expr e) { return e.is(Kind::sin) || e.is(Kind::cos) || e.is(Kind::tan); }

// Sums and products are opened down to symbols and functions. Sines and cosines are written in those of a basis of the
// angles that occur; cos(pi/12), cos(pi/6), ... in roots of 2 and 3; exponentials in those of their atoms; roots keep
// the relation root^n = radicand; other functions are generators themselves.
class NormalForms {
 public:
  // Collects the angles, exponentials and roots below the roots; forms exist only for nodes below them.
  NormalForms(std::span<const Expr> roots, std::size_t budget, AngleChoice choice = AngleChoice::whole);

  // Throws WorkLimit beyond the budget, ArithmeticError when a denominator is identically zero.
  const RationalFunction& of(Expr e);
  // A node whose form has more terms than this is a generator in the forms that use it.
  void set_max_terms(std::size_t terms) { max_terms_ = terms; }

  Ring& ring() { return ring_; }
  const Ring& ring() const { return ring_; }
  Fractions& fractions() { return fractions_; }
  const AngleBasis& angles() const { return *angles_; }
  std::size_t base_angle(Generator sine_or_cosine) const { return base_angles_.at(sine_or_cosine); }

  // Back to expressions: flat sums over products. sin/cos is written tan, exp(a) exp(b) is written exp(a + b).
  Expr to_expr(std::span<const GeneratorPower> powers) const;
  Expr to_expr(MonomialId monomial) const { return to_expr(ring_.monomials().factors(monomial)); }
  Expr to_expr(const Polynomial& polynomial) const;
  Expr to_expr(const RationalFunction& function) const;

 private:
  struct Point {
    Polynomial cosine;
    Polynomial sine;
  };
  void survey(std::span<const Expr> roots, AngleChoice choice);
  void survey_node(Expr e, std::vector<Angle>& angles);
  RationalFunction compute(Expr e);
  RationalFunction compute_product(Expr e);
  RationalFunction root_power(Expr base, const Rational& exponent);
  Polynomial number_root(std::int64_t prime);
  RationalFunction circular(Expr e);
  const Point& point_of(Expr argument);
  Point multiply(const Point& a, const Point& b);
  Point twelfth_half_turns(std::int64_t k);
  RationalFunction exponential(Expr e);

  Ring ring_;
  Fractions fractions_{ring_};
  std::unique_ptr<AngleBasis> angles_;
  std::unordered_map<Expr, std::int64_t> root_orders_;    // by radicand: common multiple of the orders
  std::unordered_map<Expr, Rational> exponential_steps_;  // by atom: common measure of its coefficients
  std::unordered_map<Generator, std::size_t> base_angles_;
  std::unordered_map<Expr, Point> points_;
  std::unordered_map<Expr, RationalFunction> forms_;
  std::size_t max_terms_ = SIZE_MAX;
};

}  // namespace tangible
