// SPDX-License-Identifier: Apache-2.0
// The loop: start, step, resolve the instant, go on.
#include "simulation/simulation_loop.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "simulation/branches.h"
#include "simulation/crossing.h"

namespace tangible {
namespace {

constexpr int max_zero_length_steps = 1000;
constexpr int steps_between_checks = 16;  // of the energy books

// The distance from zero that releases a trigger held there. Adaptive steps are searched before they are projected: a
// trigger that rows hold is off by an error of the step there.
double release_threshold(const SimulationOptions& options) {
  return options.is_adaptive() ? std::max(trigger_zero_tolerance, 10 * options.tolerance) : trigger_zero_tolerance;
}

}  // namespace

SimulationLoop::SimulationLoop(const System& system, const SimulationOptions& options)
    : state_(system, options),
      timetable_(system),
      triggers_(system.events, release_threshold(options)),
      contacts_(state_, journal_),
      roots_(state_, triggers_, timetable_, contacts_),
      values_(roots_.count()),
      instant_(state_, journal_, roots_, triggers_, contacts_),
      step_(state_, journal_, roots_, values_),
      events_(state_, roots_, triggers_, step_, values_),
      leap_(state_),
      fixed_(state_, journal_, step_, events_, timetable_, leap_),
      adaptive_(state_, journal_, step_, events_, timetable_, leap_),
      interventions_(state_, journal_, roots_, contacts_, instant_),
      checkpoint_({state_, journal_, triggers_, contacts_, roots_, values_, events_, leap_, fixed_}),
      directions_(state_),
      jumps_(state_, roots_) {}

SimulationStatus SimulationLoop::run_to(double limit) {
  while (time() < limit) {
    if (const SimulationStatus status = advance(limit); status != SimulationStatus::ok) return status;
    if (!has_event()) continue;
    if (const SimulationStatus status = resolve_instant(); status != SimulationStatus::ok) return status;
  }
  return SimulationStatus::ok;
}

SimulationStatus SimulationLoop::run_within_budget(double limit) {
  has_budget_ = options().evaluations_per_tick > 0;
  SimulationStatus status = SimulationStatus::ok;
  while (time() < limit && status == SimulationStatus::ok && !has_spent_budget()) {
    status = advance(limit);
    if (status == SimulationStatus::ok && has_event()) status = resolve_instant();
  }
  if (time() < limit && status == SimulationStatus::ok) ++journal_.counts.carried;
  has_budget_ = false;
  return status;
}

AssemblyReport SimulationLoop::assemble_start() {
  for (std::size_t c = 0; c < system().contacts.size(); ++c) contacts_.set_contact_state(c, ContactState::open);
  state_.motion.set_mode(state_.next_mode);
  (void)evaluate_outputs(state_.t, state_.y);
  instant_.initialize_rows();
  state_.motion.set_mode(state_.next_mode);
  return assemble(state_.motion, state_.t, state_.y);
}

SimulationStatus SimulationLoop::start() {
  if (!std::ranges::all_of(state(), [](double x) { return std::isfinite(x); })) return SimulationStatus::not_finite;
  begin_step();
  fixed_.restart();
  adaptive_.restart();
  leap_.forget();
  directions_.restart();
  const AssemblyReport report = assemble_start();
  if (!report.assembled) return journal_.fault_row = report.worst, SimulationStatus::cannot_assemble;
  limit_restitution();
  if (const SimulationStatus status = contacts_.resolve(); status != SimulationStatus::ok) return status;
  if (const std::size_t row = find_undecided_row(state_.motion, state_.t, state_.y); row != absent)
    return journal_.fault_row = row, SimulationStatus::branches_meet;
  std::ranges::fill(state().subspan(state_.motion.energy_states_at()), 0.0);
  const double energy = state_.energy(state_.t, state_.y);
  journal_.books.start(energy, state_.energy_of_rounding());
  bool fires = false;
  const SimulationStatus status = instant_.arm_events_at_start(values_, fires);
  return status == SimulationStatus::ok && fires ? resolve_instant() : status;
}

SimulationStatus SimulationLoop::advance(double limit) {
  if (state_.t >= limit) return SimulationStatus::ok;
  begin_step();
  state_.motion.update_slip_directions(state_.t, state_.y);
  const SimulationStatus status = options().is_adaptive() ? adaptive_.advance(limit) : fixed_.advance(limit);
  if (status == SimulationStatus::friction_paradox) set_fault_to_sliding_contact();
  return status == SimulationStatus::ok ? check_step() : status;
}

// With fixed steps: checks whether a force has lost its direction, and now and then the energy books, which show steps
// that are too long.
SimulationStatus SimulationLoop::check_step() {
  if (options().is_adaptive()) return SimulationStatus::ok;
  journal_.fault_direction = directions_.find(state_.t - step_.start());
  if (journal_.fault_direction != absent) return SimulationStatus::held_at_jump;
  if (++steps_since_check_ < steps_between_checks) return SimulationStatus::ok;
  steps_since_check_ = 0;
  return check_books();
}

SimulationStatus SimulationLoop::check_books() {
  if (system().power.count == 0) return SimulationStatus::ok;
  const bool off = journal_.books.are_off(ledger_of_state(), options().method == Method::implicit);
  return off ? SimulationStatus::diverged : SimulationStatus::ok;
}

SimulationStatus SimulationLoop::resolve_instant() {
  events_.end().has_event = false;
  leap_.begin_instant();
  fixed_.count_event();
  limit_restitution();
  if (fixed_.events_in_tick() == options().events_per_tick && !options().is_adaptive()) ++journal_.counts.capped;
  if (roots_.stalls() > max_zero_length_steps) return SimulationStatus::endless_events;
  const bool any_switch = jumps_.note_crossed(values_.start, values_.end);
  if (const std::size_t row = any_switch ? jumps_.find_jumped_row() : absent; row != absent)
    return journal_.fault_row = row, SimulationStatus::row_jumped;
  const long changes = journal_.mode_changes;
  const SimulationStatus status = instant_.resolve(values_);
  if (status != SimulationStatus::ok) return status;
  journal_.fault_switch = any_switch ? jumps_.find_holding() : absent;
  if (journal_.fault_switch != absent) return SimulationStatus::held_at_jump;
  leap_.end_instant(journal_.mode_changes != changes);
  return status;
}

void SimulationLoop::begin_step() {
  first_occurrence_ = journal_.log.end();
  step_.begin();
  events_.begin();
}

// After too many events in a tick, or when its budget is spent, impacts are plastic.
void SimulationLoop::limit_restitution() {
  const bool too_many = !options().is_adaptive() && fixed_.events_in_tick() >= options().events_per_tick;
  contacts_.make_impacts_plastic(too_many || has_spent_budget());
}

void SimulationLoop::set_fault_to_sliding_contact() {
  for (std::size_t c = system().contacts.size(); c-- > 0 && fault_row() == absent;)
    if (state_.next_mode.contacts[c] == ContactState::sliding && state_.motion.friction().coefficient(c) > 0)
      journal_.fault_row = system().contacts[c].row;
}

}  // namespace tangible
