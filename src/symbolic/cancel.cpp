// SPDX-License-Identifier: Apache-2.0
// Cancellation of rational functions.
#include "symbolic/cancel.h"

#include <algorithm>
#include <optional>

#include "symbolic/polynomial_division.h"

namespace tangible {
namespace {

bool is_constant(const Polynomial& p) { return p.size() == 1 && p[0].monomial == 0; }

// Generators g of which g^2 is known: sines and square roots.
std::vector<Generator> square_generators(const Ring& ring, const Polynomial& p) {
  std::vector<Generator> found;
  for (const PolynomialTerm& term : p)
    for (const GeneratorPower& f : ring.monomials().factors(term.monomial))
      if (ring.properties(f.generator).order == 2 && std::ranges::find(found, f.generator) == found.end())
        found.push_back(f.generator);
  return found;
}

// a + b g -> a - b g.
Polynomial conjugate(const Ring& ring, const Polynomial& p, Generator g) {
  Polynomial result = p;
  for (PolynomialTerm& term : result)
    if (ring.monomials().exponent(term.monomial, g) % 2 != 0) term.coefficient = -term.coefficient;
  return result;
}

// No negative exponents but of generators that have inverses.
bool is_in_ring(const Ring& ring, const Polynomial& p) {
  for (const PolynomialTerm& term : p)
    for (const GeneratorPower& f : ring.monomials().factors(term.monomial))
      if (f.exponent < 0 && !ring.is_invertible(f.generator)) return false;
  return true;
}

// Division in the ring: where n/d does not divide as it stands, n d*/(d d*) may, with the conjugate d* that takes a
// sine or a root out of the divisor.
std::optional<Polynomial> divide_in_ring(Ring& ring, const Polynomial& dividend, const Polynomial& divisor) {
  const auto divide = [&](const Polynomial& above, const Polynomial& below) {
    auto quotient = divide_exactly(ring, above, below);
    if (quotient && !is_in_ring(ring, *quotient)) quotient.reset();
    return quotient;
  };
  if (auto quotient = divide(dividend, divisor)) return quotient;
  for (const Generator g : square_generators(ring, divisor)) {
    const Polynomial other = conjugate(ring, divisor, g);
    const Polynomial norm = ring.multiply(divisor, other);
    if (norm.empty()) continue;
    if (auto quotient = divide(ring.multiply(dividend, other), norm)) return ring.collect(std::move(*quotient));
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
  numerator = ring.multiply_plain(above, {{shift, 1}});
  divisor = *divide_exactly(ring, divisor, common);
}

// Is p a multiple of q? The factor, if so.
std::optional<Rational> ratio(const Ring& ring, const Polynomial& p, const Polynomial& q) {
  if (p.size() != q.size()) return std::nullopt;
  const Rational factor = p[0].coefficient / q[0].coefficient;
  if (ring.scale(q, factor) == p) return factor;
  return std::nullopt;
}

// root/radicand is 1/root^(n-1): where every term above has a root and its radicand is below.
void join_roots(Ring& ring, Quotient& quotient) {
  if (quotient.numerator.empty()) return;
  for (const GeneratorPower f :
       std::vector<GeneratorPower>(ring.monomials().factors(quotient.numerator[0].monomial).begin(),
                                   ring.monomials().factors(quotient.numerator[0].monomial).end())) {
    const Ring::Properties& g = ring.properties(f.generator);
    const auto has_root = [&](const PolynomialTerm& term) {
      return ring.monomials().exponent(term.monomial, f.generator) > 0;
    };
    if (g.role != Ring::Role::root || !std::ranges::all_of(quotient.numerator, has_root)) continue;
    for (auto divisor = quotient.divisors.begin(); divisor != quotient.divisors.end(); ++divisor) {
      const auto factor = ratio(ring, g.square, divisor->factor);
      if (!factor || divisor->exponent > 1000) continue;
      const auto times = static_cast<std::int32_t>(divisor->exponent);
      const MonomialId below = ring.monomials().generator(f.generator, g.order * times);
      quotient.numerator = ring.scale(divide_by_monomial(ring, quotient.numerator, below), power(*factor, times));
      quotient.divisors.erase(divisor);
      break;
    }
  }
}

}  // namespace

// Factor by factor: divided out as often as it goes, else by what it has in common with the numerator.
Quotient cancelled(NormalForms& forms, const RationalFunction& function) {
  Ring& ring = forms.ring();
  Quotient result{function.numerator, {}};
  MonomialId below = 0;
  for (const auto& [number, exponent] : function.denominator) {
    Quotient::Divisor divisor{forms.fractions().factor(number), exponent};
    while (divisor.exponent > 0) {
      const auto quotient = divide_in_ring(ring, result.numerator, divisor.factor);
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
      const Rational size = divisor.factor[0].coefficient;
      result.numerator = ring.scale(result.numerator, power(size, -divisor.exponent));
    }
  }
  result.numerator = divide_by_monomial(ring, result.numerator, below);
  join_roots(ring, result);
  return result;
}

}  // namespace tangible
