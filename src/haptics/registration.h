// SPDX-License-Identifier: Apache-2.0
// The registration of the device in the model's world: a rotation, an offset, and a scale per axis of the device that
// preserves power: v_N = R S v, f = S R^T f_N. Letting go, moving and taking hold elsewhere changes the offsets only.
#pragma once

#include "haptics/device.h"

namespace tangible {

class Registration {
 public:
  Registration() = default;
  // Throws std::invalid_argument if a scale is not positive.
  Registration(Quaternion rotation, Vec3 scale);

  // Chooses the offsets such that the device's pose coincides with this pose of the world.
  void align(const Pose& device, const Pose& world);
  void set_offset(Vec3 offset) { offset_ = offset; }

  Pose to_world(const Pose& device) const;
  Twist to_world(const Twist& device) const;
  Wrench to_device(const Wrench& world) const;
  // The inverse, for displays that move the device with the world.
  Pose to_device(const Pose& world) const;
  Twist to_device(const Twist& world) const;
  Wrench to_world(const Wrench& device) const;
  Vec3 scale() const { return scale_; }

 private:
  Quaternion rotation_;
  Vec3 scale_{1, 1, 1};
  Vec3 offset_;
  Quaternion grip_;  // from the handle's axes to those of the device's stylus, in the world
};

}  // namespace tangible
