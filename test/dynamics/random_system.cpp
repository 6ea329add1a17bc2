// SPDX-License-Identifier: Apache-2.0
// Expressions and decompositions of Eigen, compiled once for all tests of the room.
#include "dynamics/random_system.h"

#include "dynamics/matrix_solvers.h"

namespace tangible::testing {

Eigen::MatrixXd uniform(std::mt19937& random, Eigen::Index rows, Eigen::Index columns) {
  std::uniform_real_distribution<double> draw(-1, 1);
  return Eigen::MatrixXd::NullaryExpr(rows, columns, [&] { return draw(random); });
}

RandomSystem random_system(std::mt19937& random, int speeds, int rows, int rank) {
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

Multipliers solve_with_multipliers(const RandomSystem& system) {
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
  const Eigen::VectorXd solution = LeastNormSolver(whole, 1e-13).solve(right);
  return {s.asDiagonal() * solution.head(n), t.asDiagonal() * solution.tail(m)};
}

SingularValues find_singular_values(const Eigen::MatrixXd& matrix) {
  const Eigen::JacobiSVD<Eigen::MatrixXd> svd(matrix, Eigen::ComputeThinV);
  return {svd.singularValues(), svd.matrixV()};
}

}  // namespace tangible::testing
