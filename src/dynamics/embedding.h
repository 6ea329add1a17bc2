// SPDX-License-Identifier: Apache-2.0
// Numerical Kane: the equations of motion at one state under the rows that hold now.
#pragma once

#include <Eigen/Core>
#include <vector>

namespace tangible {

// Everything at one state, without constraints: mass u' = forcing (+ rows^T force).
struct FreeSystem {
  Eigen::MatrixXd mass;             // nu x nu
  Eigen::VectorXd forcing;          // nu
  Eigen::MatrixXd rows;             // m x nu: rows u + constants = 0
  Eigen::VectorXd constants;        // m
  Eigen::VectorXd rate_remainders;  // m: rows u' + rate_remainders = 0
};

// u_dependent = D u_independent + E, u_dependent' = D u_independent' + G, and the p equations that are left.
struct EmbeddedSystem {
  enum class Status { ok, inconsistent_rows, singular_mass };
  Status status = Status::ok;
  std::vector<int> independent;     // speeds, increasing
  std::vector<int> dependent;       // speeds, increasing
  std::vector<int> redundant_rows;  // follow from the others at this state
  Eigen::MatrixXd D;
  Eigen::VectorXd E;
  Eigen::VectorXd G;
  Eigen::MatrixXd mass;        // p x p
  Eigen::VectorXd forcing;     // p
  Eigen::VectorXd u_rate;      // nu, all speeds
  Eigen::VectorXd row_forces;  // m; of smallest norm where redundant rows leave them undetermined
};

// Speeds stay independent in the analyst's order: the last ones become dependent first.
EmbeddedSystem embed(const FreeSystem& free);

}  // namespace tangible
