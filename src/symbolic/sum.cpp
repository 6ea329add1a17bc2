// SPDX-License-Identifier: Apache-2.0
// Sums as linear combinations of distinct terms: canonical construction.
#include <algorithm>
#include <vector>

#include "symbolic/coefficient.h"
#include "symbolic/expr.h"
#include "symbolic/graph.h"
#include "symbolic/small_pairs.h"

namespace tangible {
namespace {

// Of a sum and its negative one is the canonical one: more plus than minus signs, and when there are as many of each, a
// plus before the first term that is not a constant.
bool sign_is_canonical(const Graph& graph, const SmallPairs& terms) {
  int balance = 0;
  int first_sign = 0;
  for (const Pair& pair : terms) {
    const int sign = sign_of_number(graph, pair.second);
    balance += sign;
    if (first_sign == 0 && !pair.first.is_one()) first_sign = sign;
  }
  return balance != 0 ? balance > 0 : first_sign > 0;
}

// The magnitude that all coefficients have, or one.
Rational common_magnitude(const Graph& graph, const SmallPairs& terms) {
  const auto is_unit = [](const Pair& pair) { return pair.second.is_one() || pair.second == Graph::minus_one; };
  if (std::ranges::all_of(terms, is_unit)) return 1;
  const Rational first = abs(graph.number(terms[0].second));
  const bool common = std::ranges::all_of(terms, [&](const Pair& pair) {
    return pair.second == terms[0].second || abs(graph.number(pair.second)) == first;
  });
  return common ? first : Rational(1);
}

// Terms sorted by id, distinct, with non-zero coefficients -> canonical node.
Expr finish_sum(Graph& graph, SmallPairs& terms) {
  if (terms.empty()) return Graph::zero;
  if (terms.size() == 1) return scaled_term(graph, terms[0].first, terms[0].second);
  // All alike, most often all one: no arithmetic is needed.
  Expr outside = terms[0].second;
  const bool alike = std::ranges::all_of(terms, [&](const Pair& pair) { return pair.second == outside; });
  if (alike) {
    for (Pair& pair : terms) pair.second = Graph::one;
  } else {
    Rational factor = common_magnitude(graph, terms);
    if (!sign_is_canonical(graph, terms)) factor = -factor;
    outside = graph.intern_number(factor);
    if (!outside.is_one()) {
      const Expr inverse = graph.intern_number(factor.inverse());
      for (Pair& pair : terms) pair.second = multiply_numbers(graph, pair.second, inverse);
    }
  }
  return scaled_term(graph, graph.intern(Kind::sum, terms.operands()), outside);
}

bool contains_term(std::span<const Expr> operands, Expr term) {
  std::size_t low = 0;
  std::size_t high = operands.size() / 2;
  while (low < high) {
    const std::size_t middle = (low + high) / 2;
    const std::uint32_t id = operands[2 * middle].id();
    if (id == term.id()) return true;
    if (id < term.id())
      low = middle + 1;
    else
      high = middle;
  }
  return false;
}

bool share_a_term(std::span<const Expr> a, std::span<const Expr> b) {
  if (a.size() > b.size()) std::swap(a, b);
  if (a.size() < b.size() / 16) {  // a short sum beside a long one: search instead of reading it all
    for (std::size_t i = 0; i < a.size(); i += 2)
      if (contains_term(b, a[i])) return true;
    return false;
  }
  for (std::size_t i = 0, j = 0; i < a.size() && j < b.size();) {
    if (a[i] == b[j]) return true;
    if (a[i].id() < b[j].id())
      i += 2;
    else
      j += 2;
  }
  return false;
}

// Finds terms that occur twice, be it directly or inside a sum among the terms: marks the sums that hold them. Empty if
// there are none.
std::vector<bool> sums_that_meet(const Graph& graph, const SmallPairs& terms) {
  std::vector<bool> meets;
  const auto is_sum = [&](const Pair& pair) { return graph.kind(pair.first) == Kind::sum; };
  if (std::ranges::none_of(terms, is_sum)) return meets;
  SmallPairs places;  // term, index of the owner
  for (std::uint32_t i = 0; i < terms.size(); ++i) {
    places.push_back({terms[i].first, Expr::from_id(i)});
    if (!is_sum(terms[i])) continue;
    for (const Pair inner : Pairs(graph.operands(terms[i].first))) places.push_back({inner.first, Expr::from_id(i)});
  }
  std::ranges::sort(places, {}, [](const Pair& place) { return place.first.id(); });
  for (std::size_t i = 1; i < places.size(); ++i) {
    if (places[i].first != places[i - 1].first) continue;
    meets.resize(terms.size());
    for (const std::uint32_t owner : {places[i - 1].second.id(), places[i].second.id()})
      if (is_sum(terms[owner])) meets[owner] = true;
  }
  return meets;
}

// Replaces the sums among the terms that hold a term which also occurs elsewhere by their own terms. True if any.
bool open_where_terms_meet(Graph& graph, SmallPairs& terms) {
  const std::vector<bool> open = sums_that_meet(graph, terms);
  if (open.empty()) return false;
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

// Whether a term of one is a term of the other, or is the other.
bool meet(const Graph& graph, Expr a, Expr b) {
  const bool a_is_sum = graph.kind(a) == Kind::sum;
  const bool b_is_sum = graph.kind(b) == Kind::sum;
  return (a_is_sum && contains_term(graph.operands(a), b)) || (b_is_sum && contains_term(graph.operands(b), a)) ||
         (a_is_sum && b_is_sum && share_a_term(graph.operands(a), graph.operands(b)));
}

Expr add(Graph& graph, Pair a, Pair b) {
  if (a.first == b.first) return scaled_term(graph, a.first, add_numbers(graph, a.second, b.second));
  if (b.first.id() < a.first.id()) std::swap(a, b);
  const bool opens = meet(graph, a.first, b.first);
  if (!opens && a.second.is_one() && b.second.is_one()) {  // by far the most frequent
    const Expr operands[] = {a.first, a.second, b.first, b.second};
    return graph.intern(Kind::sum, operands);
  }
  SmallPairs terms;
  terms.push_back(a);
  terms.push_back(b);
  return opens ? build_sum(graph, terms) : finish_sum(graph, terms);
}

}  // namespace

Expr operator+(Expr a, Expr b) {
  if (a.is_zero()) return b;
  if (b.is_zero()) return a;
  Graph& graph = Graph::current();
  return add(graph, scaled(graph, a), scaled(graph, b));
}

Expr operator-(Expr a, Expr b) {
  if (a.is_zero()) return -b;
  if (b.is_zero()) return a;
  Graph& graph = Graph::current();
  const Pair right = scaled(graph, b);
  return add(graph, scaled(graph, a), {right.first, negate_number(graph, right.second)});
}

Expr operator-(Expr a) {
  Graph& graph = Graph::current();
  const Pair split = scaled(graph, a);
  return scaled_term(graph, split.first, negate_number(graph, split.second));
}

Expr scale(Expr e, const Rational& factor) {
  if (factor.is_one()) return e;
  Graph& graph = Graph::current();
  const Pair split = scaled(graph, e);
  return scaled_term(graph, split.first, graph.intern_number(graph.number(split.second) * factor));
}

Expr linear_combination(std::span<const Pair> combination) {
  Graph& graph = Graph::current();
  SmallPairs terms;
  for (const Pair& pair : combination) {
    const Pair split = scaled(graph, pair.first);
    terms.push_back({split.first, multiply_numbers(graph, split.second, pair.second)});
  }
  return build_sum(graph, terms);
}

Expr sum(std::span<const Expr> summands) {
  Graph& graph = Graph::current();
  SmallPairs terms;
  for (const Expr e : summands) terms.push_back(scaled(graph, e));
  return build_sum(graph, terms);
}

Scaled split_coefficient(Expr e) {
  Graph& graph = Graph::current();
  const Pair split = scaled(graph, e);
  return {graph.number(split.second), split.first};
}

}  // namespace tangible
