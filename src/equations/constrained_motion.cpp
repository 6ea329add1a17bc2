// SPDX-License-Identifier: Apache-2.0
// The motion in an orthonormal basis of what the rows allow.
#include "equations/constrained_motion.h"

#include "symbolic/ldlt.h"
#include "symbolic/memo.h"
#include "symbolic/orthogonal_rows.h"

namespace tangible {
namespace {

// The most that an expression can be whatever the angles in it: what it is rounded to, in units of the last place. A
// row that vanishes here is known by its size elsewhere.
Expr size_bound(Expr root) {
  Memo memo;
  for_each_below(std::span(&root, 1), memo, [&](Expr e) -> Expr {
    const std::vector<Expr> operands(e.operands().begin(), e.operands().end());
    std::vector<Expr> parts;
    switch (e.kind()) {
      case Kind::sin:
      case Kind::cos:
      case Kind::sign: return 1;
      case Kind::sum:
        for (const Pair p : Pairs(operands)) parts.push_back(scale(memo.at(p.first), abs(p.second.value())));
        return sum(parts);
      case Kind::product:
        for (const Pair p : Pairs(operands))
          parts.push_back(pow(p.second.value() < Rational(0) ? abs(p.first) : memo.at(p.first), p.second.value()));
        return product(parts);
      default: return abs(e);
    }
  });
  return memo.at(root);
}

Expr squared_bound(std::span<const Expr> row) {
  std::vector<Expr> squares;
  for (const Expr e : row)
    if (!e.is_zero()) squares.push_back(pow(size_bound(e), 2));
  return sum(squares);
}

}  // namespace

ConstrainedMotion derive_constrained_motion(const Equations& equations, const Embedding& embedding) {
  const std::size_t nu = equations.nu();
  const std::size_t m = embedding.rows.size();
  Matrix a(m, nu);
  std::vector<Expr> demanded, squares;
  ConstrainedMotion out;
  for (std::size_t i = 0; i < m; ++i) {
    const ConstraintRow& row = equations.rows[embedding.rows[i]];
    std::vector<Expr> value{row.c};
    for (std::size_t r = 0; r < nu; ++r) {
      a(i, r) = row.a[r];
      value.push_back(row.a[r] * equations.kinematical.u[r]);
    }
    demanded.push_back(-row.rate_remainder);
    squares.push_back(squared_bound(row.a));
    out.violation = max(out.violation, abs(sum(value)));
  }
  const OrthogonalRows rows(a, squares);
  out.regularity = rows.regularity();
  const Matrix& mass = equations.dynamical.mass;
  const Matrix t = rows.null_basis();
  const std::vector<Expr> g = rows.smallest_solution(demanded);
  const auto minus_inertia = [&](const std::vector<Expr>& u_rate, std::size_t r) {
    std::vector<Expr> terms{equations.dynamical.forcing(r)};
    for (std::size_t s = 0; s < nu; ++s) terms.push_back(-(mass(r, s) * u_rate[s]));
    return sum(terms);
  };
  std::vector<Expr> left(nu), forcing(nu - m);
  for (std::size_t r = 0; r < nu; ++r) left[r] = minus_inertia(g, r);
  std::vector<Expr> terms;
  for (std::size_t i = 0; i < forcing.size(); ++i) {
    terms.clear();
    for (std::size_t r = 0; r < nu; ++r) terms.push_back(t(r, i) * left[r]);
    forcing[i] = sum(terms);
  }
  const std::vector<Expr> w = solve_symmetric(t.transposed() * (mass * t), forcing);
  for (std::size_t r = 0; r < nu; ++r) {
    terms.assign({g[r]});
    for (std::size_t i = 0; i < w.size(); ++i) terms.push_back(t(r, i) * w[i]);
    out.u_rate.push_back(sum(terms));
  }
  std::vector<Expr> held(nu);
  for (std::size_t r = 0; r < nu; ++r) held[r] = -minus_inertia(out.u_rate, r);
  out.row_force = rows.multipliers(held);
  return out;
}

Expr embedding_regularity(const Equations& equations, const Embedding& embedding) {
  const std::size_t m = embedding.rows.size();
  Matrix dependent(m, m);
  std::vector<Expr> squares;
  for (std::size_t i = 0; i < m; ++i) {
    const std::vector<Expr>& a = equations.rows[embedding.rows[i]].a;
    for (std::size_t d = 0; d < m; ++d) dependent(i, d) = a[embedding.dependent[d]];
    squares.push_back(squared_bound(a));
  }
  return OrthogonalRows(dependent, squares).regularity();
}

}  // namespace tangible
