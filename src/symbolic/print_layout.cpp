// SPDX-License-Identifier: Apache-2.0
// Reading order of sums and products.
#include "symbolic/print_layout.h"

#include <algorithm>

namespace tangible {
namespace {

// Degree as a reader sees it: x^2*y has three, sin(x) one, a number none.
double degree(Expr term) {
  switch (term.kind()) {
    case Kind::number:
    case Kind::pi: return 0;
    case Kind::product: {
      double total = 0;
      for (const Pair pair : pairs(term))
        if (!pair.first.is(Kind::number) && !pair.first.is(Kind::pi)) total += pair.second.value().to_double();
      return total;
    }
    default: return 1;
  }
}

// Roots of numbers, pi, symbols, sums and whatever else, functions.
int factor_rank(Expr base) {
  switch (base.kind()) {
    case Kind::number: return 0;
    case Kind::pi: return 1;
    case Kind::symbol: return 2;
    case Kind::sum:
    case Kind::product: return 3;
    default: return 4;
  }
}

void sort_factors(std::vector<Factor>& factors) {
  std::ranges::stable_sort(factors, {}, [](const Factor& factor) { return factor_rank(factor.base); });
}

constexpr std::size_t longest_grouped = 16;  // factors up to which a product is flat by construction

}  // namespace

std::vector<Pair> sum_in_reading_order(Expr sum, bool negated) {
  struct Ranked {
    Pair pair;
    double degree;
    bool constant;
  };
  std::vector<Ranked> ranked;
  for (const Pair pair : pairs(sum)) ranked.push_back({pair, degree(pair.first), pair.first.is_one()});
  std::ranges::stable_sort(ranked, [](const Ranked& a, const Ranked& b) {
    return a.constant != b.constant ? b.constant : a.degree > b.degree;
  });
  const auto plus =
      std::ranges::find_if(ranked, [&](const Ranked& r) { return (r.pair.second.value().sign() > 0) != negated; });
  if (plus != ranked.end()) std::rotate(ranked.begin(), plus, plus + 1);
  std::vector<Pair> terms;
  terms.reserve(ranked.size());
  for (const Ranked& r : ranked) terms.push_back(r.pair);
  return terms;
}

bool is_negated_sum(const Page& page, Expr e) {
  if (!e.is(Kind::sum) || pairs(e).size() != 1) return false;
  const Pair only = pairs(e)[0];
  return only.second.value() == Rational(-1) && only.first.is(Kind::sum) && !page.is_named(only.first);
}

Fraction as_fraction(const Page& page, const Rational& coefficient, Expr term) {
  Fraction fraction;
  fraction.negative = coefficient.sign() < 0;
  fraction.number_above = abs(coefficient.numerator());
  fraction.number_below = coefficient.denominator();
  if (term.is_one()) return fraction;
  if (!term.is(Kind::product) || page.is_named(term)) {
    fraction.above.push_back({term, 1});
    return fraction;
  }
  fraction.one_by_one = pairs(term).size() > longest_grouped;
  for (const Pair pair : pairs(term)) {
    const Rational& exponent = pair.second.value();
    if (exponent.sign() > 0)
      fraction.above.push_back({pair.first, exponent});
    else
      fraction.below.push_back({pair.first, -exponent});
    fraction.one_by_one = fraction.one_by_one || pair.first.is(Kind::product);
  }
  sort_factors(fraction.above);
  sort_factors(fraction.below);
  return fraction;
}

Fraction as_fraction(const Page& page, Expr e) {
  if (e.is(Kind::number)) return as_fraction(page, e.value(), 1);
  if (e.is(Kind::sum) && pairs(e).size() == 1) return as_fraction(page, pairs(e)[0].second.value(), pairs(e)[0].first);
  return as_fraction(page, 1, e);
}

}  // namespace tangible
