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
  bad_restitution,     // of a contact that collides: not between 0 and 1
  diverged,            // constraints cannot be closed after a step, or the energy books are off by half of what moved
  held_at_jump,        // a force jumps and leads back to where it jumps from both sides: the motion should stick there
  contacts_unsolved,   // the iterations of contact forces did not end
  row_jumped,          // the left side of a configuration row jumps, or a closed gap has a corner
  branches_meet,       // the motion begins where it could continue on several branches, and nothing selects one
  too_many_contacts,   // more touch, or slide, than there is room for
  bad_parameter,       // it would make a mass, an inertia, a coefficient of a contact or given directions impossible
};
const char* describe(SimulationStatus status);

// Both tables name every status and have no default, so that the compiler warns about a new one.
inline SimulationStatus translate(DynamicsStatus status) {
  switch (status) {
    case DynamicsStatus::ok: return SimulationStatus::ok;
    case DynamicsStatus::singular_configuration: return SimulationStatus::ok;  // the branch continues the velocity
    case DynamicsStatus::inconsistent_rows: return SimulationStatus::inconsistent_rows;
    case DynamicsStatus::singular_mass: return SimulationStatus::singular_mass;
    case DynamicsStatus::friction_paradox: return SimulationStatus::friction_paradox;
    case DynamicsStatus::too_many_couplings: return SimulationStatus::too_many_contacts;
    case DynamicsStatus::not_finite: return SimulationStatus::not_finite;
  }
  return SimulationStatus::not_finite;
}

// dynamics: why the embedding failed, if it did.
inline SimulationStatus translate(ContactStatus status, DynamicsStatus dynamics) {
  switch (status) {
    case ContactStatus::ok: return SimulationStatus::ok;
    case ContactStatus::not_converged: return SimulationStatus::contacts_unsolved;
    case ContactStatus::no_solution: return SimulationStatus::friction_paradox;
    case ContactStatus::two_solutions: return SimulationStatus::friction_ambiguous;
    case ContactStatus::jammed: return SimulationStatus::jammed;
    case ContactStatus::energy_gained: return SimulationStatus::energy_gain;
    case ContactStatus::too_many_contacts: return SimulationStatus::too_many_contacts;
    case ContactStatus::dynamics_failed: return translate(dynamics);
  }
  return SimulationStatus::not_finite;
}

}  // namespace tangible
