// SPDX-License-Identifier: Apache-2.0
// Random unconstrained systems with rows, redundant ones among them, and their solution by multipliers.
#pragma once

#include <Eigen/Dense>
#include <random>
#include <span>
#include <vector>

#include "dynamics/constrained_dynamics.h"

namespace tangible::testing {

using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

struct RandomSystem {
  RowMajor mass;
  RowMajor rows;
  Eigen::VectorXd constants;
  Eigen::VectorXd remainders;
  Eigen::VectorXd forcing;
  std::vector<int> all_rows;
};

template <class M>
std::span<const double> flat(const M& m) {
  return {m.data(), static_cast<std::size_t>(m.size())};
}
inline std::span<double> flat(Eigen::VectorXd& v) { return {v.data(), static_cast<std::size_t>(v.size())}; }

inline Eigen::MatrixXd uniform(std::mt19937& random, Eigen::Index rows, Eigen::Index columns) {
  std::uniform_real_distribution<double> draw(-1, 1);
  return Eigen::MatrixXd::NullaryExpr(rows, columns, [&] { return draw(random); });
}

// Speeds come in units between 1/100 and 100: M = S (B B^T + 1) S, and rows of `rank` independent directions, of which
// the others are combinations, also in units of their own.
inline RandomSystem random_system(std::mt19937& random, int speeds, int rows, int rank) {
  RandomSystem system;
  const Eigen::MatrixXd b = uniform(random, speeds, speeds);
  const Eigen::VectorXd units = (uniform(random, speeds, 1) * 4.6).array().exp();
  system.mass =
      units.asDiagonal() * (b * b.transpose() + Eigen::MatrixXd::Identity(speeds, speeds)) * units.asDiagonal();
  const Eigen::MatrixXd basis = uniform(random, rank, speeds) * units.asDiagonal();
  const Eigen::MatrixXd combine = uniform(random, rows, rank);
  const Eigen::VectorXd row_units = (uniform(random, rows, 1) * 4.6).array().exp();
  system.rows = row_units.asDiagonal() * combine * basis;
  system.constants = row_units.asDiagonal() * combine * uniform(random, rank, 1);
  system.remainders = row_units.asDiagonal() * combine * uniform(random, rank, 1);
  system.forcing = units.asDiagonal() * uniform(random, speeds, 1);
  for (int i = 0; i < rows; ++i) system.all_rows.push_back(i);
  return system;
}

// The other road: mass x - rows^T force = forcing, rows x = -remainders, all unknowns at once.
struct Multipliers {
  Eigen::VectorXd x;
  Eigen::VectorXd forces;
};
inline Multipliers solve_with_multipliers(const RandomSystem& system) {
  const auto n = system.mass.rows();
  const auto m = system.rows.rows();
  // Speeds and rows are scaled to like size, which multipliers need as much as the embedding does.
  const Eigen::VectorXd s = system.mass.diagonal().cwiseSqrt().cwiseInverse();
  const Eigen::VectorXd t = (system.rows * s.asDiagonal()).rowwise().norm().cwiseInverse();
  Eigen::MatrixXd whole = Eigen::MatrixXd::Zero(n + m, n + m);
  whole.topLeftCorner(n, n) = s.asDiagonal() * system.mass * s.asDiagonal();
  whole.bottomLeftCorner(m, n) = t.asDiagonal() * system.rows * s.asDiagonal();
  whole.topRightCorner(n, m) = -whole.bottomLeftCorner(m, n).transpose();
  Eigen::VectorXd right(n + m);
  right << s.asDiagonal() * system.forcing, -(t.asDiagonal() * system.remainders);
  Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd> solver;
  solver.setThreshold(1e-13);
  solver.compute(whole);
  const Eigen::VectorXd solution = solver.solve(right);
  return {s.asDiagonal() * solution.head(n), t.asDiagonal() * solution.tail(m)};
}

}  // namespace tangible::testing
