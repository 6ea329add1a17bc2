// SPDX-License-Identifier: Apache-2.0
// Reading order of sums and products.
#include "symbolic/print_layout.h"

#include <algorithm>

namespace tangible {
namespace {

// Degree as a reader sees it: x^2*y has three, sin(x) one, a number none; the constant comes after everything.
double degree(const Graph& graph, Expr term) {
  switch (graph.kind(term)) {
    case Kind::number: return -1e300;
    case Kind::pi: return 0;
    case Kind::product: {
      double total = 0;
      for (const Pair pair : Pairs(graph.operands(term))) {
        const Kind kind = graph.kind(pair.first);
        if (kind == Kind::number || kind == Kind::pi) continue;
        total += pair.second.is_one() ? 1 : graph.number(pair.second).to_double();
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

// Stable. Short lists are the rule, and std::stable_sort allocates.
template <typename Before>
void sort_pairs(SmallPairs& pairs, Before before) {
  if (pairs.size() > 16) return std::stable_sort(pairs.begin(), pairs.end(), before);
  for (std::size_t i = 1; i < pairs.size(); ++i)
    for (std::size_t j = i; j > 0 && before(pairs[j], pairs[j - 1]); --j) std::swap(pairs[j], pairs[j - 1]);
}

void sort_factors(const Graph& graph, SmallPairs& factors) {
  if (factors.size() < 2) return;
  sort_pairs(factors,
             [&](const Pair& a, const Pair& b) { return factor_rank(graph, a.first) < factor_rank(graph, b.first); });
}

// Long sums: degrees once for each term.
void sort_long_sum(const Graph& graph, SmallPairs& terms) {
  std::vector<std::pair<double, Pair>> ranked;
  ranked.reserve(terms.size());
  for (const Pair& pair : terms) ranked.emplace_back(degree(graph, pair.first), pair);
  std::ranges::stable_sort(ranked, std::greater{}, [](const auto& r) { return r.first; });
  std::ranges::transform(ranked, terms.begin(), [](const auto& r) { return r.second; });
}

constexpr std::size_t longest_grouped = 16;  // factors up to which a product is flat by construction

}  // namespace

void sum_in_reading_order(const Graph& graph, Expr sum, bool negated, SmallPairs& terms) {
  for (const Pair pair : Pairs(graph.operands(sum))) terms.push_back(pair);
  if (terms.size() > 16) {
    sort_long_sum(graph, terms);
  } else {
    sort_pairs(terms, [&](const Pair& a, const Pair& b) { return degree(graph, a.first) > degree(graph, b.first); });
  }
  const auto plus =
      std::ranges::find_if(terms, [&](const Pair& pair) { return (graph.number(pair.second).sign() > 0) != negated; });
  if (plus != terms.end()) std::rotate(terms.begin(), plus, plus + 1);
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
    (graph.number(pair.second).sign() > 0 ? above : below).push_back(pair);
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
