// SPDX-License-Identifier: Apache-2.0
// Steps over singular configurations.
#include <algorithm>
#include <cmath>

#include "simulation/roots.h"
#include "simulation/simulation.h"
#include "simulation/status.h"

namespace tangible {
namespace {

// Pivots of scaled rows: below the first the past is kept, below the second adaptive steps leap.
constexpr double worth_remembering = 0.3;
constexpr double close_enough = 0.03;
// What leaps may rest on: the last states, or only such as were regular enough not to have lost digits.
constexpr double regular_enough[] = {0, 1e-3, 3e-3, 1e-2};
// At a singular configuration D stays as it was; where it grows, other speeds should be independent and will be.
constexpr double largest_share = 10;
// What projection may change after a leap, relative to one or the size: the polynomial has kept to the branch.
constexpr double same_place = 1e-8;
constexpr double same_speed = 1e-6;
constexpr double same_slope = 1e-9;
constexpr double shortest_leap = 1e-9;  // s

}  // namespace

bool SimulationLoop::remember(double regularity, std::span<const double> slope) {
  const bool poor_choice = motion_.embedding().largest_D() > largest_share;
  if (regularity > worth_remembering || poor_choice) return leap_.forget(), false;
  leap_.remember(t_, y_, slope, regularity);
  return true;
}

// The state at a later time by a leap, if it lies on the constraints: where the branch turns sharply but is not
// singular it would not.
bool SimulationLoop::leap(double end) {
  if (!leap_.covers(end)) return false;
  leap_.reach(end, y_trial_);
  std::ranges::copy(y_trial_, y_end_.begin());
  if (translate(motion_.project(end, y_end_).status) != SimulationStatus::ok) return false;
  for (std::size_t i = 0; i < motion_.books_at(); ++i) {
    const double allowed = i < system_->nq() ? same_place : same_speed;
    if (!(std::abs(y_end_[i] - y_trial_[i]) <= allowed * (1 + std::abs(y_trial_[i])))) return false;
  }
  std::swap(y_new_, y_trial_);
  return true;
}

// Where on the way of a leap, which has no other steps, the first root function crosses.
bool SimulationLoop::end_leap_at_crossing(double& end) {
  std::swap(roots_high_, roots_new_);
  for (double low = t_; end - low > location_tolerance_at(t_);) {
    const double middle = low + (end - low) / 2;
    if (middle <= low || middle >= end) break;
    leap_.reach(middle, y_trial_);
    if (evaluate_roots(middle, y_trial_, roots_new_) != SimulationStatus::ok) return false;
    const bool past = any_crossed(roots_, roots_new_);
    (past ? end : low) = middle;
    if (past) std::swap(roots_high_, roots_new_);
  }
  leap_.reach(end, y_new_);
  return pending_ = true;
}

// Whether the motion goes on as if nothing had happened at this instant, before which its state was y_stage_: then what
// is remembered leads on.
bool SimulationLoop::leap_goes_on(std::size_t noted) {
  for (std::size_t k = noted; k < occurrences.size(); ++k)
    if (occurrences[k].kind != Occurrence::Kind::event) return false;
  const Leap::Moment& last = *leap_.newest();
  if (y_ != y_stage_ || motion_.evaluate(last.t, last.y, slope_) != DynamicsStatus::ok) return false;
  for (std::size_t i = 0; i < slope_.size(); ++i)
    if (!(std::abs(slope_[i] - last.slope[i]) <= same_slope * (1 + std::abs(last.slope[i])))) return false;
  return true;
}

// To where the rows are as regular again as they were when they were last remembered.
bool SimulationLoop::leap_adaptively(double limit) {
  if (motion_.embedding().smallest_pivot() > close_enough) return false;
  double end = INFINITY;
  const bool found = std::ranges::any_of(regular_enough, [&](double regularity) {
    leap_.rest_on(regularity);
    end = leap_.base() + 2 * leap_.time_to_singular();
    return end > t_ + shortest_leap && end < limit && leap(end);
  });
  if (!found || evaluate_roots(end, y_end_, roots_new_) != SimulationStatus::ok) return false;
  if (!any_crossed(roots_, roots_new_))
    std::swap(roots_, roots_new_);
  else if (!end_leap_at_crossing(end))
    return false;
  has_dense_ = leaped_ = true;
  last_step_ = end - t_;
  t_ = end;
  ++counts_.steps;
  std::swap(y_, y_new_);
  return true;
}

}  // namespace tangible
