// SPDX-License-Identifier: Apache-2.0
// Reactions of joints: forces and torques that do no work, brought into evidence by auxiliary speeds.
#pragma once

#include "equations/equations.h"

namespace tangible {

// Three equations for each reaction of the mechanism: each has an auxiliary speed with which the point is displaced, or
// the frame turned, along one axis, and all that hangs on it goes along (Kane & Levinson 1985, sec. 4.9; Gillespie,
// noncontributing forces). The generalized forces for that speed are what the reaction must balance.
std::vector<ReactionEquation> derive_reactions(const Mechanism& mechanism, const Equations& equations);

// The part of that reaction that balances a force which is not among the loads, such as a contact's: the force itself
// or its moment, if it acts on parts that the reaction carries. fixed_in: acts on the point of that frame which is at
// `at` now.
Vector carried_by(const Mechanism& mechanism, const Reaction& reaction, const AppliedForce& force);
// The same of a torque.
Vector carried_by(const Mechanism& mechanism, const Reaction& reaction, const AppliedTorque& torque);

}  // namespace tangible
