// SPDX-License-Identifier: Apache-2.0
// Changes of parameters, rows, inputs and discrete variables.
#include "simulation/interventions.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace tangible {
namespace {

constexpr double closing_tolerance = 1e-8;  // m or rad: how well constraints hold after a parameter was changed
constexpr double closing_share = 1e-6;      // of the terms of a row's speed: how well speeds satisfy them then
constexpr double inside_surface = -1e-6;    // m or rad: a contact deeper than this was put there

}  // namespace

Interventions::Interventions(MechanismState& state, RunJournal& journal, RootFunctions& roots,
                             ContactResolver& contacts, InstantResolver& instant)
    : state_(state),
      journal_(journal),
      roots_(roots),
      contacts_(contacts),
      instant_(instant),
      ranges_(state.system.parameter_ranges) {}

SimulationStatus Interventions::apply(std::span<const ActionDescription> actions, RootValues& values) {
  std::ranges::copy(values.start, values.end.begin());  // no event fires but by what the change causes
  state_.evaluate_conditions();
  const double before = state_.watch.kinetic() + state_.watch.potential(), lost = journal_.books.impact_loss();
  for (const ActionDescription& action : actions)
    if (const SimulationStatus status = instant_.act(action); status != SimulationStatus::ok) return status;
  journal_.books.book_event_work(state_.energy(state_.t, state_.y) - before + (journal_.books.impact_loss() - lost));
  values.changed_from_outside = true;
  return SimulationStatus::ok;
}

SimulationStatus Interventions::set_parameter(std::size_t index, double value, RootValues& values) {
  const double before = state_.energy(state_.t, state_.y);
  state_.motion.parameters()[index] = value;
  if (!std::isfinite(value)) return SimulationStatus::not_finite;
  if (!allows_parameters()) return SimulationStatus::bad_parameter;
  if (const SimulationStatus status = close_constraints(); status != SimulationStatus::ok) return status;
  journal_.books.book_parameter_work(state_.energy(state_.t, state_.y) - before);
  std::ranges::copy(values.start, values.end.begin());  // no event fires but by what the change causes
  values.changed_from_outside = true;
  return SimulationStatus::ok;
}

bool Interventions::allows_parameters() {
  std::ranges::copy(std::as_const(state_.motion).parameters(), ranges_.inputs().begin());
  ranges_.run();
  return std::ranges::all_of(std::as_const(ranges_).outputs(), [](double x) { return x >= 0; });
}

// And checks that no contact is inside its surface.
SimulationStatus Interventions::close_constraints() {
  SystemMotion& motion = state_.motion;
  if (motion.can_drift()) {
    const ConstraintProjection::Result projection = motion.projection().project(state_.t, state_.y);
    motion.evaluate_rows(state_.t, state_.y);
    if (const SimulationStatus status = translate(projection.status); status != SimulationStatus::ok) return status;
    if (!(motion.rows().displacement_error() < closing_tolerance) ||
        !(motion.rows().relative_motion_error() < closing_share))
      return SimulationStatus::cannot_assemble;
  }
  if (const SimulationStatus status = translate(motion.evaluate(state_.t, state_.y)); status != SimulationStatus::ok)
    return status;
  for (std::size_t c = 0; c < state_.system.contacts.size(); ++c)
    if (contacts_.is_enabled(c) && motion.rows().value(state_.system.contacts[c].row) < inside_surface)
      return SimulationStatus::off_surface;
  return SimulationStatus::ok;
}

}  // namespace tangible
