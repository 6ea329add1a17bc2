// SPDX-License-Identifier: Apache-2.0
// The measurements of a run with an admittance display, as text and as JSON.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "haptics/model_device.h"
#include "haptics/realtime_loop.h"

namespace tangible {

struct AdmittanceRunReport {
  std::string model, handle, device, variant;
  bool virtual_time = false;
  double duration = 0;  // s of the run's clock
  const AdmittancePort* port = nullptr;
  const ModelDevice* arm = nullptr;  // null if the device is none
  const ServoReport* servo = nullptr;
  const LoopStatistics* loop = nullptr;  // null in virtual time
  double work_on_model = 0;              // through the handle, J
  double energy_error = 0;               // of the model's books, J
  double configuration_error = 0;        // the largest of active rows at the end
  double motion_error = 0;
  std::string stopped;  // why the model has stopped; empty if it has not
};

std::string admittance_text(const AdmittanceRunReport& report);
nlohmann::ordered_json admittance_json(const AdmittanceRunReport& report);

}  // namespace tangible
