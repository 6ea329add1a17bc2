// SPDX-License-Identifier: Apache-2.0
// Equations to numbers.
#include "engine/evaluate_state.h"

#include <algorithm>
#include <cmath>

#include "dynamics/matrix_solvers.h"
#include "equations/constrained_motion.h"

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

namespace {

// A row that is nothing but rounding, as of links folded into a line, is zero.
Eigen::RowVectorXd row_numbers(const ConstraintRow& row, const Values& values) {
  Eigen::RowVectorXd a = evaluate_vector(row.a, values).transpose();
  const double bound = std::sqrt(evaluate(squared_bound(row.a), values));
  if (a.norm() < 1e-13 * bound) a.setZero();
  return a;
}

// Beside the assembled state, rows that depend on each other there seem independent: the strongest rows are used.
EmbeddedSystem embed_with_rank(const FreeSystem& free, Eigen::Index rank) {
  EmbeddedSystem whole = embed(free);
  const Eigen::Index m = free.rows.rows();
  if (m - static_cast<Eigen::Index>(whole.redundant_rows.size()) <= rank) return whole;
  Eigen::MatrixXd unit = free.rows.transpose();
  unit.colwise().normalize();
  const RankRevealingQr qr(unit);
  // Put together otherwise, a mechanism may need all of them.
  if (rank == 0 || std::abs(qr.pivot(rank)) > 1e-4) return whole;
  const Eigen::VectorXi& order = qr.order();
  std::vector<int> used(order.begin(), order.begin() + rank), others(order.begin() + rank, order.end());
  std::ranges::sort(used);
  std::ranges::sort(others);
  EmbeddedSystem part =
      embed({free.mass, free.forcing, free.rows(used, Eigen::all), free.constants(used), free.rate_remainders(used)});
  part.redundant_rows = others;
  Eigen::VectorXd forces = Eigen::VectorXd::Zero(m);
  forces(used) = part.row_forces;
  part.row_forces = forces;
  return part;
}

}  // namespace

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
  state.rank = query.rank ? *query.rank : independent_rows(equations, state.rows).size();
  const auto m = static_cast<Eigen::Index>(state.rows.size());
  state.free.rows.resize(m, state.u.size());
  state.free.constants.resize(m);
  state.free.rate_remainders.resize(m);
  for (Eigen::Index i = 0; i < m; ++i) {
    const ConstraintRow& row = equations.rows[state.rows[static_cast<std::size_t>(i)]];
    state.free.rows.row(i) = row_numbers(row, values);
    state.free.constants(i) = evaluate(row.c, values);
    state.free.rate_remainders(i) = evaluate(row.rate_remainder, values);
  }
  state.embedded = embed_with_rank(state.free, static_cast<Eigen::Index>(state.rank));
  return state;
}

}  // namespace tangible
