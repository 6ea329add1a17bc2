// SPDX-License-Identifier: Apache-2.0
// Numbers at a given state: everything that the equations say there.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "app/pipeline.h"
#include "dynamics/embedding.h"
#include "symbolic/evaluate.h"

namespace tangible {

// What holds: the rows by name. Rows that are built into the speeds always hold.
struct StateQuery {
  Values values;  // of parameters, inputs, t, q and u
  std::vector<std::string> active;
};

struct EvaluatedState {
  Eigen::MatrixXd W;
  Eigen::VectorXd X;
  Eigen::VectorXd q_rate;
  Eigen::VectorXd active;            // F_r
  Eigen::VectorXd inertia_velocity;  // velocity terms of F_r*
  FreeSystem free;                   // with the active rows
  std::vector<std::size_t> rows;     // indices of the active rows that are not built in
  EmbeddedSystem embedded;
  Eigen::VectorXd u;
};

EvaluatedState evaluate_state(const Equations& equations, const StateQuery& query);
nlohmann::ordered_json evaluate_to_json(const LoadedModel& model, const StateQuery& query);

}  // namespace tangible
