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

}  // namespace tangible
