// SPDX-License-Identifier: Apache-2.0
// The embedding in the loop, against multipliers, against the embedding at leisure, and against itself.
#include "dynamics/constrained_dynamics.h"

#include "dynamics/embedding.h"
#include "dynamics/random_system.h"

namespace tangible {
namespace {

using testing::flat;
using testing::random_system;
using testing::RandomSystem;
using testing::solve_with_multipliers;

struct Solved {
  DynamicsStatus embedded;
  DynamicsStatus solved;
  Eigen::VectorXd x;
  Eigen::VectorXd forces;
};

Solved solve(ConstrainedDynamics& dynamics, const RandomSystem& system) {
  Solved result{DynamicsStatus::ok, DynamicsStatus::ok, Eigen::VectorXd::Zero(system.mass.rows()),
                Eigen::VectorXd::Zero(system.rows.rows())};
  result.embedded = dynamics.embed(flat(system.mass), flat(system.rows), flat(system.constants));
  result.solved = dynamics.solve(flat(system.forcing), flat(system.remainders), flat(result.x), flat(result.forces));
  return result;
}

// Lengths in scaled speeds, so that units do not matter.
double scaled_distance(const RandomSystem& system, const Eigen::VectorXd& a, const Eigen::VectorXd& b) {
  const Eigen::VectorXd s = system.mass.diagonal().cwiseSqrt();
  return (s.asDiagonal() * (a - b)).norm() / (1 + (s.asDiagonal() * b).norm());
}

double condition(const RandomSystem& system, int rank) {
  if (rank == 0) return 1;
  Eigen::MatrixXd scaled = system.rows * system.mass.diagonal().cwiseSqrt().cwiseInverse().asDiagonal();
  scaled.rowwise().normalize();
  const Eigen::VectorXd sigma = Eigen::JacobiSVD<Eigen::MatrixXd>(scaled).singularValues();
  return sigma(0) / sigma(rank - 1);
}

RC_GTEST_PROP(ConstrainedDynamics, embedding_and_multipliers_give_the_same_motion, (unsigned seed)) {
  std::mt19937 random(seed);
  const int n = 1 + static_cast<int>(random() % 12);
  const int rank = static_cast<int>(random() % static_cast<unsigned>(n + 1));
  const int m = rank + (rank > 0 ? static_cast<int>(random() % 4) : 0);
  const RandomSystem system = random_system(random, n, m, rank);
  ConstrainedDynamics dynamics(n, m);
  dynamics.activate(system.all_rows);
  const Solved mine = solve(dynamics, system);
  RC_ASSERT(mine.solved == DynamicsStatus::ok);
  RC_ASSERT(dynamics.rank() == rank);
  RC_ASSERT(dynamics.redundant_rows().size() == static_cast<std::size_t>(m - rank));
  const auto other = solve_with_multipliers(system);
  // Multipliers square the condition number of the rows; 1e-16 times that, with three digits to spare, is what they
  // know.
  RC_ASSERT(scaled_distance(system, mine.x, other.x) < 1e-13 * std::pow(condition(system, rank), 2));
  // The forces need not agree where they are not unique; what they do must.
  const Eigen::VectorXd load = system.rows.transpose() * mine.forces;
  const Eigen::VectorXd needed = system.mass * mine.x - system.forcing;
  const Eigen::VectorXd s = system.mass.diagonal().cwiseSqrt().cwiseInverse();
  RC_ASSERT((s.asDiagonal() * (load - needed)).norm() < 1e-9 * (1 + (s.asDiagonal() * needed).norm()));
}

}  // namespace
}  // namespace tangible
