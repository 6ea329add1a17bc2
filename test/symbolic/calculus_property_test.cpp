// SPDX-License-Identifier: Apache-2.0
// Derivatives and substitution on random expressions, against numbers.
#include <gtest/gtest.h>

#include <rapidcheck/gtest.h>
#include <cmath>

#include "symbolic/differentiate.h"
#include "symbolic/evaluate.h"
#include "symbolic/graph.h"
#include "symbolic/memo.h"
#include "symbolic/random_expr.h"
#include "symbolic/substitute.h"

namespace tangible {
namespace {

using LongValues = std::unordered_map<Expr, long double>;

LongValues widen(const Values& values) {
  LongValues wide;
  for (const auto& [symbol, value] : values) wide[symbol] = value;
  return wide;
}

long double value_at(Expr e, LongValues values, Expr x, long double shift) {
  values[x] += shift;
  return evaluate_long(std::span(&e, 1), values)[0];
}

RC_GTEST_PROP(DerivativeProperty, agrees_with_finite_differences, (std::uint32_t seed)) {
  Graph graph;
  GraphScope scope(graph);
  const Expr e = cook(*recipes(40), {.kinks = false});
  const Expr x = symbol("x1");
  const LongValues at = widen(random_values(seed));
  const Expr slope = differentiate(e, x);
  const long double exact = evaluate_long(std::span(&slope, 1), at)[0];
  RC_PRE(std::isfinite(exact));
  // Central differences at h and h/2: their disagreement bounds the truncation, the sizes the rounding.
  const long double h = 1e-5L;
  const auto central = [&](long double step) {
    return (value_at(e, at, x, step) - value_at(e, at, x, -step)) / (2 * step);
  };
  const long double coarse = central(h);
  const long double fine = central(h / 2);
  const long double size = std::abs(evaluate_long(std::span(&e, 1), at)[0]) + std::abs(exact) + 1;
  const long double allowed = 4 * std::abs(coarse - fine) + size * 1e-10L;
  RC_ASSERT(std::abs(exact - (4 * fine - coarse) / 3) <= allowed);
}

RC_GTEST_PROP(DerivativeProperty, is_linear_and_obeys_the_product_rule, (std::uint32_t seed)) {
  Graph graph;
  GraphScope scope(graph);
  const Expr f = cook(*recipes(25), {.kinks = false});
  const Expr g = cook(*recipes(25), {.kinks = false});
  const Expr x = symbol("x2");
  const Expr both[] = {differentiate(f * g + 3 * f, x),
                       differentiate(f, x) * g + f * differentiate(g, x) + 3 * differentiate(f, x)};
  const auto values = evaluate_long(both, widen(random_values(seed)));
  RC_PRE(std::isfinite(values[0]) && std::isfinite(values[1]));
  RC_ASSERT(std::abs(values[0] - values[1]) <=
            1e-12L * (1 + std::abs(values[0]) + std::abs(values[1])) *
                (1 + std::abs(evaluate_long(std::span(&f, 1), widen(random_values(seed)))[0])));
}

RC_GTEST_PROP(SubstituteProperty, replacing_a_symbol_evaluates_as_giving_it_that_value, (std::uint32_t seed)) {
  Graph graph;
  GraphScope scope(graph);
  const Expr e = cook(*recipes(40), {.kinks = false});
  const Expr x = symbol("x1");
  const Expr by = cook(*recipes(10), {.division = false, .roots = false, .kinks = false});
  LongValues at = widen(random_values(seed));
  const Expr replaced = substitute(e, {{x, by}});
  const long double direct = evaluate_long(std::span(&replaced, 1), at)[0];
  at[x] = evaluate_long(std::span(&by, 1), at)[0];
  const long double indirect = evaluate_long(std::span(&e, 1), at)[0];
  RC_PRE(std::isfinite(direct) && std::isfinite(indirect));
  // Both evaluate the same function; sums may be ordered otherwise, which a condition number of 1e6 turns into this.
  RC_ASSERT(std::abs(direct - indirect) <= 1e-12L * (1 + std::abs(direct)));
}

RC_GTEST_PROP(RebuildProperty, rebuilding_a_node_from_its_own_operands_gives_the_node, ()) {
  Graph graph;
  GraphScope scope(graph);
  const Expr e = cook(*recipes(60), {.safe = false});
  for (const Expr node : nodes_below(std::span(&e, 1)))
    if (!node.operands().empty()) RC_ASSERT(rebuild(node.kind(), node.operands()) == node);
}

}  // namespace
}  // namespace tangible
