// SPDX-License-Identifier: Apache-2.0
// What is measured in every haptic run, whatever the display, as text and as JSON.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "haptics/device_placement.h"
#include "haptics/run_clock.h"

namespace tangible {

struct RunFigures {
  std::string model;
  bool virtual_time = false;
  const RunTime* time = nullptr;
  const ServoReport* servo = nullptr;
  double energy_error = 0;   // of the model's books, J
  double lag = 0;            // s, by which the model is behind its schedule, as its work is bounded
  double given_up = 0;       // s, of such a lag that was too long
  std::string stopped = {};  // why the model has stopped; empty if it has not
  std::string warning = {};  // about the whole run; may be empty
  bool completed = true;     // the model did not stop, and every device took part
};

// "  ran 300 ticks in 0.300 s of virtual time", without an end of line.
std::string ticks_text(const RunFigures& figures);
std::string limits_text(const ForceLimitCounts& counts);
std::string samples_text(const SampleCheckCounts& counts);
// One line; empty if the device stands as the world does.
std::string placement_text(const DevicePlacement& placement);
// Every line two columns further to the right.
std::string indented(const std::string& lines);

nlohmann::ordered_json ticks_json(const RunFigures& figures);
// "scale" by axis of the device, "rotation" as a quaternion w, x, y, z, "offset" in m or null.
nlohmann::ordered_json placement_json(const DevicePlacement& placement);
nlohmann::ordered_json limits_json(const ForceLimitCounts& counts);
nlohmann::ordered_json samples_json(const SampleCheckCounts& counts);
// Without histograms.
nlohmann::ordered_json loop_json(const LoopStatistics& loop);

}  // namespace tangible
