// SPDX-License-Identifier: Apache-2.0
// Step lengths by the error estimate, and leaps.
#include "simulation/adaptive_stepper.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "simulation/crossing.h"

namespace tangible {
namespace {

constexpr int timetable_samples = 128;   // within a step, which may be long
constexpr double paradox_margin = 1e-3;  // of the margin of friction, which is one without it
constexpr double failed = 1e9;           // the error of a step that could not be evaluated

// Shorter steps are lost in the rounding of the time.
double shortest_step(double t) { return 16 * std::numeric_limits<double>::epsilon() * std::abs(t); }

}  // namespace

AdaptiveStepper::AdaptiveStepper(MechanismState& state, RunJournal& journal, StepMotion& step, EventDetector& events,
                                 Timetable& timetable, SingularLeap& leap)
    : state_(state),
      journal_(journal),
      step_(step),
      events_(events),
      timetable_(timetable),
      leap_(leap),
      y_leap_(state.motion.size()) {}

// Thousands of steps that lead nowhere meet their tolerance one by one, and would go on for ever. Nowhere is little
// beside a second, and beside the time that is asked for.
bool AdaptiveStepper::has_stalled(double limit) {
  constexpr int many = 5000;
  constexpr double nowhere = 1e-6;  // s, or relative
  constexpr double share = 0.1;     // of the time to the limit
  if (steps_since_mark_ == 0) mark_ = state_.t;
  if (++steps_since_mark_ < many) return false;
  steps_since_mark_ = 0;
  const double gone = state_.t - mark_;
  return gone < nowhere * (1 + std::abs(state_.t)) && gone < share * (limit - state_.t);
}

SimulationStatus AdaptiveStepper::advance(double limit) {
  leaped_ = false;
  if (has_stalled(limit)) return diagnose_small_step();
  // An event just before the limit leaves less than can be stepped over.
  if (limit - state_.t <= shortest_step(state_.t)) {
    state_.t = limit;
    return SimulationStatus::ok;
  }
  Integrator& integrator = step_.integrator();
  if (const DynamicsStatus status = integrator.begin(state_.motion, state_.t, state_.y); status != DynamicsStatus::ok)
    return translate(status);
  if (needs_first_step_length_) next_step_ = integrator.adaptive().guess_step(state_.y);
  needs_first_step_length_ = false;
  if (leap_.remember(state_.motion.embedding().smallest_pivot(), integrator.first_slope()) && leap(limit))
    return events_.end().has_event ? SimulationStatus::ok : step_.project(state_.t, state_.y);
  const double longest = std::min(limit, state_.t + 1.01 * next_step_);
  const Timetable::End timed = timetable_.find_end(state_.t, longest, state_.motion, timetable_samples);
  if (timed.t < longest || timed.passes)
    limit = std::min(limit, std::max(timed.t, state_.t + 4 * location_tolerance_at(state_.t)));
  double h = 0;
  if (const SimulationStatus status = take_step(limit, timed.passes, h); status != SimulationStatus::ok) return status;
  if (!events_.end().has_event)
    if (const SimulationStatus status = events_.detect(h, ends_at_timed_event_, next_step_);
        status != SimulationStatus::ok)
      return status;
  return end_step(limit, h);
}

// A step within tolerance, of length h.
SimulationStatus AdaptiveStepper::take_step(double limit, bool timed, double& h) {
  DormandPrince& method = step_.integrator().adaptive();
  const double first = next_step_, left = limit - state_.t;
  for (int rejected = 0;;) {
    h = next_step_ * 1.01 > left ? left : next_step_;
    ends_at_timed_event_ = timed && h == left;
    if (h <= shortest_step(state_.t)) return diagnose_small_step();
    const DormandPrince::Trial trial = method.step(state_.motion, state_.t, h, state_.y, step_.end());
    const double error = trial.status == DynamicsStatus::ok ? trial.error : failed;
    const double next = DormandPrince::next_step(h, error);
    if (error <= 1) {
      next_step_ = h < next_step_ ? std::max(next, next_step_) : next;
      return SimulationStatus::ok;
    }
    ++journal_.counts.rejected;
    if (trial.status != DynamicsStatus::ok) {
      rejection_ = trial.status;
      rejected_at_ = state_.t + h;
    }
    next_step_ = next;
    if (next_step_ < 1e-14 * (1 + std::abs(state_.t))) return diagnose_small_step();
    // A step that is too long may be shortened; one over a kink would be, again and again.
    if (++rejected > 1 && trial.status == DynamicsStatus::ok && events_.end_at_kink(h)) {
      next_step_ = first;
      return SimulationStatus::ok;
    }
  }
}

// Dense output is prepared before the state is projected.
SimulationStatus AdaptiveStepper::end_step(double limit, double h) {
  const StepEnd& end = events_.end();
  const bool located = end.has_event && !end.at_timed_event;
  const double t = !end.has_event && h == limit - state_.t ? limit : std::min(state_.t + h, limit);
  if (!step_.has_dense_output) {
    const double before_final = located ? events_.final_step_start() : 0;
    const SimulationStatus status =
        before_final > 0 ? step_.prepare_dense_output_before(before_final) : step_.prepare_dense_output(h);
    if (status != SimulationStatus::ok) return status;
  }
  step_.commit(t);
  const bool books = state_.books_projection();
  const double before = books ? state_.energy(t, state_.y) - (located ? step_.kept_projection() : 0) : 0;
  const SimulationStatus status = step_.project(t, state_.y);
  if (books) journal_.books.book_correction(state_.energy(t, state_.y) - before, events_.passed_kink_of_drive());
  return status;
}

// Steps shrink before a time at which the equations end: their end is the reason.
SimulationStatus AdaptiveStepper::diagnose_small_step() {
  if (std::abs(rejected_at_ - state_.t) < 1e-6 * (1 + std::abs(state_.t))) return translate(rejection_);
  const std::vector<ContactState>& contacts = state_.motion.mode().contacts;
  if (contacts.end() == std::ranges::find(contacts, ContactState::sliding)) return SimulationStatus::step_too_small;
  // Contact forces grow without bound before Painleve's paradox.
  (void)state_.motion.evaluate(state_.t, state_.y);
  return state_.motion.embedding().friction_margin() < paradox_margin ? SimulationStatus::friction_paradox
                                                                      : SimulationStatus::step_too_small;
}

bool AdaptiveStepper::leap(double limit) {
  const std::optional<double> found = leap_.reach_regular(limit, step_.end());
  if (!found || events_.evaluate(*found, leap_.projected()) != SimulationStatus::ok) return false;
  double end = *found;
  if (!events_.any_crossed())
    events_.accept();
  else if (!end_leap_at_crossing(end))
    return false;
  step_.has_dense_output = leaped_ = true;
  step_.set_length(end - state_.t);
  step_.commit(end);
  return true;
}

// A leap has no other steps: its crossings are located by bisection.
bool AdaptiveStepper::end_leap_at_crossing(double& end) {
  events_.accept_past_crossing();
  for (double low = state_.t; end - low > location_tolerance_at(state_.t);) {
    const double middle = low + (end - low) / 2;
    if (middle <= low || middle >= end) break;
    leap_.extrapolate(middle, y_leap_);
    if (events_.evaluate(middle, y_leap_) != SimulationStatus::ok) return false;
    const bool past = events_.any_crossed();
    (past ? end : low) = middle;
    if (past) events_.accept_past_crossing();
  }
  leap_.extrapolate(end, step_.end());
  return events_.end().has_event = true;
}

}  // namespace tangible
