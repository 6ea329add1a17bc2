// SPDX-License-Identifier: Apache-2.0
// A bushing in SE(3): springs and dampers in all six freedoms between a body and a pose that may move, Faulring's
// appendices I and II.
//
// The functions give the wrench ON the body at its point, in axes of N. Faulring's (41) and (44) are minus that, in
// axes of the body (erratum 12), and a torque is mapped by partial angular velocities, not taken for a force on Euler
// angles (erratum 11). The angle's vector theta K is regular at zero; at half a turn its axis is one of the two
// (erratum 13).
#pragma once

#include "haptics/device.h"

namespace tangible {

struct Bushing {
  Pose rest;
  Twist rest_velocity;
  LinearAndRotary stiffness;  // N/m, N m/rad
  LinearAndRotary damping;    // N s/m, N m s/rad

  // theta K: the turn that takes the rest to the body, in axes of N; its length is pi at most.
  Vec3 turn(const Pose& body) const;
  Wrench spring(const Pose& body) const;
  Wrench damper(const Twist& velocity) const;
  Wrench wrench(const Pose& body, const Twist& velocity) const;
  // k_t d^2/2 + k_r theta^2/2. J
  double energy(const Pose& body) const;
  // The power of the damper, never negative. W
  double dissipation(const Twist& velocity) const;
};

}  // namespace tangible
