// SPDX-License-Identifier: Apache-2.0
// A reference on its way to rest.
#include "haptics/reference_brake.h"

namespace tangible {
namespace {

// The velocity after a tick of constant deceleration.
Vec3 slowed(Vec3 v, double by) {
  const double speed = norm(v);
  return speed > by ? (1 - by / speed) * v : Vec3{};
}

}  // namespace

void ReferenceBrake::start(const ReferenceMotion& from) {
  reference_ = from;
  held_ = 0;
  acceleration_ = {};
}

void ReferenceBrake::advance(double tick) {
  if (is_at_rest()) {
    acceleration_ = {};
    held_ += tick;
    return;
  }
  const Twist before = reference_.velocity;
  const Twist after{slowed(before.linear, deceleration_.linear * tick),
                    slowed(before.angular, deceleration_.rotary * tick)};
  const Twist mean{0.5 * (before.linear + after.linear), 0.5 * (before.angular + after.angular)};
  reference_.pose = moved(reference_.pose, mean, tick);
  reference_.velocity = after;
  acceleration_ = {(1 / tick) * (after.linear - before.linear), (1 / tick) * (after.angular - before.angular)};
}

}  // namespace tangible
