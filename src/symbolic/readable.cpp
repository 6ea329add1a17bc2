// SPDX-License-Identifier: Apache-2.0
// Cancellation, choice of circular forms, and factoring put together.
#include "symbolic/readable.h"

#include <algorithm>
#include <map>
#include <optional>

#include "symbolic/factoring.h"
#include "symbolic/polynomial_division.h"
#include "symbolic/printed_length.h"
#include "symbolic/trigonometric_forms.h"

namespace tangible {
namespace {

// numerator / product of divisors^exponent.
struct Quotient {
  Polynomial numerator;
  struct Divisor {
    Polynomial factor;
    std::int64_t exponent;
  };
  std::vector<Divisor> divisors;
};

bool is_constant(const Polynomial& p) { return p.size() == 1 && p[0].monomial == 0; }

// Exact division, where need be after writing both in the sine of one angle: (1 - cos^2)/sin.
std::optional<Polynomial> divide_on_circle(NormalForms& forms, const Polynomial& dividend, const Polynomial& divisor) {
  Ring& ring = forms.ring();
  if (auto quotient = divide_exactly(ring, dividend, divisor)) return quotient;
  for (const Generator sine : circles_in(forms, divisor)) {
    const Polynomial above = in_sines(forms, dividend, sine);
    const Polynomial below = in_sines(forms, divisor, sine);
    if (above == dividend && below == divisor) continue;
    if (auto quotient = divide_exactly(ring, above, below)) return ring.collect(std::move(*quotient));
  }
  return std::nullopt;
}

// Takes out of numerator and divisor what both have.
void cancel_common_divisor(Ring& ring, Polynomial& numerator, Polynomial& divisor) {
  const MonomialId shift = lowest_exponents(ring, numerator);
  const Polynomial whole = divide_by_monomial(ring, numerator, shift);
  const Polynomial common = greatest_common_divisor(ring, whole, divisor);
  if (is_constant(common)) return;
  const Polynomial above = *divide_exactly(ring, whole, common);
  numerator = ring.multiply(above, {{shift, 1}});
  divisor = *divide_exactly(ring, divisor, common);
}

Quotient cancelled(NormalForms& forms, const RationalFunction& function) {
  Ring& ring = forms.ring();
  Quotient result{function.numerator, {}};
  MonomialId below = 0;  // divisors of a single term
  for (const auto& [number, exponent] : function.denominator) {
    Quotient::Divisor divisor{forms.fractions().factor(number), exponent};
    while (divisor.exponent > 0) {
      const auto quotient = divide_on_circle(forms, result.numerator, divisor.factor);
      if (!quotient) break;
      result.numerator = *quotient;
      --divisor.exponent;
    }
    if (divisor.exponent == 0) continue;
    if (divisor.factor.size() > 1 && divisor.exponent == 1)
      cancel_common_divisor(ring, result.numerator, divisor.factor);
    if (divisor.factor.size() > 1) {
      result.divisors.push_back(std::move(divisor));
    } else {
      const MonomialId single = divisor.factor[0].monomial;
      below = ring.monomials().multiply(below, ring.monomials().power(single, static_cast<int>(divisor.exponent)));
      result.numerator = ring.scale(result.numerator, divisor.factor[0].coefficient.inverse());
    }
  }
  result.numerator = divide_by_monomial(ring, result.numerator, below);
  return result;
}

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
  if (circular_degree(forms, p) > max_combined_degree) return list;
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
  const auto [place, added] = shortest_.try_emplace(p);
  if (added) place->second = shortest_form(forms_, p);
  return place->second;
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

std::vector<Expr> ReadableForms::of(const RationalFunction& function) {
  const Quotient quotient = cancelled(forms_, function);
  std::vector<Expr> below;
  for (const auto& [factor, exponent] : quotient.divisors)
    below.push_back(pow(factored(forms_, in_shortest_circular_forms(factor), Eagerness::saving), -exponent));
  const Expr divisor = product(below);
  std::vector<Expr> list;
  const Polynomial chosen = in_shortest_circular_forms(quotient.numerator);
  list.push_back(forms_.to_expr(chosen) * divisor);
  const auto put_factored = [&](const Polynomial& p) {
    if (p.size() > 1) list.push_back(factored(forms_, p, Eagerness::saving) * divisor);
    if (p.size() > 3) list.push_back(factored(forms_, p, Eagerness::eager) * divisor);
  };
  put_factored(chosen);
  if (chosen != quotient.numerator) put_factored(quotient.numerator);
  return list;
}

}  // namespace tangible
