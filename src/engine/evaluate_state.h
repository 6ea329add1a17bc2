// SPDX-License-Identifier: Apache-2.0
// All values of the equations at a given state.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "dynamics/embedding.h"
#include "equations/equations.h"
#include "symbolic/evaluate.h"

namespace tangible {

// The active rows by name. Rows that are built into the speeds are always active.
struct StateQuery {
  Values values;  // of parameters, inputs, t, q and u
  std::vector<std::string> active;
  std::optional<std::size_t> rank = {};  // of the rows where the mechanism is assembled; none: of the symbols
};

struct EvaluatedState {
  Eigen::MatrixXd W;
  Eigen::VectorXd X;
  Eigen::VectorXd q_rate;
  Eigen::VectorXd active;            // F_r
  Eigen::VectorXd inertia_velocity;  // velocity terms of F_r*
  FreeSystem free;                   // with the active rows
  std::vector<std::size_t> rows;     // indices of the active rows that are not built in
  std::size_t rank = 0;              // that they have at general states
  EmbeddedSystem embedded;
  Eigen::VectorXd u;
  bool rates_are_determined = true;  // false where a divisor of W vanishes, but for rounding
};

EvaluatedState evaluate_state(const Equations& equations, const StateQuery& query);

Eigen::VectorXd evaluate_vector(std::span<const Expr> list, const Values& values);
Eigen::MatrixXd evaluate_matrix(const Matrix& matrix, const Values& values);

}  // namespace tangible
