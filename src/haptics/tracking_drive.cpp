// SPDX-License-Identifier: Apache-2.0
// Feedforward and feedback of a device that follows a reference.
#include "haptics/tracking_drive.h"

namespace tangible {
namespace {

void keep_masked(Vec3& v, bool x, bool y, bool z) { v = {x ? v.x : 0, y ? v.y : 0, z ? v.z : 0}; }

}  // namespace

Pose moved(const Pose& pose, const Twist& velocity, double dt) {
  return {pose.position + dt * velocity.linear, normalized(rotation_by(dt * velocity.angular) * pose.orientation)};
}

Twist pose_difference(const Pose& b, const Pose& a) {
  return {b.position - a.position, rotation_vector(b.orientation * inverse(a.orientation))};
}

TrackingGains tracking_gains(double frequency) {
  // (s + w)^2 (s + w/10), but for terms of second order in the slow pole.
  return {frequency * frequency, 0.1 * frequency * frequency * frequency, 2 * frequency};
}

Wrench TrackingDrive::command(const ReferenceMotion& reference, const DeviceSample& sample, const Twist& acceleration,
                              const Wrench& hand) {
  error_ = pose_difference(reference.pose, sample.pose);
  const Freedoms& m = options_.mask;
  keep_masked(error_.linear, m[0], m[1], m[2]);
  keep_masked(error_.angular, m[3], m[4], m[5]);
  if (saturated_) {
    ++waits_;
  } else {
    integral_.linear += options_.tick * error_.linear;
    integral_.angular += options_.tick * error_.angular;
  }
  const TrackingGains& k = options_.gains;
  const auto wanted = [&](Vec3 a, Vec3 e, Vec3 integral, Vec3 rate) {
    return a + k.proportional * e + k.integral * integral + k.derivative * rate;
  };
  const Twist& v = reference.velocity;
  const Vec3 linear = wanted(acceleration.linear, error_.linear, integral_.linear, v.linear - sample.velocity.linear);
  const Vec3 angular =
      wanted(acceleration.angular, error_.angular, integral_.angular, v.angular - sample.velocity.angular);
  Wrench w{options_.inertia.linear * linear + options_.damping.linear * v.linear,
           options_.inertia.rotary * angular + options_.damping.rotary * v.angular};
  if (options_.carries_hand) w = {w.force - hand.force, w.torque - hand.torque};
  keep_masked(w.force, m[0], m[1], m[2]);
  keep_masked(w.torque, m[3], m[4], m[5]);
  return w;
}

void TrackingDrive::reset() {
  error_ = integral_ = {};
  saturated_ = false;
}

}  // namespace tangible
