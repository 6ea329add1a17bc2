// SPDX-License-Identifier: Apache-2.0
// The random expressions that property tests use keep their promises.
#include "symbolic/random_expr.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "symbolic/graph.h"
#include "symbolic/memo.h"

namespace tangible {
namespace {

TEST(RandomExpr, safe_ones_are_finite) {
  EXPECT_TRUE(rc::check([] {
    Graph graph;
    GraphScope scope(graph);
    const Expr e = cook(*recipes(60));
    RC_ASSERT(std::isfinite(evaluate(e, random_values(*rc::gen::arbitrary<std::uint32_t>()))));
  }));
}

TEST(RandomExpr, every_kind_of_node_occurs_and_only_what_is_asked_for) {
  Graph graph;
  GraphScope scope(graph);
  std::mt19937 random(1);
  std::vector<Expr> all;
  std::vector<Expr> rational;
  for (int i = 0; i < 300; ++i) {
    Recipe recipe(40);
    for (auto& entry : recipe) entry = static_cast<std::uint16_t>(random());
    all.push_back(cook(recipe, {.safe = false}));
    rational.push_back(cook(recipe, {.trigonometry = false, .transcendental = false, .roots = false, .kinks = false}));
  }
  std::set<Kind> kinds;
  for (const Expr e : nodes_below(all)) kinds.insert(e.kind());
  EXPECT_EQ(kinds.size(), static_cast<std::size_t>(Kind::select) + 1);
  for (const Expr e : nodes_below(rational)) EXPECT_LE(e.kind(), Kind::product);
}

}  // namespace
}  // namespace tangible
