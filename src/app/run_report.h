// SPDX-License-Identifier: Apache-2.0
// The measurements of a haptic run, as text and as JSON.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "haptics/realtime_loop.h"

namespace tangible {

struct RunReport {
  std::string model, handle, device;
  bool virtual_time = false;
  double duration = 0;  // s of the run's clock
  const HapticPort* port = nullptr;
  const ServoReport* servo = nullptr;
  const LoopStatistics* loop = nullptr;  // null in virtual time
  double work_on_model = 0;              // through the handle, J
  double energy_error = 0;               // of the model's books, J
  std::string stopped = {};              // why the model has stopped; empty if it has not
  std::string display = {};              // the display instead of a coupler; empty: the coupler
};

std::string report_text(const RunReport& report);
nlohmann::ordered_json report_json(const RunReport& report);

}  // namespace tangible
