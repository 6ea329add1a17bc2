// SPDX-License-Identifier: Apache-2.0
// Reading order of sums and products.
#include "symbolic/print_layout.h"

#include <algorithm>
#include <array>
#include <functional>
#include <vector>

namespace tangible {
namespace {

constexpr std::size_t longest_short = 16;

// Degree for readers: x^2*y has three, sin(x) one, a number none; the constant comes after everything.
double degree(const Graph& graph, Expr term) {
  switch (graph.kind(term)) {
    case Kind::number: return -1e300;
    case Kind::pi: return 0;
    case Kind::product: {
      double total = 0;
      for (const Pair pair : Pairs(graph.operands(term))) {
        const Kind kind = graph.kind(pair.first);
        if (kind == Kind::number || kind == Kind::pi) continue;
        if (pair.second.is_one()) {
          total += 1;
          continue;
        }
        const Rational& exponent = graph.number(pair.second);
        const bool whole = exponent.is_small() && exponent.small_denominator() == 1;
        total += whole ? static_cast<double>(exponent.small_numerator()) : exponent.to_double();
      }
      return total;
    }
    default: return 1;
  }
}

// Roots of numbers, pi, symbols, sums and whatever else, functions.
int factor_rank(const Graph& graph, Expr base) {
  switch (graph.kind(base)) {
    case Kind::number: return 0;
    case Kind::pi: return 1;
    case Kind::symbol: return 2;
    case Kind::sum:
    case Kind::product: return 3;
    default: return 4;
  }
}

// Puts larger keys first, equal ones as they were. For short lists, which are the rule: std::stable_sort allocates.
template <typename Key>
void sort_short(SmallPairs& pairs, Key key) {
  std::array<double, longest_short> keys;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const Pair pair = pairs[i];
    const double rank = key(pair.first);
    std::size_t j = i;
    for (; j > 0 && keys[j - 1] < rank; --j) {
      keys[j] = keys[j - 1];
      pairs[j] = pairs[j - 1];
    }
    keys[j] = rank;
    pairs[j] = pair;
  }
}

template <typename Key>
void sort_long(SmallPairs& pairs, Key key) {
  std::vector<std::pair<double, Pair>> ranked;
  ranked.reserve(pairs.size());
  for (const Pair& pair : pairs) ranked.emplace_back(key(pair.first), pair);
  std::ranges::stable_sort(ranked, std::greater{}, [](const auto& r) { return r.first; });
  std::ranges::transform(ranked, pairs.begin(), [](const auto& r) { return r.second; });
}

template <typename Key>
void sort_pairs(SmallPairs& pairs, Key key) {
  if (pairs.size() > longest_short)
    sort_long(pairs, key);
  else if (pairs.size() > 1)
    sort_short(pairs, key);
}

int sign_of(const Graph& graph, Expr number) {
  if (number.is_one()) return 1;
  return number == Graph::minus_one ? -1 : graph.number(number).sign();
}

void sort_factors(const Graph& graph, SmallPairs& factors) {
  sort_pairs(factors, [&](Expr base) { return -static_cast<double>(factor_rank(graph, base)); });
}

constexpr std::size_t longest_grouped = 16;  // factors up to which a product is flat by construction

}  // namespace

void sum_in_reading_order(const Graph& graph, Expr sum, bool negated, SmallPairs& terms) {
  for (const Pair pair : Pairs(graph.operands(sum))) terms.push_back(pair);
  sort_pairs(terms, [&](Expr term) { return degree(graph, term); });
  const auto plus =
      std::ranges::find_if(terms, [&](const Pair& pair) { return (sign_of(graph, pair.second) > 0) != negated; });
  if (plus != terms.end()) std::rotate(terms.begin(), plus, plus + 1);
}

bool is_in_reading_order(const Graph& graph, std::span<const Expr> factors) {
  int last = 0;
  for (const Pair pair : Pairs(factors)) {
    const int rank = factor_rank(graph, pair.first);
    if (rank < last || sign_of(graph, pair.second) < 0) return false;
    last = rank;
  }
  return true;
}

bool is_negated_sum(const Page& page, Expr e) {
  const Graph& graph = page.graph();
  const auto operands = graph.operands(e);
  return operands.size() == 2 && operands[1] == Graph::minus_one && graph.kind(e) == Kind::sum &&
         graph.kind(operands[0]) == Kind::sum && !page.is_named(operands[0]);
}

Fraction::Fraction(const Page& page, Expr coefficient_number, Expr term)
    : coefficient(page.graph().number(coefficient_number)) {
  add(page, term);
}

Fraction::Fraction(const Page& page, Expr e)
    : coefficient(page.graph().number(page.graph().kind(e) == Kind::number ? e
                                      : page.graph().kind(e) == Kind::sum  ? page.graph().operands(e)[1]
                                                                           : Graph::one)) {
  const Kind kind = page.graph().kind(e);
  add(page, kind == Kind::number ? Graph::one : kind == Kind::sum ? page.graph().operands(e)[0] : e);
}

void Fraction::add(const Page& page, Expr term) {
  if (term.is_one()) return;
  const Graph& graph = page.graph();
  if (graph.kind(term) != Kind::product || page.is_named(term)) return above.push_back({term, Graph::one});
  const auto operands = graph.operands(term);
  one_by_one = operands.size() / 2 > longest_grouped;
  for (const Pair pair : Pairs(operands)) {
    (sign_of(graph, pair.second) > 0 ? above : below).push_back(pair);
    one_by_one = one_by_one || graph.kind(pair.first) == Kind::product;
  }
  sort_factors(graph, above);
  sort_factors(graph, below);
}

bool Fraction::number_above_is_one() const {
  if (coefficient.is_small()) return coefficient.small_numerator() == 1 || coefficient.small_numerator() == -1;
  return abs(coefficient.numerator()).is_one();
}

}  // namespace tangible
