// SPDX-License-Identifier: Apache-2.0
// A run of a model as samples for viewers: snapshots about 1/60 s apart, two at each instant at which something
// happens, the events and the modes.
#pragma once

#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "display/live_model.h"
#include "display/mode_graph.h"

namespace tangible {

struct SampleOptions {
  double until = 10;
  double every = 1.0 / 60;  // of fixed-step methods: rounded to whole steps
  // Increasing times at which adaptive steps have to end.
  std::vector<double> input_breakpoints;
  // Called at every step; false ends the run.
  std::function<bool(double t)> should_continue;
};

struct RunSamples {
  explicit RunSamples(const LiveModel& live) : graph(live.model(), live.mode, live.first_freedoms) {}

  std::vector<std::vector<double>> numbers;  // each as LiveModel::numbers
  std::vector<std::uint32_t> modes;          // beside them, numbers of the graph
  std::vector<std::size_t> jumps;            // samples at which numbers change at once
  nlohmann::json events = nlohmann::json::array();
  ModeGraph graph;
  SimulationStatus status = SimulationStatus::ok;
  std::string reason;  // why it stopped early
  bool interrupted = false;
  long steps = 0;
  double end = 0;  // s
};

RunSamples sample_run(LiveModel& live, const SampleOptions& options);

}  // namespace tangible
