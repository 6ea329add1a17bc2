// SPDX-License-Identifier: Apache-2.0
// Statuses, occurrences and methods as text.
#include "simulation/occurrence_log.h"
#include "simulation/options.h"
#include "simulation/status.h"

namespace tangible {

const char* describe(SimulationStatus status) {
  switch (status) {
    case SimulationStatus::ok: return "ok";
    case SimulationStatus::inconsistent_rows: return "the constraints that hold contradict each other";
    case SimulationStatus::singular_mass: return "a freedom without mass is left: its acceleration is not determined";
    case SimulationStatus::not_finite: return "the equations give infinite or undefined numbers";
    case SimulationStatus::cannot_assemble: return "no configuration was found in which all constraints hold";
    case SimulationStatus::off_surface:
      return "a configuration constraint was switched on where it does not hold (hold keeps its present value), or a "
             "contact would be inside its surface";
    case SimulationStatus::no_convergence:
      return "the iterations of an implicit step did not converge; take a shorter step";
    case SimulationStatus::step_too_small: return "the tolerance cannot be met: steps have become too small";
    case SimulationStatus::endless_events: return "events cause each other without end";
    case SimulationStatus::friction_paradox:
      return "Painleve's paradox: no contact forces satisfy Coulomb's law while this contact slides; reduce the "
             "friction or model the contact as a spring and damper";
    case SimulationStatus::friction_ambiguous:
      return "Painleve's paradox: contact forces that satisfy Coulomb's law are not unique, the contact may keep or "
             "leave; reduce the friction or model the contact as a spring and damper";
    case SimulationStatus::jammed:
      return "a contact closes, but the constraints that hold allow no motion that would open it";
    case SimulationStatus::energy_gain:
      return "Newton's restitution would have created energy in an impact, as it can with friction or several "
             "contacts; "
             "Poisson's does not: impacts: {law: poisson}";
    case SimulationStatus::bad_restitution: return "the restitution of a contact that meets is not between 0 and 1";
    case SimulationStatus::diverged:
      return "the motion has diverged: the steps are too long for it; take shorter ones, or use the adaptive "
             "method";
    case SimulationStatus::held_at_jump:
      return "a force jumps here and leads back to its jump from both sides, so that the motion cannot leave it";
    case SimulationStatus::contacts_unsolved: return "the iterations for the forces of contacts did not converge";
    case SimulationStatus::row_jumped:
      return "the left side of a constraint jumps here, or a closed gap has a corner: its points would have to jump or "
             "to collide; let it change smoothly, or write one constraint or contact for each side";
    case SimulationStatus::branches_meet:
      return "branches of the motion meet here: the constraints determine fewer speeds than beside this position, and "
             "no branch has the rates of the start; begin beside it, or give in `initial` rates along one branch";
    case SimulationStatus::too_many_contacts: return "more contacts touch than the run has room for";
    case SimulationStatus::bad_parameter:
      return "with this value a mass or a moment of inertia is negative, a coefficient of a contact is out of its "
             "range, or given directions are not of length one and at right angles";
  }
  return "unknown";
}

std::string_view name_of(Method method) {
  switch (method) {
    case Method::semi_implicit_euler: return "euler";
    case Method::rk2: return "rk2";
    case Method::rk4: return "rk4";
    case Method::implicit: return "implicit";
    case Method::adaptive: return "adaptive";
  }
  return "unknown";
}

const char* describe(Occurrence::Kind kind) {
  switch (kind) {
    case Occurrence::Kind::event: return "event";
    case Occurrence::Kind::switched: return "constraint";
    case Occurrence::Kind::impact: return "impact";
    case Occurrence::Kind::closes: return "closes";
    case Occurrence::Kind::opens: return "opens";
    case Occurrence::Kind::sticks: return "sticks";
    case Occurrence::Kind::slips: return "slips";
  }
  return "unknown";
}

}  // namespace tangible
