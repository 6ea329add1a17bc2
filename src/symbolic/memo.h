// SPDX-License-Identifier: Apache-2.0
// Memo: a table from nodes to results, and the traversal in which operands come before the nodes that use them.
#pragma once

#include <span>
#include <vector>

#include "symbolic/graph.h"

namespace tangible {

// Borrowed from the graph and cleared in O(1), so that a visit of ten nodes in a graph of a million costs ten.
class Memo {
 public:
  Memo() : graph_(Graph::current()), scratch_(graph_.borrow_scratch()) {}
  ~Memo() { graph_.return_scratch(scratch_); }
  Memo(const Memo&) = delete;
  Memo& operator=(const Memo&) = delete;

  bool contains(Expr key) const {
    return key.id() < scratch_.slots.size() && scratch_.slots[key.id()].stamp == scratch_.epoch;
  }
  Expr at(Expr key) const { return scratch_.slots[key.id()].value; }
  // Any 32-bit number can be kept in place of an expression.
  std::uint32_t number_at(Expr key) const { return at(key).id(); }
  void set(Expr key, Expr value) {
    if (key.id() >= scratch_.slots.size()) scratch_.slots.resize(graph_.size());
    scratch_.slots[key.id()] = {scratch_.epoch, value};
  }
  void set_number(Expr key, std::uint32_t number) { set(key, Expr::from_id(number)); }

 private:
  Graph& graph_;
  Graph::Scratch& scratch_;
};

// Calls compute(node) once for every node below the roots that the memo does not contain yet, operands first, and
// stores what it returns. Keeps its own stack: depth costs heap, not stack.
template <typename Compute>
void for_each_below(std::span<const Expr> roots, Memo& memo, Compute compute) {
  const Graph& graph = Graph::current();
  std::vector<Expr> stack(roots.rbegin(), roots.rend());
  while (!stack.empty()) {
    const Expr node = stack.back();
    if (memo.contains(node)) {
      stack.pop_back();
      continue;
    }
    const std::size_t before = stack.size();
    for (const Expr operand : graph.operands(node))
      if (!memo.contains(operand)) stack.push_back(operand);
    if (stack.size() == before) {
      stack.pop_back();
      memo.set(node, compute(node));
    }
  }
}

// All nodes below the roots (the roots too), operands before users.
inline std::vector<Expr> nodes_below(std::span<const Expr> roots) {
  std::vector<Expr> nodes;
  Memo seen;
  for_each_below(roots, seen, [&](Expr e) {
    nodes.push_back(e);
    return e;
  });
  return nodes;
}

}  // namespace tangible
