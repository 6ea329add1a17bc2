// SPDX-License-Identifier: Apache-2.0
// Substitution as one pass over the nodes, operands first.
#include "symbolic/substitute.h"

#include <algorithm>

#include "symbolic/memo.h"

namespace tangible {

std::vector<Expr> substitute(std::span<const Expr> list, const Substitution& replacements) {
  Memo result;
  for (const auto& [from, to] : replacements) result.set(from, to);
  std::vector<Expr> operands;
  for_each_below(list, result, [&](Expr e) {
    operands.clear();
    bool changed = false;
    for (const Expr operand : e.operands()) {
      operands.push_back(result.at(operand));
      changed = changed || operands.back() != operand;
    }
    return changed ? rebuild(e.kind(), operands) : e;
  });
  std::vector<Expr> substituted;
  substituted.reserve(list.size());
  for (const Expr e : list) substituted.push_back(result.at(e));
  return substituted;
}

Expr substitute(Expr e, const Substitution& replacements) { return substitute(std::span(&e, 1), replacements)[0]; }

bool depends_on(Expr e, Expr symbol) {
  Memo seen;
  std::vector<Expr> stack{e};
  while (!stack.empty()) {
    const Expr node = stack.back();
    stack.pop_back();
    if (node == symbol) return true;
    if (node.id() < symbol.id() || seen.contains(node)) continue;  // operands are older than their users
    seen.set(node, node);
    for (const Expr operand : node.operands()) stack.push_back(operand);
  }
  return false;
}

std::vector<Expr> symbols_in(std::span<const Expr> list) {
  std::vector<Expr> symbols;
  for (const Expr e : nodes_below(list))
    if (e.is(Kind::symbol)) symbols.push_back(e);
  std::ranges::sort(symbols, [](Expr a, Expr b) { return a.id() < b.id(); });
  return symbols;
}

}  // namespace tangible
