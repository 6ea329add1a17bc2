// SPDX-License-Identifier: Apache-2.0
// Kane's equations of a tree of carriers by recursion: the sums over bodies of F_r and F_r* regrouped by carrier.
#pragma once

#include <span>
#include <vector>

#include "equations/carrier.h"
#include "symbolic/matrix.h"

namespace tangible {

// Mass, first moment and inertia about the carrier's point of all that is rigidly fixed to it, in its frame.
struct CarriedInertia {
  Expr mass = 0;
  Components first_moment{};
  Matrix3 inertia{};

  bool is_zero() const;
};
// By carrier. What rides on fixed steps is carried by the carrier that moves, and what a step does not move (masses on
// the axis of a turn) by the carrier before it: the sums over all carriers are those over all bodies.
std::vector<CarriedInertia> carried_inertias(const Mechanism& mechanism, const CarrierTree& tree);

// Angular velocity, and accelerations for u' = 0, in the carrier's frame.
struct CarrierMotion {
  Components w{};
  Components angular_acceleration{};
  Components acceleration{};  // of its point
  Matrix3
      acceleration_tensor{};  // A = alpha x + w x w x; a point r of the frame accelerates by A r relative to its point
};
// With a given acceleration of O: minus that of gravity, which then acts on all masses alike.
std::vector<CarrierMotion> carrier_motions(const CarrierTree& tree, const Components& acceleration_of_O);

// A force at the carrier's point and a torque, in its frame.
struct CarrierWrench {
  Components force{};
  Components torque{};
};
// Inertia forces without the terms in u': -(m a + ...), -(I . alpha + w x I . w + ...).
std::vector<CarrierWrench> inertia_wrenches(const CarrierTree& tree, std::span<const CarriedInertia> inertias,
                                            std::span<const CarrierMotion> motions);

// Loads as wrenches; a torque between a frame and its parent works on the turn alone and goes into `direct`.
struct CarrierLoads {
  std::vector<CarrierWrench> wrenches;  // by carrier
  std::vector<Expr> direct;             // by speed
};
CarrierLoads carrier_loads(const CarrierTree& tree, std::span<const AppliedLoads> loads);

// sum over all wrenches of v_r . force + w_r . torque, for every speed, from the tips to the root. Gillespie (13), (14)
std::vector<Expr> generalized_forces(const CarrierTree& tree, std::vector<CarrierWrench> wrenches);

// The resultant of all wrenches at O, in N.
CarrierWrench resultant(const CarrierTree& tree, std::vector<CarrierWrench> wrenches);

struct Momenta {
  Expr kinetic_energy;
  Components linear;   // in N
  Components angular;  // about O, in N
};
Momenta momenta(const CarrierTree& tree, std::span<const CarriedInertia> inertias,
                std::span<const CarrierMotion> motions);

// The mass matrix by the inertia of everything beyond a carrier, moved by one speed at a time.
Matrix composite_mass(const CarrierTree& tree, std::vector<CarriedInertia> inertias);

}  // namespace tangible
