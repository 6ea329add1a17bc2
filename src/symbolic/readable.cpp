// SPDX-License-Identifier: Apache-2.0
// Cancellation, choice of circular forms, and factoring put together.
#include "symbolic/readable.h"

#include <algorithm>
#include <map>
#include <optional>

#include "symbolic/cancel.h"
#include "symbolic/factoring.h"
#include "symbolic/polynomial_division.h"
#include "symbolic/printed_length.h"
#include "symbolic/trigonometric_forms.h"

namespace tangible {
namespace {

// Terms with the same set of angles, each set combined apart.
Polynomial in_angle_sums_by_set(NormalForms& forms, const Polynomial& p) {
  std::map<std::vector<std::size_t>, Polynomial> sets;
  for (const PolynomialTerm& term : p) {
    std::vector<std::size_t> angles;
    for (const Generator sine : circles_in(forms, {term})) angles.push_back(forms.base_angle(sine));
    std::ranges::sort(angles);
    sets[angles].push_back(term);
  }
  if (sets.size() < 2) return in_angle_sums(forms, p);
  std::vector<PolynomialTerm> all;
  for (const auto& [angles, terms] : sets) {
    const Polynomial combined = in_angle_sums(forms, terms);
    const bool shorter = printed_length(forms.to_expr(combined)) < printed_length(forms.to_expr(terms));
    const Polynomial& chosen = shorter ? combined : terms;
    all.insert(all.end(), chosen.begin(), chosen.end());
  }
  return Ring::collect_plain(std::move(all));
}

// A single term is as short as it can be, unless it has the sine and the cosine of one angle.
bool may_be_shorter(const NormalForms& forms, const Polynomial& p) {
  if (p.size() > 1) return true;
  const Ring& ring = forms.ring();
  for (const GeneratorPower& f : ring.monomials().factors(p[0].monomial)) {
    const Ring::Properties& g = ring.properties(f.generator);
    if (g.role == Ring::Role::sine && ring.monomials().exponent(p[0].monomial, g.partner) > 0) return true;
  }
  return false;
}

// A product of d sines and cosines is a sum of 2^(d-1): beyond this degree that is nothing to read.
constexpr std::int32_t max_combined_degree = 4;

std::int32_t circular_degree(const NormalForms& forms, const Polynomial& p) {
  std::int32_t highest = 0;
  for (const PolynomialTerm& term : p) {
    std::int32_t degree = 0;
    for (const GeneratorPower& f : forms.ring().monomials().factors(term.monomial)) degree += std::max(f.exponent, 0);
    highest = std::max(highest, degree);
  }
  return highest;
}

// Longer sums are factored in one way only.
constexpr std::size_t max_terms_twice = 16;

// The forms of terms that share one coefficient.
std::vector<Polynomial> circular_forms(NormalForms& forms, const Polynomial& p) {
  std::vector<Polynomial> list{p};
  const auto put = [&](Polynomial form) {
    if (std::ranges::find(list, form) == list.end()) list.push_back(std::move(form));
  };
  put(with_squares_joined(forms, p));
  const std::vector<Generator> sines = circles_in(forms, p);
  Polynomial all_in_sines = p;
  for (const Generator sine : sines) {
    all_in_sines = in_sines(forms, all_in_sines, sine);
    if (sines.size() > 1 && sines.size() <= 3) put(with_squares_joined(forms, in_sines(forms, p, sine)));
  }
  put(with_squares_joined(forms, all_in_sines));
  put(std::move(all_in_sines));
  put(in_double_angles(forms, p));
  if (circular_degree(forms, p) > (sines.size() == 1 ? 2 : 1) * max_combined_degree) return list;
  put(in_angle_sums(forms, p));
  if (p.size() > 1) put(in_angle_sums_by_set(forms, p));
  return list;
}

// Only forms with about as few terms as the best are worth measuring.
Polynomial shortest_form(NormalForms& forms, const Polynomial& p) {
  if (!may_be_shorter(forms, p)) return p;
  std::vector<Polynomial> list = circular_forms(forms, p);
  const std::size_t fewest = std::ranges::min(list, {}, &Polynomial::size).size();
  std::erase_if(list, [&](const Polynomial& form) { return form.size() > fewest + 1; });
  if (list.size() == 1) return list[0];
  return *std::ranges::min_element(list, {},
                                   [&](const Polynomial& form) { return printed_length(forms.to_expr(form)); });
}

// The sines and cosines of a monomial with positive exponents.
MonomialId circular_part(Ring& ring, MonomialId id) {
  MonomialId circular = 0;
  for (std::size_t i = 0; i < ring.monomials().factors(id).size(); ++i) {
    const GeneratorPower f = ring.monomials().factors(id)[i];
    const Ring::Role role = ring.properties(f.generator).role;
    if ((role == Ring::Role::sine || role == Ring::Role::cosine) && f.exponent > 0)
      circular = ring.monomials().multiply(circular, ring.monomials().generator(f.generator, f.exponent));
  }
  return circular;
}

}  // namespace

bool ReadableForms::Before::operator()(const Polynomial& a, const Polynomial& b) const {
  return std::ranges::lexicographical_compare(a, b, [](const PolynomialTerm& x, const PolynomialTerm& y) {
    return x.monomial != y.monomial ? x.monomial < y.monomial : x.coefficient < y.coefficient;
  });
}

const Polynomial& ReadableForms::shortest_circular_form(const Polynomial& p) {
  // Kept only when found: the search may run out of budget, and what it left behind would read as zero.
  if (const auto known = shortest_.find(p); known != shortest_.end()) return known->second;
  return shortest_.emplace(p, shortest_form(forms_, p)).first->second;
}

Polynomial ReadableForms::in_shortest_circular_forms(const Polynomial& p) {
  if (circles_in(forms_, p).empty()) return p;
  Ring& ring = forms_.ring();
  std::map<MonomialId, Polynomial> by_coefficient;
  for (const PolynomialTerm& term : p) {
    const MonomialId circular = circular_part(ring, term.monomial);
    by_coefficient[ring.monomials().divide(term.monomial, circular)].push_back({circular, term.coefficient});
  }
  std::vector<PolynomialTerm> all;
  for (auto& [coefficient, terms] : by_coefficient)
    for (const PolynomialTerm& term : shortest_circular_form(Ring::collect_plain(std::move(terms))))
      all.push_back({ring.monomials().multiply(coefficient, term.monomial), term.coefficient});
  return Ring::collect_plain(std::move(all));
}

// x^2 + 2 x y + y^2 below the line is (x + y)^2.
Expr ReadableForms::write_divisor(const Quotient::Divisor& divisor) {
  if (const auto root = exact_square_root(forms_.ring(), divisor.factor))
    return pow(factored(forms_, in_shortest_circular_forms(*root), Eagerness::saving), -2 * divisor.exponent);
  return pow(factored(forms_, in_shortest_circular_forms(divisor.factor), Eagerness::saving), -divisor.exponent);
}

// Flat, then factored, from the form with the shortest sines and cosines; factored also from the normal form, whose
// squares may have more in common.
void ReadableForms::put_forms(const Quotient& quotient, std::vector<Expr>& list) {
  std::vector<Expr> below;
  for (const Quotient::Divisor& divisor : quotient.divisors) below.push_back(write_divisor(divisor));
  const Expr divisor = product(below);
  const auto put = [&](Expr above) { list.push_back(with_tangents(above * divisor)); };
  const Polynomial chosen = in_shortest_circular_forms(quotient.numerator);
  put(forms_.to_expr(chosen));
  const auto put_factored = [&](const Polynomial& p) {
    if (p.size() > 1) put(factored(forms_, p, Eagerness::saving));
    if (p.size() > 3 && p.size() <= max_terms_twice) put(factored(forms_, p, Eagerness::eager));
  };
  put_factored(chosen);
  if (chosen != quotient.numerator && chosen.size() <= max_terms_twice) put_factored(quotient.numerator);
  put_square(quotient.numerator, divisor, list);
}

// c m q^2 with the square of a sum q, where the polynomial is one.
void ReadableForms::put_square(const Polynomial& p, Expr divisor, std::vector<Expr>& list) {
  if (p.size() < 3) return;
  Ring& ring = forms_.ring();
  const MonomialId outside = lowest_exponents(ring, p);
  const Polynomial inside = divide_by_monomial(ring, p, outside);
  const Rational size = inside.front().coefficient;
  for (const Rational& factor : {Rational(1), size, -size}) {
    const auto root = exact_square_root(ring, ring.scale(inside, factor.inverse()));
    if (!root) continue;
    const Expr square = pow(factored(forms_, in_shortest_circular_forms(*root), Eagerness::saving), 2);
    list.push_back(with_tangents(scale(forms_.to_expr(outside), factor) * square * divisor));
    return;
  }
}

std::vector<Expr> ReadableForms::of(const RationalFunction& function) {
  std::vector<Expr> list;
  put_forms(cancelled(forms_, function), list);
  // Divisors multiplied out may combine on the circle: (1 - sin)(1 + sin) is cos^2.
  std::int64_t divisors = 0;
  for (const auto& [number, exponent] : function.denominator) divisors += exponent;
  if (divisors < 2 || divisors > 4) return list;
  Fractions& fractions = forms_.fractions();
  const RationalFunction below{fractions.expand(function.denominator), {}};
  put_forms(cancelled(forms_, fractions.multiply({function.numerator, {}}, fractions.power(below, -1))), list);
  return list;
}

}  // namespace tangible
