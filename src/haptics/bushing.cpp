// SPDX-License-Identifier: Apache-2.0
// Springs and dampers in SE(3).
#include "haptics/bushing.h"

namespace tangible {

Vec3 Bushing::turn(const Pose& body) const { return rotation_vector(body.orientation * inverse(rest.orientation)); }

// Faulring (44) to (46): the force pulls towards the rest, the torque turns back about the axis of the turn.
Wrench Bushing::spring(const Pose& body) const {
  return {-stiffness.linear * (body.position - rest.position), -stiffness.rotary * turn(body)};
}

// Faulring (41), against the motion relative to the rest.
Wrench Bushing::damper(const Twist& velocity) const {
  return {-damping.linear * (velocity.linear - rest_velocity.linear),
          -damping.rotary * (velocity.angular - rest_velocity.angular)};
}

Wrench Bushing::wrench(const Pose& body, const Twist& velocity) const {
  const Wrench s = spring(body), d = damper(velocity);
  return {s.force + d.force, s.torque + d.torque};
}

double Bushing::energy(const Pose& body) const {
  const Vec3 stretch = body.position - rest.position, angle = turn(body);
  return (stiffness.linear * dot(stretch, stretch) + stiffness.rotary * dot(angle, angle)) / 2;
}

double Bushing::dissipation(const Twist& velocity) const {
  const Vec3 v = velocity.linear - rest_velocity.linear, w = velocity.angular - rest_velocity.angular;
  return damping.linear * dot(v, v) + damping.rotary * dot(w, w);
}

}  // namespace tangible
