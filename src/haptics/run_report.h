// SPDX-License-Identifier: Apache-2.0
// What a run of the impedance display, or one whose device leads its handle, has measured, as text and as JSON.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "haptics/run_figures.h"

namespace tangible {

struct RunReport : RunFigures {
  struct Held {
    std::string handle, device;
    const HapticPort* port = nullptr;
    double work = 0;  // on the model through the handle, J
    DevicePlacement placement = {};
  };
  std::vector<Held> held;
  std::string display = {};  // what there is instead of a coupler; empty: the coupler
};

// Of one device as ever; of several, each has its lines, or its member of the list `held`.
std::string report_text(const RunReport& report);
nlohmann::ordered_json report_json(const RunReport& report);

}  // namespace tangible
