// SPDX-License-Identifier: Apache-2.0
// Arithmetic of rational functions with factored denominators.
#include "symbolic/rational_function.h"

#include <algorithm>
#include <iterator>

namespace tangible {
namespace {

using Divisors = std::vector<RationalFunction::Divisor>;

// GeneratorPower by factor, the exponents of both combined.
template <typename Combine>
Divisors merge(const Divisors& a, const Divisors& b, Combine combine) {
  Divisors merged;
  std::size_t i = 0;
  std::size_t j = 0;
  while (i < a.size() || j < b.size()) {
    if (j == b.size() || (i < a.size() && a[i].factor < b[j].factor)) {
      merged.push_back(a[i++]);
    } else if (i == a.size() || b[j].factor < a[i].factor) {
      merged.push_back(b[j++]);
    } else {
      merged.push_back({a[i].factor, combine(a[i].exponent, b[j].exponent)});
      ++i;
      ++j;
    }
  }
  return merged;
}

// The largest monomial that divides all terms.
MonomialId common_monomial(MonomialTable& monomials, const Polynomial& p) {
  MonomialId common = p.front().monomial;
  for (const PolynomialTerm& term : p) common = monomials.common(common, term.monomial);
  return common;
}

}  // namespace

// There are few factors: a search through all is quick.
std::uint32_t Fractions::find_or_add(const Polynomial& factor) {
  const auto known = std::ranges::find(factors_, factor);
  if (known == factors_.end()) {
    factors_.push_back(factor);
    return static_cast<std::uint32_t>(factors_.size() - 1);
  }
  return static_cast<std::uint32_t>(known - factors_.begin());
}

Polynomial Fractions::expand(const Divisors& denominator) {
  Polynomial product = ring_.constant(1);
  for (const auto& [number, exponent] : denominator)
    product = ring_.multiply(product, ring_.power(Polynomial(factors_[number]), exponent));
  return product;
}

// The factor that brings the numerator from its own denominator to the common one.
Polynomial Fractions::missing(const RationalFunction& of, const Divisors& common) {
  Divisors rest;
  for (const auto& divisor : common) {
    const auto own = std::ranges::find(of.denominator, divisor.factor, &RationalFunction::Divisor::factor);
    const std::int64_t have = own == of.denominator.end() ? 0 : own->exponent;
    if (divisor.exponent > have) rest.push_back({divisor.factor, divisor.exponent - have});
  }
  return expand(rest);
}

// Equal denominators, the common case, need no multiplication. A sum that vanishes loses its denominator.
RationalFunction Fractions::add_scaled(const RationalFunction& a, const RationalFunction& b, const Rational& factor) {
  if (a.denominator == b.denominator) {
    RationalFunction sum{ring_.add_scaled(a.numerator, b.numerator, factor), a.denominator};
    if (sum.numerator.empty()) sum.denominator.clear();
    return sum;
  }
  Divisors common = merge(a.denominator, b.denominator, [](auto x, auto y) { return std::max(x, y); });
  const Polynomial left = ring_.multiply(a.numerator, missing(a, common));
  const Polynomial right = ring_.multiply(b.numerator, missing(b, common));
  RationalFunction sum{ring_.add_scaled(left, right, factor), std::move(common)};
  if (sum.numerator.empty()) sum.denominator.clear();
  return sum;
}

RationalFunction Fractions::multiply(const RationalFunction& a, const RationalFunction& b) {
  RationalFunction product{ring_.multiply(a.numerator, b.numerator), {}};
  if (!product.numerator.empty())
    product.denominator = merge(a.denominator, b.denominator, [](auto x, auto y) { return x + y; });
  return product;
}

// c m f -> 1/c m^-1 over f, with the invertible generators in m; sines and cosines common to all terms become factors
// of their own.
RationalFunction Fractions::invert(const RationalFunction& a) {
  if (a.numerator.empty()) throw ArithmeticError("an expression divides by something that is identically zero");
  MonomialTable& monomials = ring_.monomials();
  const MonomialId common = common_monomial(monomials, a.numerator);
  MonomialId invertible = 0;
  Divisors divisors;
  for (const GeneratorPower f :
       std::vector<GeneratorPower>(monomials.factors(common).begin(), monomials.factors(common).end())) {
    const MonomialId single = monomials.generator(f.generator);
    if (ring_.is_invertible(f.generator))
      invertible = monomials.multiply(invertible, monomials.power(single, f.exponent));
    else
      divisors.push_back({find_or_add({{single, 1}}), f.exponent});
  }
  const Rational lead = a.numerator.front().coefficient.inverse();
  std::vector<PolynomialTerm> primitive;
  for (const PolynomialTerm& term : a.numerator)
    primitive.push_back({monomials.divide(term.monomial, common), term.coefficient * lead});
  const Polynomial factor = Ring::collect_plain(std::move(primitive));
  // Terms may have changed their order: the first coefficient is made one again.
  const Rational again = factor.front().coefficient.inverse();
  if (factor.size() > 1) divisors.push_back({find_or_add(ring_.scale(factor, again)), 1});
  std::ranges::sort(divisors, {}, &RationalFunction::Divisor::factor);
  const Rational outside = factor.size() > 1 ? lead * again : lead;
  const Polynomial inverse_monomial = {{monomials.power(invertible, -1), outside}};
  return {ring_.multiply(inverse_monomial, expand(a.denominator)), std::move(divisors)};
}

// A negative power inverts first: the numerator becomes a factor of the denominator and is only then raised.
RationalFunction Fractions::power(const RationalFunction& a, std::int64_t exponent) {
  if (exponent == 1) return a;
  if (exponent < 0) return power(invert(a), -exponent);
  if (exponent == 0) return constant(1);
  RationalFunction result{ring_.power(a.numerator, exponent), a.denominator};
  for (auto& divisor : result.denominator) divisor.exponent *= exponent;
  return result;
}

}  // namespace tangible
