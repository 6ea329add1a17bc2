// SPDX-License-Identifier: Apache-2.0
// The loop seen from outside: states within a step, energies and counts, and changes between steps.
#include <algorithm>
#include <utility>

#include "simulation/simulation_loop.h"

namespace tangible {

SimulationStatus SimulationLoop::state_at(double t, std::span<double> y) {
  if (t == state_.t || !step_.has_dense_output) {
    std::ranges::copy(state_.y, y.begin());
    return SimulationStatus::ok;
  }
  if (adaptive_.leaped())
    leap_.extrapolate(t, y);
  else
    step_.interpolate(t - step_.start(), y);
  return step_.project(t, y);
}

const Watch& SimulationLoop::evaluate_outputs(double t, std::span<const double> y) {
  (void)state_.motion.evaluate(t, y);
  state_.watch.evaluate(t, y, state_.motion);
  return state_.watch;
}

Counts SimulationLoop::counts() const {
  Counts counts = journal_.counts;
  counts.evaluations = state_.motion.evaluations();
  return counts;
}

Ledger SimulationLoop::ledger(double t, std::span<const double> y) {
  state_.watch.evaluate(t, y, state_.motion);
  const std::span<const double> energy_states = y.subspan(state_.motion.energy_states_at(), system().power.count);
  return journal_.books.ledger(state_.watch.kinetic(), state_.watch.potential(), energy_states,
                               y.subspan(state_.motion.port_work_at()));
}

Ledger SimulationLoop::ledger_of_state() {
  state_.watch.evaluate(state_.t, state_.y, state_.motion, WatchInputs::state);
  const std::span<const double> y = state_.y;
  return journal_.books.ledger(state_.watch.kinetic(), state_.watch.potential(),
                               y.subspan(state_.motion.energy_states_at(), system().power.count),
                               y.subspan(state_.motion.port_work_at()));
}

SimulationStatus SimulationLoop::apply(std::span<const ActionDescription> actions) {
  checkpoint_.save();
  return resolve_change(interventions_.apply(actions, values_));
}

SimulationStatus SimulationLoop::set_parameter(std::size_t index, double value) {
  if (std::as_const(state_.motion).parameters()[index] == value) return SimulationStatus::ok;
  checkpoint_.save();
  const SimulationStatus made = interventions_.set_parameter(index, value, values_);
  leap_.forget();
  const SimulationStatus status = resolve_change(made);
  if (status == SimulationStatus::ok) adaptive_.restart();
  return status;
}

// The motion must be able to go on from the instant, too: where it cannot, there are no forces and accelerations.
SimulationStatus SimulationLoop::resolve_change(SimulationStatus made) {
  SimulationStatus status = made == SimulationStatus::ok ? resolve_instant() : made;
  if (status == SimulationStatus::ok) status = translate(state_.motion.evaluate(state_.t, state_.y));
  if (status != SimulationStatus::ok) checkpoint_.restore();
  return status;
}

}  // namespace tangible
