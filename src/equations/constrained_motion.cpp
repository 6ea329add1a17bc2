// SPDX-License-Identifier: Apache-2.0
// The motion in an orthonormal basis of what the rows allow.
#include "equations/constrained_motion.h"

#include "symbolic/ldlt.h"
#include "symbolic/orthogonal_rows.h"

namespace tangible {

ConstrainedMotion derive_constrained_motion(const Equations& equations, const Embedding& embedding) {
  const std::size_t nu = equations.nu();
  const std::size_t m = embedding.rows.size();
  Matrix a(m, nu);
  std::vector<Expr> demanded;
  ConstrainedMotion out;
  for (std::size_t i = 0; i < m; ++i) {
    const ConstraintRow& row = equations.rows[embedding.rows[i]];
    std::vector<Expr> value{row.c};
    for (std::size_t r = 0; r < nu; ++r) {
      a(i, r) = row.a[r];
      value.push_back(row.a[r] * equations.kinematical.u[r]);
    }
    demanded.push_back(-row.rate_remainder);
    out.violation = max(out.violation, abs(sum(value)));
  }
  const OrthogonalRows rows(a);
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
    std::vector<Expr> terms;
    for (const Expr e : a) terms.push_back(e * e);
    squares.push_back(sum(terms));
  }
  return OrthogonalRows(dependent, squares).regularity();
}

}  // namespace tangible
