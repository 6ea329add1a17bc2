// SPDX-License-Identifier: Apache-2.0
// Static equilibrium: a configuration near the given one in which nothing accelerates while nothing moves.
#pragma once

#include <span>

#include "simulation/admissible_path.h"
#include "simulation/linearization.h"
#include "simulation/resting_contacts.h"

namespace tangible {

struct EquilibriumReport {
  enum class Outcome : std::uint8_t {
    found,
    not_found,          // the steps did not end where all forces balance
    no_contact_forces,  // they ended where complementarity has no answer
    moves,              // with all speeds zero a part or a constraint still moves: it has a prescribed motion
    failed              // the equations could not be evaluated: see status
  };
  Outcome outcome = Outcome::found;
  DynamicsStatus status = DynamicsStatus::ok;
  int steps = 0;
  double residual = 0;   // the remaining embedded forces, relative to the forces that balance
  double stiffness = 0;  // lowest eigenvalue of stiffness against mass, 1/s^2: above zero the equilibrium is stable,
                         // and its root is the lowest angular frequency without damping
  bool left_unstable = false;  // an equilibrium that was not stable was found during the search, and left
  std::vector<Support> supports;
  // Where a search that failed had come to: the largest embedded force, by its speed, and the coordinate that had gone
  // farthest; absent if there is none.
  std::size_t speed = absent, coordinate = absent;
  double force = 0, distance = 0;
};

// Under the mode of the motion, which must satisfy its configuration rows at y. Speeds become zero; state variables and
// inputs stay. Damped Newton steps on the embedded forces: the stiffness, if it is not positive, is raised by the mass
// matrix until it is, so that steps lead downhill; a step that overshoots is halved, one that meets a contact ends
// there and the contact is a row from then on (simulation/resting_contacts.h). Steps follow the motions that rows leave
// (simulation/admissible_path.h). The mode of the motion is then that of the equilibrium; if none is found, mode and y
// are restored. Not for the loop: takes memory.
EquilibriumReport find_equilibrium(SystemMotion& motion, double t, std::span<double> y);
const char* describe(EquilibriumReport::Outcome outcome);

}  // namespace tangible
