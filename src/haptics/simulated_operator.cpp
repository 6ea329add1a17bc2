// SPDX-License-Identifier: Apache-2.0
// Intentions and pushes as functions of time.
#include "haptics/simulated_operator.h"

#include <algorithm>
#include <numbers>
#include <stdexcept>
#include <utility>

namespace tangible {

OperatorOptions no_operator() { return {}; }

OperatorOptions light_operator() {
  OperatorOptions hand;
  hand.inertia = {0.1, 1e-4};
  hand.damping = {2, 2e-3};
  hand.stiffness = {50, 0.05};
  return hand;
}

OperatorOptions firm_operator() {
  OperatorOptions arm;
  arm.inertia = {0.554, 5e-4};
  arm.damping = {6.45, 6e-3};
  arm.stiffness = {135, 0.3};
  return arm;
}

double minimum_jerk(double s) {
  if (s <= 0) return 0;
  if (s >= 1) return 1;
  return s * s * s * (10 + s * (6 * s - 15));
}

SimulatedOperator::SimulatedOperator(OperatorOptions options) : options_(std::move(options)) {
  const auto by_time = [](const Waypoint& a, const Waypoint& b) { return a.time < b.time; };
  if (!std::ranges::is_sorted(options_.waypoints, by_time))
    throw std::invalid_argument("the operator's waypoints are not in order of time; sort them");
  if (!std::ranges::is_sorted(options_.grip_changes))
    throw std::invalid_argument("the operator's changes of grip are not in order of time; sort them");
}

bool SimulatedOperator::holds(double t) const {
  const auto& changes = options_.grip_changes;
  if (changes.empty()) return true;
  return (std::ranges::upper_bound(changes, t) - changes.begin()) % 2 == 1;
}

double SimulatedOperator::intention(double t, int freedom) const {
  const auto& points = options_.waypoints;
  const auto i = static_cast<std::size_t>(freedom);
  if (points.empty()) return 0;
  const auto next = std::ranges::upper_bound(points, t, {}, &Waypoint::time);
  if (next == points.begin()) return next->target[i];
  const auto last = next - 1;
  if (next == points.end()) return last->target[i];
  const double share = minimum_jerk((t - last->time) / (next->time - last->time));
  return last->target[i] + share * (next->target[i] - last->target[i]);
}

double SimulatedOperator::target(double t, int freedom) const {
  const double tremor = freedom < 3 ? options_.tremor : 0;
  return intention(t, freedom) + tremor * std::sin(2 * std::numbers::pi * options_.tremor_frequency * t);
}

double SimulatedOperator::push(double t, int freedom) const {
  double sum = 0;
  for (const Push& p : options_.pushes)
    if (t >= p.start && t < p.end) sum += p.effort[static_cast<std::size_t>(freedom)];
  return sum;
}

}  // namespace tangible
