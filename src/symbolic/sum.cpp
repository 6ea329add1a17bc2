// SPDX-License-Identifier: Apache-2.0
// Sums as linear combinations of distinct terms: canonical construction.
#include <algorithm>
#include <vector>

#include "symbolic/expr.h"
#include "symbolic/graph.h"
#include "symbolic/small_pairs.h"

namespace tangible {
namespace {

// e = coefficient * term as pair of handles; the term of a number is one.
Pair as_scaled(Graph& graph, Expr e) {
  switch (graph.kind(e)) {
    case Kind::number:
      return {Graph::one, e};
    case Kind::sum:
      if (const auto operands = graph.operands(e); operands.size() == 2) return {operands[0], operands[1]};
      return {e, Graph::one};
    default:
      return {e, Graph::one};
  }
}

Expr add_numbers(Graph& graph, Expr a, Expr b) { return graph.intern_number(graph.number(a) + graph.number(b)); }
Expr multiply_numbers(Graph& graph, Expr a, Expr b) {
  if (a.is_one()) return b;
  if (b.is_one()) return a;
  return graph.intern_number(graph.number(a) * graph.number(b));
}

Expr scaled_term(Graph& graph, Expr term, Expr coefficient) {
  if (coefficient.is_zero()) return Graph::zero;
  if (coefficient.is_one()) return term;
  if (term.is_one()) return coefficient;
  const Expr operands[] = {term, coefficient};
  return graph.intern(Kind::sum, operands);
}

// Of a sum and its negative one is the canonical one: more plus than minus signs, and when there are as many of each, a
// plus before the first term that is not a constant.
bool sign_is_canonical(const Graph& graph, const SmallPairs& terms) {
  int balance = 0;
  int first_sign = 0;
  for (const Pair& pair : terms) {
    const int sign = graph.number(pair.second).sign();
    balance += sign;
    if (first_sign == 0 && !pair.first.is_one()) first_sign = sign;
  }
  return balance != 0 ? balance > 0 : first_sign > 0;
}

// Terms sorted by id, distinct, with non-zero coefficients -> canonical node.
Expr finish_sum(Graph& graph, SmallPairs& terms) {
  if (terms.empty()) return Graph::zero;
  if (terms.size() == 1) return scaled_term(graph, terms[0].first, terms[0].second);
  const Rational magnitude = abs(graph.number(terms[0].second));
  const bool common = std::ranges::all_of(terms, [&](const Pair& pair) {
    return pair.second == terms[0].second || abs(graph.number(pair.second)) == magnitude;
  });
  Rational outside = common ? magnitude : Rational(1);
  if (!sign_is_canonical(graph, terms)) outside = -outside;
  if (!outside.is_one()) {
    const Rational inverse = outside.inverse();
    for (Pair& pair : terms) pair.second = graph.intern_number(graph.number(pair.second) * inverse);
  }
  const Expr node = graph.intern(Kind::sum, terms.operands());
  return outside.is_one() ? node : scaled_term(graph, node, graph.intern_number(outside));
}

bool contains_term(std::span<const Expr> operands, Expr term) {
  std::size_t low = 0;
  std::size_t high = operands.size() / 2;
  while (low < high) {
    const std::size_t middle = (low + high) / 2;
    const std::uint32_t id = operands[2 * middle].id();
    if (id == term.id()) return true;
    if (id < term.id()) low = middle + 1;
    else high = middle;
  }
  return false;
}

bool share_a_term(std::span<const Expr> a, std::span<const Expr> b) {
  for (std::size_t i = 0, j = 0; i < a.size() && j < b.size();) {
    if (a[i] == b[j]) return true;
    if (a[i].id() < b[j].id()) i += 2;
    else j += 2;
  }
  return false;
}

// Replaces the sums among the terms that hold a term which also stands elsewhere by their own terms. True if any.
bool open_where_terms_meet(Graph& graph, SmallPairs& terms) {
  struct Place {
    Expr term;
    std::size_t owner;
  };
  std::vector<Place> places;
  bool nested = false;
  for (const Pair& pair : terms) nested = nested || graph.kind(pair.first) == Kind::sum;
  if (!nested) return false;
  for (std::size_t i = 0; i < terms.size(); ++i) {
    places.push_back({terms[i].first, i});
    if (graph.kind(terms[i].first) == Kind::sum)
      for (const Pair inner : Pairs(graph.operands(terms[i].first))) places.push_back({inner.first, i});
  }
  std::ranges::sort(places, {}, [](const Place& place) { return place.term.id(); });
  std::vector<bool> open(terms.size(), false);
  bool any = false;
  for (std::size_t i = 1; i < places.size(); ++i) {
    if (places[i].term != places[i - 1].term) continue;
    for (const std::size_t owner : {places[i - 1].owner, places[i].owner}) {
      if (graph.kind(terms[owner].first) != Kind::sum) continue;
      open[owner] = any = true;
    }
  }
  if (!any) return false;
  SmallPairs opened;
  for (std::size_t i = 0; i < terms.size(); ++i) {
    if (!open[i]) {
      opened.push_back(terms[i]);
      continue;
    }
    for (const Pair inner : Pairs(graph.operands(terms[i].first)))
      opened.push_back({inner.first, multiply_numbers(graph, inner.second, terms[i].second)});
  }
  terms.assign(opened);
  return true;
}

// Any pairs of term and coefficient -> canonical node.
Expr build_sum(Graph& graph, SmallPairs& terms) {
  do {
    terms.sort_and_merge([&](Expr a, Expr b) { return add_numbers(graph, a, b); });
  } while (open_where_terms_meet(graph, terms));
  return finish_sum(graph, terms);
}

}  // namespace

Expr operator+(Expr a, Expr b) {
  if (a.is_zero()) return b;
  if (b.is_zero()) return a;
  Graph& graph = Graph::current();
  const Pair left = as_scaled(graph, a);
  const Pair right = as_scaled(graph, b);
  if (left.first == right.first) return scaled_term(graph, left.first, add_numbers(graph, left.second, right.second));
  // The common case, told apart without a copy: nothing meets, the two stay as they are.
  const bool left_is_sum = graph.kind(left.first) == Kind::sum;
  const bool right_is_sum = graph.kind(right.first) == Kind::sum;
  const bool meet =
      (left_is_sum && contains_term(graph.operands(left.first), right.first)) ||
      (right_is_sum && contains_term(graph.operands(right.first), left.first)) ||
      (left_is_sum && right_is_sum && share_a_term(graph.operands(left.first), graph.operands(right.first)));
  SmallPairs terms;
  const bool ordered = left.first.id() < right.first.id();
  terms.push_back(ordered ? left : right);
  terms.push_back(ordered ? right : left);
  return meet ? build_sum(graph, terms) : finish_sum(graph, terms);
}

Expr operator-(Expr a) { return scale(a, Rational(-1)); }
Expr operator-(Expr a, Expr b) { return a + -b; }

Expr scale(Expr e, const Rational& factor) {
  if (factor.is_one()) return e;
  Graph& graph = Graph::current();
  const Pair scaled = as_scaled(graph, e);
  return scaled_term(graph, scaled.first, graph.intern_number(graph.number(scaled.second) * factor));
}

Expr linear_combination(std::span<const Pair> combination) {
  Graph& graph = Graph::current();
  SmallPairs terms;
  for (const Pair& pair : combination) {
    const Pair scaled = as_scaled(graph, pair.first);
    terms.push_back({scaled.first, multiply_numbers(graph, scaled.second, pair.second)});
  }
  return build_sum(graph, terms);
}

Expr sum(std::span<const Expr> summands) {
  Graph& graph = Graph::current();
  SmallPairs terms;
  for (const Expr e : summands) terms.push_back(as_scaled(graph, e));
  return build_sum(graph, terms);
}

Scaled split_coefficient(Expr e) {
  Graph& graph = Graph::current();
  const Pair scaled = as_scaled(graph, e);
  return {graph.number(scaled.second), scaled.first};
}

}  // namespace tangible
