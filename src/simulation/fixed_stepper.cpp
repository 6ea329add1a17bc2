// SPDX-License-Identifier: Apache-2.0
// One tick, or the part of it up to an event.
#include "simulation/fixed_stepper.h"

#include <algorithm>
#include <cmath>

#include "simulation/crossing.h"

namespace tangible {
namespace {

constexpr int max_halvings = 10;  // of an implicit step whose iterations do not converge
// Steps of a tick that may end at kinks, for each event that it may have. Two kinks next to each other, as those of
// friction that is limited steeply, would otherwise end as many steps as the motion passes to and fro.
constexpr int kinks_per_event = 8;

// Where slip in the plane comes to an end its direction turns ever faster, as slip to a power that may be small: no
// step of fixed length follows. Steps before the end are a share of the time that is left, so that their errors shrink
// with the slip. At the state where accelerations were evaluated last.
double shorten_before_slip_ends(const SystemMotion& motion, double h) {
  constexpr double share = 1.0 / 6, straight = 1e-5, at_the_end = 1e-6;
  double shortest = h;
  for (std::size_t c = 0; c < motion.system().contacts.size(); ++c) {
    const ContactDescription& contact = motion.system().contacts[c];
    if (contact.tangents < 2 || motion.mode().contacts[c] != ContactState::sliding) continue;
    const double x = motion.rows().speed(contact.row + 1), y = motion.rows().speed(contact.row + 2),
                 slip = std::hypot(x, y);
    const double x_rate = motion.rows().acceleration(contact.row + 1, motion.accelerations()),
                 y_rate = motion.rows().acceleration(contact.row + 2, motion.accelerations());
    const double closing = -(x * x_rate + y * y_rate), turning = std::abs(x * y_rate - y * x_rate);
    if (!(closing > 0) || turning < straight * closing) continue;
    const double left = slip * slip / closing;
    if (left > at_the_end * h) shortest = std::min(shortest, share * left);
  }
  return shortest;
}

}  // namespace

FixedStepper::FixedStepper(MechanismState& state, RunJournal& journal, StepMotion& step, EventDetector& events,
                           Timetable& timetable, SingularLeap& leap)
    : state_(state), journal_(journal), step_(step), events_(events), timetable_(timetable), leap_(leap) {}

void FixedStepper::restart() {
  origin_ = tick_end_ = state_.t;
  ticks_ = 0;
}

void FixedStepper::begin_tick() {
  if (state_.t < tick_end_) return;
  tick_end_ = origin_ + state_.options.step * static_cast<double>(++ticks_);
  events_in_tick_ = steps_in_tick_ = 0;
}

SimulationStatus FixedStepper::begin_step() {
  if (!step_.integrator().is_implicit()) return translate(step_.integrator().begin(state_.motion, state_.t, state_.y));
  return state_.system.contacts.empty() ? SimulationStatus::ok : translate(state_.motion.evaluate(state_.t, state_.y));
}

// A trigger reversed by an impulse crosses back within rounding; that is tested before a step through the whole tick.
bool FixedStepper::recrosses_immediately(double end) {
  const double h = 4 * location_tolerance_at(state_.t);
  if (step_.integrator().is_implicit() || events_in_tick_ == 0 || !(state_.t + h < end)) return false;
  if (!events_.recrosses_immediately(h)) return false;
  step_.commit(state_.t + h);
  return true;
}

SimulationStatus FixedStepper::advance(double limit) {
  begin_tick();
  events_.locate_switches(++steps_in_tick_ < kinks_per_event * state_.options.events_per_tick);
  const auto [end, timed] = timetable_.find_end(state_.t, std::min(tick_end_, limit), state_.motion);
  SimulationStatus status = begin_step();
  if (status == SimulationStatus::ok && recrosses_immediately(end)) return status;
  Target target{end, end - state_.t, timed};
  if (const double shorter = shorten_before_slip_ends(state_.motion, target.h); shorter < target.h)
    target = {state_.t + shorter, shorter, false};
  const double regularity = state_.motion.embedding().smallest_pivot();
  const bool may_leap = status == SimulationStatus::ok && !step_.integrator().is_implicit() &&
                        leap_.remember(regularity, step_.integrator().first_slope());
  state_.motion.min_pivot = 1;
  if (status == SimulationStatus::ok) status = take_step(target);
  if (may_leap && state_.motion.min_pivot < regularity / 3 && leap_.reach(target.end, step_.end()))
    status = SimulationStatus::ok;
  const bool books = state_.books_projection() && !state_.motion.rows().restrict_speeds_only();
  const double before = books ? state_.energy(target.end, step_.end()) : 0;
  if (status == SimulationStatus::ok) status = step_.project(target.end, step_.end());
  return status == SimulationStatus::ok ? end_step(target, before) : status;
}

// Halves the step until the iterations of an implicit one converge.
SimulationStatus FixedStepper::take_step(Target& target) {
  SimulationStatus status = step_.take(target.h);
  for (int halvings = 0; status == SimulationStatus::no_convergence && halvings < max_halvings; ++halvings) {
    target.h /= 2;
    target.end = state_.t + target.h;
    target.timed = false;
    status = step_.take(target.h);
  }
  return status;
}

// Ends the step where an event is, and books what projection has changed. energy_before: of the projected end, if
// projection does not report it.
SimulationStatus FixedStepper::end_step(const Target& target, double energy_before) {
  double gained = step_.projection_gain(), h = target.h, unlimited = INFINITY;
  SimulationStatus status = events_.detect(h, target.timed, unlimited);
  if (status != SimulationStatus::ok) return status;
  const StepEnd& end = events_.end();
  const bool books = state_.books_projection(), reported = state_.motion.rows().restrict_speeds_only();
  const double t = end.has_event || end.before_jump ? std::min(step_.start() + h, target.end) : target.end;
  if (end.before_jump) {
    journal_.books.book_projection(step_.kept_projection());
  } else if (end.has_event && !end.at_timed_event) {
    energy_before = books && !reported ? state_.energy(t, step_.end()) - step_.kept_projection() : 0;
    status = step_.project(t, step_.end());
    gained = step_.kept_projection() + step_.projection_gain();
  }
  if (books && !end.before_jump)
    journal_.books.book_correction(reported ? gained : state_.energy(t, step_.end()) - energy_before,
                                   events_.passed_kink_of_drive());
  step_.commit(t);
  return status;
}

}  // namespace tangible
