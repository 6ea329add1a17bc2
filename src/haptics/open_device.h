// SPDX-License-Identifier: Apache-2.0
// Devices by name, as a person chooses them in words.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "haptics/device_placement.h"

namespace tangible {

struct DeviceChoice {
  std::string text = "simulated";  // NAME[:option=value,...]
  std::string script = {};         // of the simulated operator
  double tick = 1e-3;
  bool senses_force = false;  // wanted: devices of numbers have a force sensor then
  // Words of messages: what stands before the names of options, and what lists the devices.
  std::string option_prefix = {};
  std::string listing = "list_devices()";
};

struct OpenedDevice {
  std::unique_ptr<Device> device;
  DevicePlacement placement;
  std::string notice = {};  // what a person should know who waits for the device; may be empty
};

// Throws BadInput if there is no such device or an option is wrong.
OpenedDevice open_device(const DeviceChoice& choice);

struct DeviceListing {
  std::string name, what, options;
  std::string absent;  // why it is not there; empty if it is
};
std::vector<DeviceListing> list_devices();

}  // namespace tangible
