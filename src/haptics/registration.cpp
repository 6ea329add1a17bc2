// SPDX-License-Identifier: Apache-2.0
// Maps between the device's base and the world.
#include "haptics/registration.h"

#include <stdexcept>

namespace tangible {
namespace {
Vec3 times(Vec3 a, Vec3 b) { return {a.x * b.x, a.y * b.y, a.z * b.z}; }
Vec3 over(Vec3 a, Vec3 b) { return {a.x / b.x, a.y / b.y, a.z / b.z}; }
}  // namespace

Registration::Registration(Quaternion rotation, Vec3 scale) : rotation_(normalized(rotation)), scale_(scale) {
  if (!(scale.x > 0 && scale.y > 0 && scale.z > 0))
    throw std::invalid_argument("the scale between device and world must be positive on every axis; change it");
}

void Registration::align(const Pose& device, const Pose& world) {
  offset_ = world.position - rotate(rotation_, times(scale_, device.position));
  grip_ = inverse(rotation_ * device.orientation * inverse(rotation_)) * world.orientation;
}

Pose Registration::to_world(const Pose& device) const {
  return {offset_ + rotate(rotation_, times(scale_, device.position)),
          normalized(rotation_ * device.orientation * inverse(rotation_) * grip_)};
}

Twist Registration::to_world(const Twist& device) const {
  return {rotate(rotation_, times(scale_, device.linear)), rotate(rotation_, device.angular)};
}

Wrench Registration::to_device(const Wrench& world) const {
  return {times(scale_, rotate(inverse(rotation_), world.force)), rotate(inverse(rotation_), world.torque)};
}

Wrench Registration::to_world(const Wrench& device) const {
  return {rotate(rotation_, over(device.force, scale_)), rotate(rotation_, device.torque)};
}

}  // namespace tangible
