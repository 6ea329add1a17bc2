// SPDX-License-Identifier: Apache-2.0
// A run as it can be written down and done again: model, parameters, method, inputs.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "app/pipeline.h"
#include "simulation/record.h"

namespace tangible {

// Inputs over time: straight between the given times, constant beyond them.
struct InputTable {
  std::vector<std::string> names;
  std::vector<std::vector<double>> rows;  // t, then the inputs
};
// CSV with a head "t,F,tau"; units in brackets behind a name are ignored.
InputTable read_input_table(const std::string& path);

struct RunRecipe {
  LoadOptions load;
  double until = 10;
  double step = 0;
  double tolerance = 1e-10;
  double every = 0;
  std::string method;      // empty: rk4 with a step, adaptive without
  bool from_rest = false;  // begin in the static equilibrium near the assembled configuration
  InputTable inputs;
};

nlohmann::ordered_json recipe_to_json(const RunRecipe& recipe);
RunRecipe recipe_from_json(const nlohmann::ordered_json& json, const std::string& where);

// Refuses times between rows that steps of a fixed length do not meet, and more rows than can be kept.
void check_times(const RunRecipe& recipe);

// Reads, derives, starts and runs. Throws BadInput if the motion cannot begin.
Record run_recipe(const RunRecipe& recipe, const RunOptions& options = {});

}  // namespace tangible
