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

Eigen::MatrixXd uniform(std::mt19937& random, Eigen::Index rows, Eigen::Index columns);

// Speeds come in units between 1/100 and 100: M = S (B B^T + 1) S, and rows of `rank` independent directions, of which
// the others are combinations, also in units of their own.
RandomSystem random_system(std::mt19937& random, int speeds, int rows, int rank);

// The other method: mass x - rows^T force = forcing, rows x = -remainders, all unknowns at once.
struct Multipliers {
  Eigen::VectorXd x;
  Eigen::VectorXd forces;
};
Multipliers solve_with_multipliers(const RandomSystem& system);

// Of U S V^T, as many columns of V as there are singular values.
struct SingularValues {
  Eigen::VectorXd values;
  Eigen::MatrixXd V;
};
SingularValues find_singular_values(const Eigen::MatrixXd& matrix);

}  // namespace tangible::testing
