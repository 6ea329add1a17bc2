// SPDX-License-Identifier: Apache-2.0
// Equations to numbers.
#include "engine/evaluate_state.h"

#include <algorithm>
#include <cmath>

namespace tangible {

Eigen::VectorXd evaluate_vector(std::span<const Expr> list, const Values& values) {
  const std::vector<double> numbers = evaluate(list, values);
  return Eigen::Map<const Eigen::VectorXd>(numbers.data(), static_cast<Eigen::Index>(numbers.size()));
}

Eigen::MatrixXd evaluate_matrix(const Matrix& matrix, const Values& values) {
  const Eigen::VectorXd flat = evaluate_vector(matrix.entries(), values);
  Eigen::MatrixXd result(matrix.rows(), matrix.columns());
  for (Eigen::Index i = 0; i < result.rows(); ++i) result.row(i) = flat.segment(i * result.cols(), result.cols());
  return result;
}

EvaluatedState evaluate_state(const Equations& equations, const StateQuery& query) {
  EvaluatedState state;
  const Values& values = query.values;
  const KinematicalEquations& k = equations.kinematical;
  state.u = evaluate_vector(k.u, values);
  state.W = evaluate_matrix(k.W, values);
  state.X = evaluate_vector(k.X, values);
  for (const double divisor : evaluate(k.divisors, values))
    if (!(std::abs(divisor) > 1e-12)) state.rates_are_determined = false;
  state.q_rate = state.W * state.u + state.X;
  state.active = evaluate_vector(equations.dynamical.active, values);
  state.inertia_velocity = evaluate_vector(equations.dynamical.inertia_velocity, values);
  state.free.mass = evaluate_matrix(equations.dynamical.mass, values);
  state.free.forcing = state.active + state.inertia_velocity;
  for (std::size_t i = 0; i < equations.rows.size(); ++i) {
    const ConstraintRow& row = equations.rows[i];
    if (!row.built_in && std::ranges::find(query.active, row.name) != query.active.end()) state.rows.push_back(i);
  }
  const auto m = static_cast<Eigen::Index>(state.rows.size());
  state.free.rows.resize(m, state.u.size());
  state.free.constants.resize(m);
  state.free.rate_remainders.resize(m);
  for (Eigen::Index i = 0; i < m; ++i) {
    const ConstraintRow& row = equations.rows[state.rows[static_cast<std::size_t>(i)]];
    state.free.rows.row(i) = evaluate_vector(row.a, values).transpose();
    state.free.constants(i) = evaluate(row.c, values);
    state.free.rate_remainders(i) = evaluate(row.rate_remainder, values);
  }
  state.embedded = embed(state.free);
  return state;
}

}  // namespace tangible
