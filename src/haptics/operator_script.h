// SPDX-License-Identifier: Apache-2.0
// The script of a simulated operator: a small YAML file that says how an arm holds the simulated device and what it
// intends.
#pragma once

#include <string>

#include "haptics/simulated_device.h"

namespace tangible {

struct OperatorScript {
  OperatorOptions hand;
  SimulatedDeviceOptions device;
};

// "none", "light" or "firm". Throws BadInput for other names.
OperatorOptions operator_named(const std::string& name);
// Sets one property of the simulated device from text: mass=0.2, delay=1, freedoms=x+y+turn_z. Throws BadInput.
void set_device_property(SimulatedDeviceOptions& device, const std::string& name, const std::string& value);
// Throws BadInput with file, line and remedy. `script` holds the defaults.
void read_operator_script(const std::string& path, OperatorScript& script);

}  // namespace tangible
