// SPDX-License-Identifier: Apache-2.0
// Exact division and the primitive remainder sequence.
#include "symbolic/polynomial_division.h"

#include <algorithm>
#include <map>

namespace tangible {
namespace {

// The first term in lexicographic order. The leading term of a product is the product of the leading terms.
PolynomialTerm leading_term(const Ring& ring, const Polynomial& p) {
  return *std::ranges::max_element(p, [&](const PolynomialTerm& a, const PolynomialTerm& b) {
    return ring.monomials().comes_before(b.monomial, a.monomial);
  });
}

// A polynomial as one in a single generator: the coefficient of its i-th power at place i.
using Univariate = std::vector<Polynomial>;

Univariate coefficients_in(Ring& ring, const Polynomial& p, Generator x) {
  Univariate coefficients;
  for (const PolynomialTerm& term : p) {
    const std::int32_t degree = ring.monomials().exponent(term.monomial, x);
    const auto place = static_cast<std::size_t>(degree);
    if (coefficients.size() <= place) coefficients.resize(place + 1);
    const MonomialId rest = ring.monomials().divide(term.monomial, ring.monomials().generator(x, degree));
    coefficients[place].push_back({rest, term.coefficient});
  }
  for (Polynomial& c : coefficients) c = Ring::collect_plain(std::move(c));
  return coefficients;
}

// And back.
Polynomial from_coefficients(Ring& ring, const Univariate& coefficients, Generator x) {
  std::vector<PolynomialTerm> terms;
  for (std::size_t i = 0; i < coefficients.size(); ++i) {
    const MonomialId power = ring.monomials().generator(x, static_cast<std::int32_t>(i));
    for (const PolynomialTerm& term : coefficients[i])
      terms.push_back({ring.monomials().multiply(term.monomial, power), term.coefficient});
  }
  return Ring::collect_plain(std::move(terms));
}

std::vector<Generator> generators_of(const Ring& ring, const Polynomial& p) {
  std::vector<Generator> found;
  for (const PolynomialTerm& term : p)
    for (const GeneratorPower& f : ring.monomials().factors(term.monomial)) found.push_back(f.generator);
  std::ranges::sort(found);
  found.erase(std::ranges::unique(found).begin(), found.end());
  return found;
}

// Common divisors are known up to a number: the leading coefficient is made one.
Polynomial monic(const Ring& ring, const Polynomial& p) {
  return p.empty() ? p : ring.scale(p, leading_term(ring, p).coefficient.inverse());
}

// The common divisor of all coefficients.
Polynomial content(Ring& ring, const Univariate& coefficients) {
  Polynomial common;
  for (const Polynomial& c : coefficients) {
    common = greatest_common_divisor(ring, common, c);
    if (common.size() == 1 && common[0].monomial == 0) break;
  }
  return common;
}

void divide_all(Ring& ring, Univariate& coefficients, const Polynomial& divisor) {
  for (Polynomial& c : coefficients)
    if (!c.empty()) c = *divide_exactly(ring, c, divisor);
}

// The rest of lead(b)^k a divided by b, which needs no fractions.
Univariate pseudo_remainder(Ring& ring, Univariate a, const Univariate& b) {
  while (a.size() >= b.size()) {
    const Polynomial lead = a.back();
    const std::size_t shift = a.size() - b.size();
    for (std::size_t i = 0; i < a.size(); ++i) {
      a[i] = ring.multiply_plain(a[i], b.back());
      if (i >= shift) a[i] = ring.add_scaled(a[i], ring.multiply_plain(lead, b[i - shift]), -1);
    }
    while (!a.empty() && a.back().empty()) a.pop_back();
  }
  return a;
}

// Both have x in them: Euclid's algorithm on the primitive parts, times the common divisor of the contents (Gauss).
Polynomial common_divisor_in(Ring& ring, const Polynomial& a, const Polynomial& b, Generator x) {
  Univariate p = coefficients_in(ring, a, x);
  Univariate q = coefficients_in(ring, b, x);
  const Polynomial content_p = content(ring, p);
  const Polynomial content_q = content(ring, q);
  divide_all(ring, p, content_p);
  divide_all(ring, q, content_q);
  if (p.size() < q.size()) std::swap(p, q);
  while (q.size() > 1) {
    Univariate rest = pseudo_remainder(ring, std::move(p), q);
    p = std::move(q);
    if (!rest.empty()) divide_all(ring, rest, content(ring, rest));
    q = std::move(rest);
  }
  const Polynomial outside = greatest_common_divisor(ring, content_p, content_q);
  if (!q.empty()) return outside;  // a rest without x: the primitive parts have nothing in common
  return ring.multiply_plain(outside, from_coefficients(ring, p, x));
}

}  // namespace

MonomialId lowest_exponents(Ring& ring, const Polynomial& p) {
  if (p.empty()) return 0;
  MonomialId lowest = p.front().monomial;
  for (const PolynomialTerm& term : p) lowest = ring.monomials().common(lowest, term.monomial);
  return lowest;
}

Polynomial divide_by_monomial(Ring& ring, const Polynomial& p, MonomialId divisor) {
  if (divisor == 0) return p;
  std::vector<PolynomialTerm> terms;
  for (const PolynomialTerm& term : p)
    terms.push_back({ring.monomials().divide(term.monomial, divisor), term.coefficient});
  return Ring::collect_plain(std::move(terms));
}

// School division from the leading term down, on polynomials shifted to exponents from zero on. It stops at the first
// term that the divisor's leading term does not divide: then there is a rest.
std::optional<Polynomial> divide_exactly(Ring& ring, const Polynomial& dividend, const Polynomial& divisor) {
  MonomialTable& monomials = ring.monomials();
  const auto order = [&](MonomialId a, MonomialId b) { return monomials.comes_before(a, b); };
  const PolynomialTerm lead = leading_term(ring, divisor);
  const MonomialId shift = lowest_exponents(ring, dividend);
  const MonomialId divisor_shift = lowest_exponents(ring, divisor);
  const MonomialId lead_monomial = monomials.divide(lead.monomial, divisor_shift);
  std::map<MonomialId, Rational, decltype(order)> rest(order);
  for (const PolynomialTerm& term : dividend) rest.emplace(monomials.divide(term.monomial, shift), term.coefficient);
  std::vector<PolynomialTerm> quotient;
  while (!rest.empty()) {
    const auto [monomial, coefficient] = *rest.begin();
    if (!monomials.divides(lead_monomial, monomial)) return std::nullopt;
    ring.spend(divisor.size());
    const MonomialId q = monomials.divide(monomial, lead_monomial);
    const Rational c = coefficient / lead.coefficient;
    quotient.push_back({q, c});
    for (const PolynomialTerm& term : divisor) {
      const MonomialId place = monomials.multiply(q, monomials.divide(term.monomial, divisor_shift));
      Rational& left = rest.emplace(place, 0).first->second;
      left = left - c * term.coefficient;
      if (left.is_zero()) rest.erase(place);
    }
  }
  const MonomialId back = monomials.divide(shift, divisor_shift);
  for (PolynomialTerm& term : quotient) term.monomial = monomials.multiply(term.monomial, back);
  return Ring::collect_plain(std::move(quotient));
}

// Term by term from the leading one: the rest p - q^2 begins with twice the product of the leading term and the next.
std::optional<Polynomial> exact_square_root(Ring& ring, const Polynomial& p) {
  MonomialTable& monomials = ring.monomials();
  if (p.empty()) return std::nullopt;
  const PolynomialTerm lead = leading_term(ring, p);
  std::vector<GeneratorPower> half;
  for (const GeneratorPower& f : monomials.factors(lead.monomial)) {
    if (f.exponent % 2 != 0) return std::nullopt;
    half.push_back({f.generator, f.exponent / 2});
  }
  Rational size;
  if (!exact_root(lead.coefficient, 2, size)) return std::nullopt;
  const PolynomialTerm first{monomials.intern(half), size};
  Polynomial root{first};
  Polynomial rest = ring.add_scaled(p, {lead}, -1);
  while (!rest.empty()) {
    const PolynomialTerm next = leading_term(ring, rest);
    if (!monomials.divides(first.monomial, next.monomial) || root.size() > p.size()) return std::nullopt;
    const PolynomialTerm term{monomials.divide(next.monomial, first.monomial), next.coefficient / (size * 2)};
    // p - (q + t)^2 = (p - q^2) - t (2 q + t)
    Polynomial twice = ring.scale(root, 2);
    twice = ring.add_scaled(twice, {term}, 1);
    rest = ring.add_scaled(rest, ring.multiply_plain(twice, {term}), -1);
    root = ring.add_scaled(root, {term}, 1);
  }
  return root;
}

Polynomial greatest_common_divisor(Ring& ring, const Polynomial& a, const Polynomial& b) {
  if (a.empty()) return monic(ring, b);
  if (b.empty()) return monic(ring, a);
  ring.spend(a.size() + b.size());
  const std::vector<Generator> in_a = generators_of(ring, a);
  const std::vector<Generator> in_b = generators_of(ring, b);
  // A generator in one of them only cannot be in a common divisor: that one's content can take its place.
  for (const Generator x : in_a)
    if (!std::ranges::binary_search(in_b, x))
      return greatest_common_divisor(ring, content(ring, coefficients_in(ring, a, x)), b);
  for (const Generator x : in_b)
    if (!std::ranges::binary_search(in_a, x))
      return greatest_common_divisor(ring, a, content(ring, coefficients_in(ring, b, x)));
  if (in_a.empty()) return ring.constant(1);
  return monic(ring, common_divisor_in(ring, a, b, in_a.front()));
}

}  // namespace tangible
