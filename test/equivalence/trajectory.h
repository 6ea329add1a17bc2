// SPDX-License-Identifier: Apache-2.0
// A model that moves beside the trajectory of an outside reference.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>

#include "formulated.h"
#include "engine/lower_system.h"
#include "equivalence/reference.h"
#include "simulation/simulation_loop.h"

namespace tangible {

// Parameters of a reference in the form of `--set`; those that the model does not have are omitted.
inline std::vector<std::string> settings(const Json& parameters, const std::vector<std::string>& except = {}) {
  std::vector<std::string> list;
  for (const auto& [name, value] : parameters.items())
    if (value.is_number() && std::ranges::find(except, name) == except.end())
      list.push_back(fmt::format("{}={}", name, value.get<double>()));
  return list;
}

// Positions of times and states in two lists: rows of t and state.
inline Json rows_of(const Json& run) {
  Json rows = Json::array();
  for (std::size_t k = 0; k < run["t"].size(); ++k) {
    rows.push_back(run["y"][k]);
    rows.back().insert(rows.back().begin(), run["t"][k]);
  }
  return rows;
}

class MovingModel {
 public:
  MovingModel(const std::string& path, const std::vector<std::string>& set, const SimulationOptions& options = {})
      : model_(formulate_current({path, set})),
        system_(lower_to_system(*model_.mechanism, model_.equations)),
        simulation(system_, options) {}

  CurrentFormulation model_;
  System system_;
  SimulationLoop simulation;

  void begin_at(const Json& values) {
    for (std::size_t i = 0; i < values.size(); ++i) simulation.state()[i] = values[i].get<double>();
    // The reference's start is exact: nothing of it is to be moved.
    std::ranges::fill(system_.start_q_kind, StartKind::given);
  }
  void hold(const std::string& row) {
    for (std::size_t i = 0; i < system_.rows.size(); ++i)
      if (system_.rows[i].name == row) return simulation.set_initially_active(i, true);
    FAIL() << "the model has no row " << row;
  }
  std::size_t input(const std::string& name) const {
    for (std::size_t i = 0; i < system_.inputs.size(); ++i)
      if (system_.inputs[i].name == name) return i;
    ADD_FAILURE() << "the model has no input " << name;
    return 0;
  }
  // As if it had never moved.
  void begin_again(const SimulationOptions& options) {
    std::destroy_at(&simulation);
    std::construct_at(&simulation, system_, options);
  }
  void start() { ASSERT_EQ(describe(simulation.start()), std::string("ok")); }
};

inline SimulationOptions fine() {
  SimulationOptions options;
  options.tolerance = 1e-12;
  return options;
}

}  // namespace tangible
