// SPDX-License-Identifier: Apache-2.0
// Coefficients and exponents as handles: what sums and products share. Zero, one and minus one have fixed handles, so
// the common cases need no arithmetic.
#pragma once

#include "symbolic/graph.h"

namespace tangible {

// Whether e carries a coefficient other than one.
inline bool is_scaled(const Graph& graph, Expr e) {
  return graph.kind(e) == Kind::sum && graph.operands(e).size() == 2;
}

// e = coefficient * term as {term, coefficient}, the coefficient being a number; the term of a number is one.
inline Pair scaled(const Graph& graph, Expr e) {
  if (graph.kind(e) == Kind::number) return {Graph::one, e};
  if (is_scaled(graph, e)) return Pairs(graph.operands(e))[0];
  return {e, Graph::one};
}

// coefficient * term for a term that carries no coefficient of its own.
inline Expr scaled_term(Graph& graph, Expr term, Expr coefficient) {
  if (coefficient.is_one()) return term;
  if (coefficient.is_zero() || term.is_one()) return coefficient;
  const Expr operands[] = {term, coefficient};
  return graph.intern(Kind::sum, operands);
}

inline Expr add_numbers(Graph& graph, Expr a, Expr b) { return graph.intern_number(graph.number(a) + graph.number(b)); }

inline Expr negate_number(Graph& graph, Expr a) {
  if (a.is_one()) return Graph::minus_one;
  if (a == Graph::minus_one) return Graph::one;
  return graph.intern_number(-graph.number(a));
}

inline Expr multiply_numbers(Graph& graph, Expr a, Expr b) {
  if (a.is_one()) return b;
  if (b.is_one()) return a;
  if (a == Graph::minus_one) return negate_number(graph, b);
  if (b == Graph::minus_one) return negate_number(graph, a);
  return graph.intern_number(graph.number(a) * graph.number(b));
}

inline int sign_of_number(const Graph& graph, Expr a) { return a.is_one() ? 1 : graph.number(a).sign(); }

}  // namespace tangible
