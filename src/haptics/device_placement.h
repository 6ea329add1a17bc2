// SPDX-License-Identifier: Apache-2.0
// Where a person puts a device: turned, scaled, shifted against the model's world, with a button as its clutch.
#pragma once

#include <optional>
#include <string>

#include "haptics/coupler.h"
#include "haptics/registration.h"

namespace tangible {

struct DevicePlacement {
  Vec3 scale{1, 1, 1};               // metres of the world for each of the device, by axis of the device
  Quaternion rotation;               // from the device's axes to those of N
  std::optional<Vec3> offset;        // of the device's origin in N, m; none: where it takes hold of the handle
  std::uint32_t clutch_buttons = 0;  // a bit for each button

  bool is_plain() const;
  // Aligned such that the device's zero orientation is that of the handle.
  Registration registration(const Pose& handle) const;
  // By axis of N: along or about it the device moves the handle when it moves by its freedoms.
  Freedoms in_world(const Freedoms& of_device) const;
  // Where the device can push and the handle can be pushed. A device that pushes in all directions or in none leaves
  // the axes to the handle; otherwise they are the device's own.
  CouplerDirections directions(const Freedoms& of_device, const Freedoms& of_handle) const;
};

// Takes scale=, rotate=, offset= and clutch= out of "FILE,mass=2,scale=2,rotate=0/0/90" and leaves the rest as it is.
// `label` begins the messages. Throws BadInput.
DevicePlacement take_placement(std::string& options, const std::string& label);

}  // namespace tangible
