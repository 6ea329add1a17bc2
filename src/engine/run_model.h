// SPDX-License-Identifier: Apache-2.0
// A run of a model from its start to its end, recorded.
#pragma once

#include "engine/formulation.h"
#include "engine/input_table.h"
#include "simulation/record.h"

namespace tangible {

struct RunPlan {
  SimulationOptions how;
  bool from_rest = false;  // begin in the static equilibrium near the assembled configuration
  const InputTable& inputs;
};

// The record has the warnings, and the reason if the run stopped. Throws BadInput if the motion cannot begin.
Record run_model(const CurrentFormulation& model, const RunPlan& plan, const RunOptions& options);

}  // namespace tangible
