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
constexpr double a_moment = 1e-9;         // s

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
  if (const SimulationStatus status = check_branch(); status != SimulationStatus::ok) return status;
  std::ranges::fill(state().subspan(state_.motion.energy_states_at()), 0.0);
  const double energy = state_.energy(state_.t, state_.y);
  journal_.books.start(energy, state_.energy_of_rounding());
  bool fires = false;
  const SimulationStatus status = instant_.arm_events_at_start(values_, fires);
  return status == SimulationStatus::ok && fires ? resolve_instant() : status;
}

// Where branches meet, rates that follow one of them say how the motion begins; from rest under forces, or with rates
// that the rows allow to first order only, it could begin in several ways or in none.
SimulationStatus SimulationLoop::check_branch() {
  constexpr double rest = 1e-9;
  SystemMotion& motion = state_.motion;
  const DynamicsStatus status = motion.evaluate(state_.t, state_.y);
  if (!is_usable_within_step(status) || motion.embedding().redundant_rows().empty()) return SimulationStatus::ok;
  const auto moves = [](double x) { return std::abs(x) > rest; };
  const bool decided =
      std::ranges::any_of(motion.speeds_of(state_.y), moves) || std::ranges::none_of(motion.accelerations(), moves);
  if (status == DynamicsStatus::ok && decided) return SimulationStatus::ok;
  const int row = motion.embedding().redundant_rows().front();
  if (!branches_meet(motion, state_.t, state_.y)) return SimulationStatus::ok;
  journal_.fault_row = static_cast<std::size_t>(row);
  return SimulationStatus::branches_meet;
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

Ledger SimulationLoop::ledger_of_state() {
  state_.watch.evaluate(state_.t, state_.y, state_.motion, WatchInputs::state);
  const std::span<const double> y = state_.y;
  return journal_.books.ledger(state_.watch.kinetic(), state_.watch.potential(),
                               y.subspan(state_.motion.energy_states_at(), system().power.count),
                               y.subspan(state_.motion.port_work_at()));
}

// The switching functions that the motion has just crossed, before events of this instant are resolved.
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
// all actions of events, only to be led back again: forces that jump there lead to it from both sides, and nothing will
// ever leave it (Filippov's sliding motion). A function reversed by an impact or by a newly active row continues beyond
// it, and where forces do not jump the motion continues as before.
std::size_t SimulationLoop::find_holding_jump() {
  if (!look_ahead()) return absent;
  std::size_t back = absent;
  for (std::size_t i = 0; i < roots_.switch_count() && back == absent; ++i) {
    const double way = crossed_[i], went = way * (roots_ahead_[i] - roots_here_[i]);
    // A constant function is moved by rounding only.
    if (went < -1e-13 && way * roots_ahead_[i] < 0) back = i;
  }
  if (back == absent) return absent;
  const double ahead = roots_ahead_[back];
  return look_further() && crossed_[back] * (roots_ahead_[back] - ahead) > 0 ? back : absent;
}

// Root functions here, and a moment later.
bool SimulationLoop::look_ahead() {
  if (state_.motion.evaluate(state_.t, state_.y, slope_) != DynamicsStatus::ok) return false;
  for (std::size_t i = 0; i < y_ahead_.size(); ++i) y_ahead_[i] = state_.y[i] + a_moment * slope_[i];
  return roots_.evaluate(state_.t + a_moment, y_ahead_, roots_ahead_) == SimulationStatus::ok &&
         roots_.evaluate(state_.t, state_.y, roots_here_) == SimulationStatus::ok;
}

// And another moment later, with the slope that is there.
bool SimulationLoop::look_further() {
  if (!is_usable_within_step(state_.motion.evaluate(state_.t + a_moment, y_ahead_, slope_))) return false;
  for (std::size_t i = 0; i < y_ahead_.size(); ++i) y_ahead_[i] += a_moment * slope_[i];
  return roots_.evaluate(state_.t + 2 * a_moment, y_ahead_, roots_ahead_) == SimulationStatus::ok;
}

// The configuration row, if there is one, whose left side has jumped where a switching function has just been crossed:
// a moment ago, in the state of that time, it was far from what it is now. Or the gap that has a corner while its
// contact holds: nothing says whether it collides there or leaves.
std::size_t SimulationLoop::find_jumped_row() {
  constexpr double apart = 1e-6, corner = 1e-5;  // m or rad, and per second; a moment at any speed is much less
  SystemMotion& motion = state_.motion;
  if (motion.rows().active().empty() || motion.evaluate(state_.t, state_.y, slope_) != DynamicsStatus::ok)
    return absent;
  for (std::size_t i = 0; i < y_ahead_.size(); ++i) y_ahead_[i] = state_.y[i] - a_moment * slope_[i];
  motion.evaluate_rows(state_.t - a_moment, y_ahead_);
  for (const int row : motion.rows().active())
    if (const auto i = static_cast<std::size_t>(row);
        system().rows[i].configuration && (std::abs(motion.rows().value(i)) > apart ||
                                           (!system().is_constraint(i) && std::abs(motion.rows().speed(i)) > corner)))
      return i;
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
  if (const std::size_t row = any_switch ? find_jumped_row() : absent; row != absent)
    return journal_.fault_row = row, SimulationStatus::row_jumped;
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

// The motion must be able to go on from the instant, too: where it cannot, there are no forces and accelerations.
SimulationStatus SimulationLoop::resolve_change(SimulationStatus made) {
  SimulationStatus status = made == SimulationStatus::ok ? resolve_instant() : made;
  if (status == SimulationStatus::ok) status = translate(state_.motion.evaluate(state_.t, state_.y));
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
