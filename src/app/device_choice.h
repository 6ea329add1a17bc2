// SPDX-License-Identifier: Apache-2.0
// Devices by name, as the command line chooses them.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "haptics/device.h"

namespace tangible {

struct DeviceChoice {
  std::string text = "simulated";  // NAME[:option=value,...]
  std::string script;              // of the simulated operator
  double tick = 1e-3;
  bool senses_force = false;  // required: devices of numbers have a force sensor then
};

// Throws BadInput if there is no such device or an option is wrong.
std::unique_ptr<Device> open_device(const DeviceChoice& choice);

struct DeviceListing {
  std::string name, what, options;
  std::string absent;  // why it is not there; empty if it is
};
std::vector<DeviceListing> list_devices();

}  // namespace tangible
