// SPDX-License-Identifier: Apache-2.0
// Ranges of the options of a run.
#include "engine/check_options.h"

#include <fmt/format.h>

#include <cmath>

#include "engine/error.h"

namespace tangible {

void check_options(const SimulationOptions& options) {
  const auto require = [](bool good, const char* name, double value, const char* range) {
    if (!good) throw BadInput(fmt::format("SimulationOptions::{} is {}: give {}", name, value, range));
  };
  const auto is_positive = [](double x) { return std::isfinite(x) && x > 0; };
  require(is_positive(options.step), "step", options.step, "a finite time above zero, in seconds");
  require(is_positive(options.tolerance), "tolerance", options.tolerance, "a finite number above zero");
  require(std::isfinite(options.rest_speed) && options.rest_speed >= 0, "rest_speed", options.rest_speed,
          "a finite speed that is not negative");
  require(options.events_per_tick >= 0, "events_per_tick", options.events_per_tick, "zero or more");
  require(options.evaluations_per_tick >= 0, "evaluations_per_tick", static_cast<double>(options.evaluations_per_tick),
          "zero (no bound) or more");
  require(options.parts_per_tick >= 1, "parts_per_tick", options.parts_per_tick, "one or more");
  require(options.max_lag >= 0, "max_lag", options.max_lag, "a time that is not negative, in seconds");
}

}  // namespace tangible
