// SPDX-License-Identifier: Apache-2.0
// A run as it can be written down and done again: model, parameters, method, inputs.
#pragma once

#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "engine/input_table.h"
#include "engine/model_request.h"
#include "simulation/record.h"

namespace tangible {

struct RunRecipe {
  ModelRequest load;
  double until = 10;
  double step = 0;
  double tolerance = 1e-10;
  double every = 0;
  std::string method;      // empty: rk4 with a step, adaptive without
  bool from_rest = false;  // begin in the static equilibrium near the assembled configuration
  InputTable inputs;
  std::string model_hash = {};  // of the model file when the run was made; empty: not known
};

nlohmann::ordered_json recipe_to_json(const RunRecipe& recipe);
// Shows whether a model file is still the one that a run was made with; empty for what is no file.
std::string hash_of_file(const std::string& path);

// Method, step and tolerance; refuses a fixed-step method without a step.
SimulationOptions simulation_options(const RunRecipe& recipe);

// Refuses times between rows that steps of a fixed length do not meet, and more rows or steps than there can be.
void check_times(const RunRecipe& recipe);

// Reads, derives, starts and runs. `warn` gets the warnings about the model before it runs. Throws BadInput if
// the motion cannot begin.
Record run_recipe(const RunRecipe& recipe, const RunOptions& options = {},
                  const std::function<void(const std::string&)>& warn = {});

}  // namespace tangible
