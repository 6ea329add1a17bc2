// SPDX-License-Identifier: Apache-2.0
// Scanning, location, and steps that end before a jump.
#include "simulation/event_detector.h"

#include <algorithm>
#include <cmath>

#include "simulation/crossing.h"

namespace tangible {
namespace {

constexpr int max_shortenings = 8;

// Of a step: the longest final step that may lead from the end of a trial step past the crossing, with an error in the
// order of its square times the cube of the step. With implicit steps the curvature of the motion is not known.
double longest_final_step(Method method) {
  switch (method) {
    case Method::implicit: return 0;
    case Method::adaptive: return 1e-6;
    default: return 1e-4;
  }
}

}  // namespace

EventDetector::EventDetector(MechanismState& state, RootFunctions& roots, TriggerMemory& triggers, StepMotion& step,
                             RootValues& values)
    : state_(state),
      roots_(roots),
      triggers_(triggers),
      step_(step),
      values_(values),
      locator_(roots.count(), longest_final_step(state.options.method)),
      scanner_(roots.count(), 1e4 * state.options.tolerance),
      roots_end_(roots.count()) {}

SimulationStatus EventDetector::detect(double& h, bool timed, double& longest_next) {
  end_.has_event = end_.at_timed_event = false;
  if (roots_end_.empty()) return SimulationStatus::ok;
  SimulationStatus status = step_.evaluate_end(h, roots_end_);
  const double whole = h;
  if (status == SimulationStatus::ok && state_.options.is_adaptive()) status = scan(h, longest_next);
  step_.drop_quartic();
  if (status == SimulationStatus::ok && step_.integrator().is_explicit()) status = end_before_jump(h);
  if (status != SimulationStatus::ok) return status;
  if (!roots_.any_crossed(values_.start, roots_end_)) {
    if (!end_.before_jump) roots_.set_stalls(0);
    go_on(h);
    return SimulationStatus::ok;
  }
  end_.has_event = true;
  end_.before_jump = false;
  end_.at_timed_event = h == whole && timed && roots_.only_timed_triggers_crossed(values_.start, roots_end_);
  if (end_.at_timed_event)
    std::swap(values_.end, roots_end_);
  else
    status = locate(h);
  if (end_.before_jump) {
    end_.has_event = false;
    std::swap(roots_end_, locator_.before());
    go_on(h);
  }
  count_stall(h);
  return status;
}

// The step ends without an event: its end is where the next one starts.
void EventDetector::go_on(double h) {
  std::swap(values_.start, roots_end_);
  triggers_.update(h, roots_.triggers(std::span<const double>(roots_end_)), roots_.triggers(std::span(values_.start)));
}

void EventDetector::count_stall(double h) {
  roots_.set_stalls(h < 1e-12 * (1 + std::abs(step_.start())) ? roots_.stalls() + 1 : 0);
}

// Within fixed steps contact forces are taken as positive if they are at the end.
SimulationStatus EventDetector::locate(double& h) {
  const bool interpolates = step_.integrator().interpolates();
  roots_.let_contact_forces_decide(state_.options.is_adaptive() || roots_.any_contact_force_crossed(roots_end_));
  if (interpolates) step_.prepare_interpolation(h, !roots_.any_switch_crossed(values_.start, roots_end_));
  location_ =
      locator_.locate(step_, values_.start, roots_end_, {h, location_tolerance_at(step_.start()), interpolates});
  roots_.let_contact_forces_decide(true);
  h = location_.at;
  end_.before_jump = location_.before_jump;
  if (!end_.before_jump) std::swap(values_.end, locator_.past());
  step_.has_dense_output = false;
  return location_.status;
}

// A jump just behind the end may have been passed by stages already: then the step ends before they would pass it.
SimulationStatus EventDetector::end_before_jump(double& h) {
  const double whole = h;
  for (std::size_t i = 0; i < roots_.switch_count(); ++i) {
    const double change = roots_end_[i] - values_.start[i];
    if (!(std::abs(roots_end_[i]) < std::abs(change)) || roots_.any_crossed(values_.start, roots_end_)) continue;
    step_.set_length(h);
    for (int shortenings = 0; shortenings < max_shortenings; ++shortenings) {
      const double over = step_.stage_overshoot(h, i, change / whole);
      if (over == 0) break;
      end_.before_jump = true;
      h = std::max(h - 2 * over, h / 2);
      if (const SimulationStatus status = step_.keep_step_with_slope(h, roots_end_); status != SimulationStatus::ok)
        return status;
    }
  }
  return SimulationStatus::ok;
}

bool EventDetector::end_at_kink(double& h) {
  if (roots_.switch_count() == 0) return false;
  double length = h;
  bool ends = evaluate(step_.start() + h, step_.end()) == SimulationStatus::ok && any_crossed();
  ends = ends && step_.prepare_dense_output(h) == SimulationStatus::ok;
  ends = ends && locate(length) == SimulationStatus::ok && step_.kept_error() <= 1;
  step_.has_dense_output = false;
  if (!ends) return false;
  end_.has_event = true;
  count_stall(length);
  h = length;
  return true;
}

// A jump exactly at the end of a step has been made, and will be located at the beginning of the next.
bool EventDetector::passed_kink_of_drive() const {
  if (state_.motion.rows().working().empty()) return false;
  const std::span<const double> values = std::span(values_.start).first(roots_.switch_count());
  return end_.has_event ? roots_.any_switch_crossed(values_.start, values_.end)
                        : std::ranges::find(values, 0.0) != values.end();
}

bool EventDetector::recrosses_immediately(double h) {
  std::vector<double>& y = step_.end();
  const std::span<const double> slope = step_.integrator().first_slope();
  if (!roots_.may_recross(values_.start)) return false;
  for (std::size_t i = 0; i < y.size(); ++i) y[i] = state_.y[i] + h * slope[i];
  if (roots_.evaluate(state_.t + h, y, values_.end) != SimulationStatus::ok) return false;
  if (!roots_.any_crossed(values_.start, values_.end)) return false;
  end_.has_event = true;
  roots_.set_stalls(roots_.stalls() + 1);
  return true;
}

// Scans a step until samples are close enough together; a step too long for that is shortened.
SimulationStatus EventDetector::scan(double& h, double& longest_next) {
  for (int shortenings = 0; shortenings < max_shortenings; ++shortenings) {
    if (const SimulationStatus status = step_.prepare_dense_output(h); status != SimulationStatus::ok) return status;
    const bool may_shorten = shortenings + 1 < max_shortenings;
    const double shortest = 1e3 * location_tolerance_at(state_.t);
    const StepScanner::Scan scan = scanner_.scan(step_, values_.start, roots_end_, {h, shortest, may_shorten});
    if (scan.status != SimulationStatus::ok) return scan.status;
    if (scan.result == StepScanner::Scan::Result::whole) break;
    if (scan.result == StepScanner::Scan::Result::inside) {
      h = scan.at;
      step_.end_at(h);
      std::ranges::copy(scanner_.roots_inside(), roots_end_.begin());
      break;
    }
    if (scan.undersampled) longest_next = std::min(longest_next, 32 * scan.sampled_interval);
    if (const SimulationStatus status = retake_shorter(scan.at, h); status != SimulationStatus::ok) return status;
    if (!scan.undersampled_from_start) break;
  }
  return SimulationStatus::ok;
}

// Takes the step again, so far only.
SimulationStatus EventDetector::retake_shorter(double length, double& h) {
  h = length;
  SimulationStatus status = step_.take(h);
  if (status == SimulationStatus::ok) status = evaluate(step_.start() + h, step_.end());
  return status == SimulationStatus::ok ? step_.prepare_dense_output(h) : status;
}

}  // namespace tangible
