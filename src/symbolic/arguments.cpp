// SPDX-License-Identifier: Apache-2.0
// Rewriting of arguments, innermost first.
#include "symbolic/arguments.h"

#include <algorithm>

#include "symbolic/normal_form.h"

namespace tangible {
namespace {

// Each term of an angle by itself: over a common denominator sin((x + 2 pi (a + b))/(a + b)) would no longer show that
// it is sin(x/(a + b)).
Expr expand_angle(Expr argument, std::size_t& budget) {
  Angle angle = read_angle(argument);
  std::vector<Pair> terms;
  for (const Angle::Part& part : angle.parts)
    terms.push_back({expand_within(part.atom, budget), Expr(part.coefficient)});
  terms.push_back({pi(), Expr(angle.half_turns)});
  return linear_combination(terms);
}

}  // namespace

Expr expand_within(Expr e, std::size_t& budget) {
  if (!e.is(Kind::sum) && !e.is(Kind::product)) return e;
  const Expr roots[] = {e};
  NormalForms forms(roots, budget);
  const Expr expanded = forms.to_expr(forms.of(e));
  budget = forms.ring().left();
  return expanded;
}

Expr expand_arguments(Expr e, std::size_t& budget) {
  return rewrite_arguments(e, budget, [&](Kind function, Expr argument) {
    const bool adds = function == Kind::sin || function == Kind::cos || function == Kind::tan || function == Kind::exp;
    return adds ? expand_angle(argument, budget) : expand_within(argument, budget);
  });
}

Expr rewrite_arguments(Expr root, std::size_t max_nodes, const Rewrite& rewrite) {
  const Expr roots[] = {root};
  Memo memo;
  std::vector<Expr> operands;
  for_each_below(roots, memo, [&](Expr e) {
    if (max_nodes-- == 0) throw WorkLimit("an expression of too many nodes");
    if (e.operands().empty()) return e;
    operands.clear();
    for (const Expr operand : e.operands()) operands.push_back(memo.at(operand));
    if (e.is(Kind::product)) {
      for (std::size_t i = 0; i < operands.size(); i += 2)
        if (!operands[i + 1].value().is_integer() && !operands[i].is(Kind::number))
          operands[i] = rewrite(e.kind(), operands[i]);
    } else if (!e.is(Kind::sum)) {
      for (Expr& operand : operands) operand = rewrite(e.kind(), operand);
    }
    return std::ranges::equal(operands, e.operands()) ? e : rebuild(e.kind(), operands);
  });
  return memo.at(root);
}

}  // namespace tangible
