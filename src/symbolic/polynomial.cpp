// SPDX-License-Identifier: Apache-2.0
// Sparse polynomial arithmetic modulo the relations of the generators.
#include "symbolic/polynomial.h"

#include <algorithm>

namespace tangible {

// Spent before the work is done, so that nothing large is ever begun.
void Ring::spend(std::size_t work) {
  if (work > budget_) {
    budget_ = 0;
    throw WorkLimit("polynomial arithmetic beyond its budget");
  }
  budget_ -= work;
}

Generator Ring::find_or_add(Expr e, const Properties& properties) {
  const auto [place, added] = by_expr_.emplace(e, static_cast<Generator>(generators_.size()));
  if (added) generators_.push_back(properties);
  return place->second;
}

Generator Ring::free(Expr e) { return find_or_add(e, {Role::free, e, 0, 0, {}}); }

// Sine and cosine come together, the cosine first, with sin^2 = 1 - cos^2 as relation of the sine.
Generator Ring::sine(Expr angle) {
  const Expr s = sin(angle);
  if (!s.is(Kind::sin) || !cos(angle).is(Kind::cos)) throw WorkLimit("an angle whose sine is no sine");  // asin(x)
  if (const auto known = by_expr_.find(s); known != by_expr_.end()) return known->second;
  const Generator cosine_generator = find_or_add(cos(angle), {Role::cosine, cos(angle), 0, 0, {}});
  const MonomialId cosine_squared = monomials_.generator(cosine_generator, 2);
  const Generator sine_generator =
      find_or_add(s, {Role::sine, s, cosine_generator, 2, collect_plain({{0, 1}, {cosine_squared, -1}})});
  generators_[cosine_generator].partner = sine_generator;
  return sine_generator;
}

Generator Ring::root(Expr e, std::int32_t order, const Polynomial& base) {
  return find_or_add(e, {Role::root, e, 0, order, base});
}

Polynomial Ring::constant(const Rational& value) const {
  if (value.is_zero()) return {};
  return {{0, value}};
}

Polynomial Ring::monomial(MonomialId id, const Rational& coefficient) { return collect({{id, coefficient}}); }

Polynomial Ring::add(const Polynomial& a, const Polynomial& b) { return add_scaled(a, b, 1); }

// A merge of two sorted lists; terms that cancel are dropped.
Polynomial Ring::add_scaled(const Polynomial& a, const Polynomial& b, const Rational& factor) {
  Polynomial sum;
  sum.reserve(a.size() + b.size());
  std::size_t i = 0;
  std::size_t j = 0;
  while (i < a.size() || j < b.size()) {
    if (j == b.size() || (i < a.size() && a[i].monomial < b[j].monomial)) {
      sum.push_back(a[i++]);
    } else if (i == a.size() || b[j].monomial < a[i].monomial) {
      sum.push_back({b[j].monomial, b[j].coefficient * factor});
      ++j;
    } else {
      Rational coefficient = a[i].coefficient + b[j].coefficient * factor;
      if (!coefficient.is_zero()) sum.push_back({a[i].monomial, std::move(coefficient)});
      ++i;
      ++j;
    }
  }
  spend(sum.size() / 4 + 1);
  return sum;
}

Polynomial Ring::scale(const Polynomial& a, const Rational& factor) const {
  if (factor.is_zero()) return {};
  Polynomial scaled = a;
  if (!factor.is_one())
    for (PolynomialTerm& term : scaled) term.coefficient = term.coefficient * factor;
  return scaled;
}

Polynomial Ring::multiply(const Polynomial& a, const Polynomial& b) {
  if (a.size() == 1 && a[0].monomial == 0) return scale(b, a[0].coefficient);
  if (b.size() == 1 && b[0].monomial == 0) return scale(a, b[0].coefficient);
  return collect(products(a, b));
}

Polynomial Ring::multiply_plain(const Polynomial& a, const Polynomial& b) { return collect_plain(products(a, b)); }

// All products of two terms, neither sorted nor added up.
std::vector<PolynomialTerm> Ring::products(const Polynomial& a, const Polynomial& b) {
  spend(a.size() * b.size());
  std::vector<PolynomialTerm> terms;
  terms.reserve(a.size() * b.size());
  for (const PolynomialTerm& left : a)
    for (const PolynomialTerm& right : b)
      terms.push_back({monomials_.multiply(left.monomial, right.monomial), left.coefficient * right.coefficient});
  return terms;
}

// Repeated squaring.
Polynomial Ring::power(const Polynomial& a, std::int64_t exponent) {
  Polynomial result = constant(1);
  Polynomial square = a;
  for (; exponent != 0; exponent >>= 1) {
    if (exponent & 1) result = multiply(result, square);
    if (exponent > 1) square = multiply(square, square);
  }
  return result;
}

// Sorts, and adds up what has the same monomial.
Polynomial Ring::collect_plain(std::vector<PolynomialTerm> terms) {
  const auto by_monomial = [](const PolynomialTerm& x, const PolynomialTerm& y) { return x.monomial < y.monomial; };
  if (!std::is_sorted(terms.begin(), terms.end(), by_monomial)) std::sort(terms.begin(), terms.end(), by_monomial);
  std::size_t kept = 0;
  for (std::size_t i = 0; i < terms.size();) {
    PolynomialTerm term = std::move(terms[i]);
    for (++i; i < terms.size() && terms[i].monomial == term.monomial; ++i)
      term.coefficient = term.coefficient + terms[i].coefficient;
    if (!term.coefficient.is_zero()) terms[kept++] = std::move(term);
  }
  terms.resize(kept);
  return terms;
}

// Monomials that a relation applies to are replaced by their normal forms, the others stay in place.
Polynomial Ring::collect(std::vector<PolynomialTerm> terms) {
  const std::size_t given = terms.size();
  std::size_t kept = 0;
  for (std::size_t i = 0; i < given; ++i) {
    if (!is_reducible(terms[i].monomial)) {
      if (kept != i) terms[kept] = terms[i];
      ++kept;
      continue;
    }
    const PolynomialTerm reducible = terms[i];
    for (const PolynomialTerm& term : normal_form(reducible.monomial))
      terms.push_back({term.monomial, term.coefficient * reducible.coefficient});
  }
  if (kept != given)
    terms.erase(terms.begin() + static_cast<std::ptrdiff_t>(kept), terms.begin() + static_cast<std::ptrdiff_t>(given));
  return collect_plain(std::move(terms));
}

// Whether a relation applies; computed once for each monomial.
bool Ring::is_reducible(MonomialId id) {
  if (id >= reducible_.size()) reducible_.resize(monomials_.size(), 0);
  char& known = reducible_[id];
  if (known == 0) {
    known = 1;
    for (const GeneratorPower& f : monomials_.factors(id)) {
      const std::int32_t order = generators_[f.generator].order;
      if (order != 0 && (f.exponent >= order || f.exponent < 0)) known = 2;
    }
  }
  return known == 2;
}

// The first factor that is too high, g^(k n + r), becomes g^r base^k; the product with the rest is again in normal
// form.
const Polynomial& Ring::normal_form(MonomialId id) {
  if (const auto known = normal_forms_.find(id); known != normal_forms_.end()) return known->second;
  GeneratorPower high;
  for (const GeneratorPower& f : monomials_.factors(id)) {
    const std::int32_t order = generators_[f.generator].order;
    if (order != 0 && f.exponent >= order) high = f;
    if (order != 0 && f.exponent < 0) throw std::logic_error("a root in a denominator");
  }
  const Properties& g = generators_[high.generator];
  const std::int32_t times = high.exponent / g.order;
  const MonomialId taken = monomials_.generator(high.generator, times * g.order);
  const Polynomial rest = monomial(monomials_.divide(id, taken));
  Polynomial result = multiply(rest, power(Polynomial(g.square), times));
  return normal_forms_.emplace(id, std::move(result)).first->second;
}

}  // namespace tangible
