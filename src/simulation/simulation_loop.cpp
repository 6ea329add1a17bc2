// SPDX-License-Identifier: Apache-2.0
// The loop: start, step, resolve the instant, go on.
#include "simulation/simulation_loop.h"

#include <algorithm>
#include <cmath>
#include <utility>

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
      slope_(state_.motion.size()),
      y_ahead_(state_.motion.size()),
      roots_here_(roots_.count()),
      roots_ahead_(roots_.count()),
      crossed_(roots_.switch_count()) {}

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
  budget_begin_ = state_.motion.evaluations();
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
  begin_step();
  fixed_.restart();
  adaptive_.restart();
  leap_.forget();
  const AssemblyReport report = assemble_start();
  if (!report.assembled) return journal_.fault_row = report.worst, SimulationStatus::cannot_assemble;
  limit_restitution();
  if (const SimulationStatus status = contacts_.resolve(); status != SimulationStatus::ok) return status;
  std::ranges::fill(state().subspan(state_.motion.energy_states_at()), 0.0);
  journal_.books.start(state_.energy(state_.t, state_.y));
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

// Now and then: books that are off tell of steps that are too long.
SimulationStatus SimulationLoop::check_step() {
  if (options().is_adaptive() || ++steps_since_check_ < steps_between_checks) return SimulationStatus::ok;
  steps_since_check_ = 0;
  return check_books();
}

SimulationStatus SimulationLoop::check_books() {
  if (system().power.count == 0) return SimulationStatus::ok;
  const bool off = journal_.books.are_off(ledger_of_state(), options().method == Method::implicit);
  return off ? SimulationStatus::diverged : SimulationStatus::ok;
}

Ledger SimulationLoop::ledger_of_state() {
  state_.watch.evaluate(state_.t, state_.y, state_.motion, WatchInputs::state);
  const std::span<const double> y = state_.y;
  return journal_.books.ledger(state_.watch.kinetic(), state_.watch.potential(),
                               y.subspan(state_.motion.energy_states_at(), system().power.count),
                               y.subspan(state_.motion.port_work_at()));
}

// Which switching functions the motion has just crossed, before events of this instant are resolved.
bool SimulationLoop::note_crossed_switches() {
  bool any = false;
  for (std::size_t i = 0; i < roots_.switch_count(); ++i) {
    const bool crossed = roots_.crossed(i, values_.start[i], values_.end[i]);
    crossed_[i] = !crossed ? 0 : values_.end[i] > values_.start[i] ? 1 : -1;
    any = any || crossed;
  }
  return any;
}

// The switching function, if there is one, that the motion has just crossed and that it would cross back at once, after
// all that events did about it: forces that jump there lead to it from both sides, and nothing will ever leave it
// (Filippov's sliding motion). Where forces do not jump it goes on as it came.
std::size_t SimulationLoop::find_holding_jump() {
  constexpr double ahead = 1e-9;  // s
  if (state_.motion.evaluate(state_.t, state_.y, slope_) != DynamicsStatus::ok) return absent;
  for (std::size_t i = 0; i < y_ahead_.size(); ++i) y_ahead_[i] = state_.y[i] + ahead * slope_[i];
  const SimulationStatus there = roots_.evaluate(state_.t + ahead, y_ahead_, roots_ahead_);
  const SimulationStatus here = roots_.evaluate(state_.t, state_.y, roots_here_);
  if (there != SimulationStatus::ok || here != SimulationStatus::ok) return absent;
  for (std::size_t i = 0; i < roots_.switch_count(); ++i) {
    const double way = crossed_[i], went = way * (roots_ahead_[i] - roots_here_[i]);
    // A function that stands still is moved by rounding only.
    if (went < -1e-13 && way * roots_ahead_[i] < 0) return i;
  }
  return absent;
}

SimulationStatus SimulationLoop::resolve_instant() {
  events_.end().has_event = false;
  leap_.begin_instant();
  fixed_.count_event();
  limit_restitution();
  if (fixed_.events_in_tick() == options().events_per_tick && !options().is_adaptive()) ++journal_.counts.capped;
  if (roots_.stalls() > max_zero_length_steps) return SimulationStatus::endless_events;
  const bool any_switch = note_crossed_switches();
  const long changes = journal_.mode_changes;
  const SimulationStatus status = instant_.resolve(values_);
  if (status != SimulationStatus::ok) return status;
  journal_.fault_switch = any_switch ? find_holding_jump() : absent;
  if (journal_.fault_switch != absent) return SimulationStatus::held_at_jump;
  leap_.end_instant(journal_.mode_changes != changes);
  return status;
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

SimulationStatus SimulationLoop::resolve_change(SimulationStatus made) {
  const SimulationStatus status = made == SimulationStatus::ok ? resolve_instant() : made;
  if (status != SimulationStatus::ok) checkpoint_.restore();
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

}  // namespace tangible
