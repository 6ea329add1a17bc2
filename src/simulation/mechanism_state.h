// SPDX-License-Identifier: Apache-2.0
// MechanismState: time, state and mode of a run at present, with the programs that evaluate them. Every part of the
// loop works on this one object.
#pragma once

#include <span>
#include <vector>

#include "simulation/options.h"
#include "simulation/watch.h"

namespace tangible {

struct MechanismState {
  MechanismState(const System& of_system, const SimulationOptions& of_run);
  // Parts of the loop refer to it.
  MechanismState(const MechanismState&) = delete;
  MechanismState& operator=(const MechanismState&) = delete;

  const System& system;
  const SimulationOptions options;
  SystemMotion motion;
  Watch watch;
  double t = 0;
  std::vector<double> y;
  Mode next_mode;                     // in the making; motion.mode() is the present one
  const bool conditions_need_forces;  // a condition, a trigger or an action depends on accelerations, forces or inputs

  // Rows, their speeds and conditions at the present state; forces if a condition depends on them.
  void evaluate_conditions();
  // Kinetic and potential energy at a state.
  double energy(double at, std::span<const double> state);
  // An energy below which all is rounding, where the motion was evaluated last.
  double energy_of_rounding() const;
  // Projection changes the energy, and the energy books are kept.
  bool books_projection() const { return system.power.count > 0 && motion.can_drift(); }
};

}  // namespace tangible
