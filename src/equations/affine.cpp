// SPDX-License-Identifier: Apache-2.0
// Affine expressions: coefficients by differentiation, the remainder by setting the symbols to zero.
#include "equations/affine.h"

#include <algorithm>

#include "symbolic/differentiate.h"
#include "symbolic/equality.h"
#include "symbolic/memo.h"
#include "symbolic/substitute.h"

namespace tangible {

bool is_nonsmooth_in(Expr e, std::span<const Expr> symbols) {
  return std::ranges::any_of(nodes_below({&e, 1}), [&](Expr node) {
    if (node.kind() < Kind::abs) return false;
    // select(x > 0, 2*u, u) is linear in u; what its branches hold is a node of its own.
    const Expr decides = node.is(Kind::select) ? node.operands()[0] : node;
    return std::ranges::any_of(symbols, [&](Expr s) { return depends_on(decides, s); });
  });
}

Affine split_affine(Expr e, std::span<const Expr> symbols) {
  Affine result;
  result.exact = !is_nonsmooth_in(e, symbols);
  if (!result.exact) return result;
  Substitution zeros;
  for (const Expr s : symbols) zeros[s] = 0;
  result.coefficients.reserve(symbols.size());
  for (const Expr s : symbols) result.coefficients.push_back(differentiate(e, s));
  // A coefficient that still contains a symbol does so in form only (u - u^2/u), or the expression is not affine.
  for (Expr& coefficient : result.coefficients) {
    const std::vector<Expr> inside = symbols_in(std::span(&coefficient, 1));
    for (const Expr s : inside) {
      if (!zeros.contains(s)) continue;
      if (!is_zero(differentiate(coefficient, s))) {
        result.exact = false;
        return result;
      }
    }
    coefficient = substitute(coefficient, zeros);
  }
  result.remainder = substitute(e, zeros);
  return result;
}

}  // namespace tangible
