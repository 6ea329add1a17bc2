// SPDX-License-Identifier: Apache-2.0
// SimulationStatus: the result of a step or an instant, and how it follows from the results of the dynamics.
#pragma once

#include <cstdint>

#include "dynamics/constrained_dynamics.h"
#include "dynamics/contact_problem.h"

namespace tangible {

enum class SimulationStatus : std::uint8_t {
  ok,
  inconsistent_rows,   // rows contradict each other
  singular_mass,       // a freedom without mass
  not_finite,          // infinite or no numbers
  cannot_assemble,     // no configuration was found that satisfies the constraints
  off_surface,         // a configuration constraint was switched on where it does not hold, or a contact inside
  no_convergence,      // the iterations of an implicit step did not end
  step_too_small,      // the tolerance cannot be met
  endless_events,      // events cause each other without end
  friction_paradox,    // no contact forces satisfy Coulomb's law (Painleve)
  friction_ambiguous,  // several do: the contact may keep or leave
  jammed,              // a contact closes, but the rows that hold allow no motion that opens it
  energy_gain,         // an impact would have created energy
  bad_restitution,     // of a contact that meets: not between 0 and 1
};
const char* describe(SimulationStatus status);

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
    case ContactStatus::jammed: return SimulationStatus::jammed;
    case ContactStatus::energy_gained: return SimulationStatus::energy_gain;
    case ContactStatus::too_many_contacts: return SimulationStatus::not_finite;
    case ContactStatus::dynamics_failed: return SimulationStatus::inconsistent_rows;
  }
  return SimulationStatus::not_finite;
}

}  // namespace tangible
