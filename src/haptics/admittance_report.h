// SPDX-License-Identifier: Apache-2.0
// What a run with an admittance display has measured, as text and as JSON.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "haptics/model_device.h"
#include "haptics/run_figures.h"

namespace tangible {

struct AdmittanceRunReport : RunFigures {
  struct Held {
    std::string handle, device;
    const AdmittancePort* port = nullptr;
    const ModelDevice* arm = nullptr;  // null if the device is none
    double work = 0;                   // on the model through the handle, J
    DevicePlacement placement = {};
  };
  std::vector<Held> held;
  std::string variant;
  double configuration_error = 0;  // the largest of active rows at the end
  double motion_error = 0;
};

std::string report_text(const AdmittanceRunReport& report);
nlohmann::ordered_json report_json(const AdmittanceRunReport& report);

}  // namespace tangible
