// SPDX-License-Identifier: Apache-2.0
// Exchange of squares, and products of sines as sines of sums.
#include "symbolic/trigonometric_forms.h"

#include <algorithm>
#include <map>

namespace tangible {
namespace {

bool is_circular(Ring::Role role) { return role == Ring::Role::sine || role == Ring::Role::cosine; }

// The terms of a Fourier sum: integer multiples of the base angles -> coefficients of the cosine and the sine. Of an
// angle and its negative, the one whose first coordinate is positive is kept.
using Multiples = std::vector<std::int32_t>;
struct Amplitudes {
  Rational cosine;
  Rational sine;
};
using Spectrum = std::map<Multiples, Amplitudes>;

// Adds to the amplitudes of an angle, given in either sign: cos(-a) = cos a, sin(-a) = -sin a, sin 0 = 0.
void put(Spectrum& spectrum, Multiples angle, Rational cosine, Rational sine) {
  const auto first = std::ranges::find_if(angle, [](std::int32_t n) { return n != 0; });
  if (first != angle.end() && *first < 0) {
    for (std::int32_t& n : angle) n = -n;
    sine = -sine;
  }
  if (first == angle.end()) sine = 0;
  Amplitudes& amplitudes = spectrum[std::move(angle)];
  amplitudes.cosine = amplitudes.cosine + cosine;
  amplitudes.sine = amplitudes.sine + sine;
}

// Times the cosine or the sine of one base angle.
Spectrum multiply(const Spectrum& spectrum, std::size_t base, bool by_sine) {
  Spectrum result;
  const Rational half(1, 2);
  for (const auto& [angle, amplitudes] : spectrum) {
    Multiples more = angle;
    Multiples less = angle;
    ++more[base];
    --less[base];
    const Rational c = amplitudes.cosine * half;
    const Rational s = amplitudes.sine * half;
    if (by_sine) {  // cos a sin b = (sin(a+b) - sin(a-b))/2,  sin a sin b = (cos(a-b) - cos(a+b))/2
      put(result, std::move(more), -s, c);
      put(result, std::move(less), s, -c);
    } else {
      put(result, std::move(more), c, s);
      put(result, std::move(less), c, s);
    }
  }
  return result;
}

// A monomial apart: its sines and cosines with positive exponents, and the rest.
struct Parts {
  std::vector<GeneratorPower> circular;
  MonomialId rest = 0;
};

Parts split(NormalForms& forms, MonomialId id) {
  Ring& ring = forms.ring();
  Parts parts;
  MonomialId circular = 0;
  for (const GeneratorPower& f : ring.monomials().factors(id))
    if (is_circular(ring.properties(f.generator).role) && f.exponent > 0) parts.circular.push_back(f);
  for (const GeneratorPower& f : parts.circular)
    circular = ring.monomials().multiply(circular, ring.monomials().generator(f.generator, f.exponent));
  parts.rest = ring.monomials().divide(id, circular);
  return parts;
}

}  // namespace

std::vector<Generator> circles_in(const NormalForms& forms, const Polynomial& p) {
  std::vector<Generator> sines;
  const Ring& ring = forms.ring();
  for (const PolynomialTerm& term : p) {
    for (const GeneratorPower& f : ring.monomials().factors(term.monomial)) {
      const Ring::Properties& properties = ring.properties(f.generator);
      if (!is_circular(properties.role)) continue;
      const Generator sine = properties.role == Ring::Role::sine ? f.generator : properties.partner;
      if (std::ranges::find(sines, sine) == sines.end()) sines.push_back(sine);
    }
  }
  return sines;
}

Polynomial in_sines(NormalForms& forms, const Polynomial& p, Generator sine) {
  MonomialTable& monomials = forms.ring().monomials();
  const Generator cosine = forms.ring().properties(sine).partner;
  std::vector<PolynomialTerm> terms;
  for (const PolynomialTerm& term : p) {
    const std::int32_t times = monomials.exponent(term.monomial, cosine) / 2;
    if (times <= 0) {
      terms.push_back(term);
      continue;
    }
    // cos^(2k) = (1 - sin^2)^k, binomially.
    MonomialId monomial = monomials.divide(term.monomial, monomials.generator(cosine, 2 * times));
    Rational coefficient = term.coefficient;
    const MonomialId square = monomials.generator(sine, 2);
    forms.ring().spend(static_cast<std::size_t>(times) + 1);
    for (std::int32_t i = 0; i <= times; ++i) {
      terms.push_back({monomial, coefficient});
      monomial = monomials.multiply(monomial, square);
      coefficient = coefficient * Rational(-(times - i), i + 1);
    }
  }
  return Ring::collect_plain(std::move(terms));
}

// For every term t, tests whether -t cos^2 exists too; the result of the two may join with another in turn.
Polynomial with_squares_joined(NormalForms& forms, const Polynomial& p) {
  MonomialTable& monomials = forms.ring().monomials();
  std::map<MonomialId, Rational> terms;
  for (const PolynomialTerm& term : p) terms.emplace(term.monomial, term.coefficient);
  for (const Generator sine : circles_in(forms, p)) {
    const Generator cosine = forms.ring().properties(sine).partner;
    for (const auto& [gone, comes] : {std::pair{cosine, sine}, std::pair{sine, cosine}}) {
      const MonomialId gone_square = monomials.generator(gone, 2);
      const MonomialId new_square = monomials.generator(comes, 2);
      for (auto at = terms.begin(); at != terms.end();) {
        const auto partner = terms.find(monomials.multiply(at->first, gone_square));
        if (partner == terms.end() || !(partner->second == -at->second)) {
          ++at;
          continue;
        }
        const MonomialId joined = monomials.multiply(at->first, new_square);
        const Rational coefficient = at->second;
        terms.erase(partner);
        at = terms.erase(at);
        Rational& place = terms[joined];
        place = place + coefficient;
        if (place.is_zero()) {
          terms.erase(joined);
          at = terms.begin();
        }
      }
    }
  }
  std::vector<PolynomialTerm> result;
  for (auto& [monomial, coefficient] : terms) result.push_back({monomial, coefficient});
  return result;
}

// Terms are gathered by what is neither sine nor cosine in them, each gathering is multiplied up one factor at a time,
// and the cosines and sines of the sums that are left become generators of their own.
Polynomial in_angle_sums(NormalForms& forms, const Polynomial& p) {
  Ring& ring = forms.ring();
  const AngleBasis& basis = forms.angles();
  std::map<MonomialId, Spectrum> by_rest;
  for (const PolynomialTerm& term : p) {
    const Parts parts = split(forms, term.monomial);
    Spectrum spectrum{{Multiples(basis.size()), {term.coefficient, 0}}};
    for (const GeneratorPower& f : parts.circular) {
      const bool by_sine = ring.properties(f.generator).role == Ring::Role::sine;
      const std::size_t base = forms.base_angle(f.generator);
      for (std::int32_t i = 0; i < f.exponent; ++i) {
        spectrum = multiply(spectrum, base, by_sine);
        ring.spend(spectrum.size());
      }
    }
    Spectrum& total = by_rest[parts.rest];
    for (const auto& [angle, amplitudes] : spectrum) put(total, angle, amplitudes.cosine, amplitudes.sine);
  }
  std::vector<PolynomialTerm> terms;
  for (const auto& [rest, spectrum] : by_rest) {
    for (const auto& [multiples, amplitudes] : spectrum) {
      std::vector<Pair> angle;
      for (std::size_t i = 0; i < multiples.size(); ++i)
        if (multiples[i] != 0) angle.push_back({to_expr(basis[i]), Expr(multiples[i])});
      const Expr argument = linear_combination(angle);
      const auto add = [&](Expr function, const Rational& amplitude) {
        if (amplitude.is_zero()) return;
        const Scaled scaled = split_coefficient(function);  // sin(-a) is -sin(a)
        const MonomialId one = scaled.term.is_one() ? 0 : ring.monomials().generator(ring.free(scaled.term));
        terms.push_back({ring.monomials().multiply(rest, one), amplitude * scaled.coefficient});
      };
      add(cos(argument), amplitudes.cosine);
      add(sin(argument), amplitudes.sine);
    }
  }
  return Ring::collect_plain(std::move(terms));
}

// In normal form a term has sin^s cos^c with s at most 1: an even degree means cos^(2k) or sin cos^(2k+1).
Polynomial in_double_angles(NormalForms& forms, const Polynomial& p) {
  Ring& ring = forms.ring();
  MonomialTable& monomials = ring.monomials();
  Polynomial result = p;
  for (const Generator sine : circles_in(forms, p)) {
    const Generator cosine = ring.properties(sine).partner;
    const auto is_even = [&](const PolynomialTerm& term) {
      const std::int32_t s = monomials.exponent(term.monomial, sine);
      const std::int32_t c = monomials.exponent(term.monomial, cosine);
      return s >= 0 && c >= 0 && s <= 1 && (s + c) % 2 == 0;
    };
    if (!std::ranges::all_of(result, is_even)) continue;
    const Expr twice = 2 * ring.properties(sine).expr.operands()[0];
    if (!sin(twice).is(Kind::sin) || !cos(twice).is(Kind::cos)) continue;  // of acos(x)/2, say
    const Generator double_sine = ring.sine(twice);
    const MonomialId s2 = monomials.generator(double_sine);
    const MonomialId c2 = monomials.generator(ring.properties(double_sine).partner);
    const Rational half(1, 2);
    std::vector<PolynomialTerm> terms;
    for (const PolynomialTerm& term : result) {
      const std::int32_t s = monomials.exponent(term.monomial, sine);
      const std::int32_t c = monomials.exponent(term.monomial, cosine);
      MonomialId rest = monomials.divide(term.monomial, monomials.generator(sine, s));
      rest = monomials.divide(rest, monomials.generator(cosine, c));
      Polynomial factor{{s == 1 ? s2 : 0, s == 1 ? half : Rational(1)}};
      for (std::int32_t i = 0; i < (c - s) / 2; ++i)
        factor = ring.multiply_plain(factor, Ring::collect_plain({{0, half}, {c2, half}}));
      for (const PolynomialTerm& part : factor)
        terms.push_back({monomials.multiply(rest, part.monomial), part.coefficient * term.coefficient});
    }
    result = Ring::collect_plain(std::move(terms));
  }
  return result;
}

// As many pairs as the smaller of the two exponents allows.
Expr with_tangents(Expr e) {
  const Scaled scaled = split_coefficient(e);
  if (!scaled.term.is(Kind::product)) return e;
  Expr result = e;
  for (const Pair pair : pairs(scaled.term)) {
    if (!pair.first.is(Kind::sin) || !pair.second.value().is_integer()) continue;
    const Expr angle = pair.first.operands()[0];
    for (const Pair other : pairs(scaled.term)) {
      if (!other.first.is(Kind::cos) || other.first.operands()[0] != angle) continue;
      const Rational& s = pair.second.value();
      const Rational& c = other.second.value();
      if (!c.is_integer() || s.sign() == c.sign()) continue;
      const Rational times = abs(s) < abs(c) ? s : -c;
      result *= pow(tan(angle) * other.first / pair.first, times);
    }
  }
  return result;
}

}  // namespace tangible
