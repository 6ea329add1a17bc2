// SPDX-License-Identifier: Apache-2.0
// Embedding by substitution: fewer speeds from the velocities on.
#include "equations/embedding.h"
#include "symbolic/substitute.h"

namespace tangible {
namespace {

// u_dependent -> D u_independent + E
Substitution dependent_speeds(const Equations& equations, const Embedding& rows) {
  Substitution replace;
  for (std::size_t s = 0; s < rows.dependent.size(); ++s) {
    std::vector<Expr> terms{rows.E[s]};
    for (std::size_t r = 0; r < rows.independent.size(); ++r)
      terms.push_back(rows.D(s, r) * equations.kinematical.u[rows.independent[r]]);
    replace[equations.kinematical.u[rows.dependent[s]]] = sum(terms);
  }
  return replace;
}

// q' = (W_independent + W_dependent D) u + X + W_dependent E
KinematicalEquations with_fewer_speeds(const KinematicalEquations& all, const Embedding& rows) {
  KinematicalEquations fewer;
  fewer.q = all.q;
  fewer.q_rate = all.q_rate;
  for (const std::size_t r : rows.independent) {
    fewer.u.push_back(all.u[r]);
    fewer.u_rate.push_back(all.u_rate[r]);
  }
  const std::size_t p = rows.independent.size();
  fewer.W = Matrix(all.q.size(), p);
  for (std::size_t i = 0; i < all.q.size(); ++i) {
    std::vector<Expr> constant{all.X[i]};
    for (std::size_t s = 0; s < rows.dependent.size(); ++s) constant.push_back(all.W(i, rows.dependent[s]) * rows.E[s]);
    fewer.X.push_back(sum(constant));
    std::vector<Expr> rate = constant;
    for (std::size_t r = 0; r < p; ++r) {
      std::vector<Expr> terms{all.W(i, rows.independent[r])};
      for (std::size_t s = 0; s < rows.dependent.size(); ++s)
        terms.push_back(all.W(i, rows.dependent[s]) * rows.D(s, r));
      fewer.W(i, r) = sum(terms);
      rate.push_back(fewer.W(i, r) * fewer.u[r]);
    }
    fewer.rate.push_back(sum(rate));
  }
  return fewer;
}

// u_dependent' = D u_independent' + G with G = D' u + E'
std::vector<Expr> rate_remainders(const KinematicalEquations& fewer, const Embedding& rows, Expr time) {
  Rates rates = fewer.rates();
  rates[time] = 1;
  std::vector<Expr> result;
  for (std::size_t s = 0; s < rows.dependent.size(); ++s) {
    std::vector<Expr> terms{total_time_derivative(rows.E[s], rates)};
    for (std::size_t r = 0; r < fewer.u.size(); ++r)
      terms.push_back(total_time_derivative(rows.D(s, r), rates) * fewer.u[r]);
    result.push_back(sum(terms));
  }
  return result;
}

}  // namespace

Embedding derive_embedding_by_substitution(const Mechanism& mechanism, const Equations& equations,
                                           std::span<const std::string> active_rows) {
  Embedding out = solve_rows(equations, active_rows);
  const KinematicalEquations fewer = with_fewer_speeds(equations.kinematical, out);
  Shortener shortener(fewer.u, equations.angles);
  MotionTable motions(mechanism, fewer, shortener);
  const DynamicalEquations dynamical = derive_dynamical_equations(mechanism, motions, shortener);
  // Loads may mention dependent speeds by name.
  const Substitution replace = dependent_speeds(equations, out);
  out.G = rate_remainders(fewer, out, mechanism.time());
  out.mass = dynamical.mass;
  out.inertia_velocity = dynamical.inertia_velocity;
  for (const Expr force : dynamical.active) out.active_force.push_back(substitute(force, replace));
  return out;
}

}  // namespace tangible
