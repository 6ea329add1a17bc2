// SPDX-License-Identifier: Apache-2.0
// What the dynamics reports, as the simulation reports it.
#pragma once

#include "simulation/simulation.h"

namespace tangible {

inline SimulationStatus translate(DynamicsStatus status) {
  switch (status) {
    case DynamicsStatus::ok: return SimulationStatus::ok;
    case DynamicsStatus::singular_configuration: return SimulationStatus::ok;  // the branch continues the velocity
    case DynamicsStatus::inconsistent_rows: return SimulationStatus::inconsistent_rows;
    case DynamicsStatus::singular_mass: return SimulationStatus::singular_mass;
    case DynamicsStatus::friction_paradox: return SimulationStatus::friction_paradox;
    case DynamicsStatus::too_many_couplings: return SimulationStatus::friction_paradox;
    case DynamicsStatus::not_finite: return SimulationStatus::not_finite;
  }
  return SimulationStatus::not_finite;
}

inline SimulationStatus translate(ContactStatus status) {
  switch (status) {
    case ContactStatus::ok: return SimulationStatus::ok;
    case ContactStatus::not_converged: return SimulationStatus::ok;  // the last digits of friction circles
    case ContactStatus::no_solution: return SimulationStatus::friction_paradox;
    case ContactStatus::two_solutions: return SimulationStatus::friction_ambiguous;
    case ContactStatus::cannot_yield: return SimulationStatus::jammed;
    case ContactStatus::energy_gained: return SimulationStatus::energy_gain;
    case ContactStatus::too_many_contacts: return SimulationStatus::not_finite;
    case ContactStatus::dynamics_failed: return SimulationStatus::inconsistent_rows;
  }
  return SimulationStatus::not_finite;
}

}  // namespace tangible
