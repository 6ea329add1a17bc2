// SPDX-License-Identifier: Apache-2.0
// Where within a step the first root function crosses zero.
//
// In two parts. On the interpolated motion, which costs one evaluation a look, the crossing is bracketed to the
// accuracy of the interpolation. Then steps of trial lengths are taken from the beginning of the step, a few of them,
// so that the located state is as accurate as any step. The end that is kept is past the crossing.
#include <algorithm>
#include <cmath>

#include "simulation/simulation.h"
#include "simulation/status.h"

namespace tangible {
namespace {

constexpr double location_tolerance = 1e-13;  // s
constexpr double rough = 1e-5;                // of a step: how well interpolation is worth following
constexpr int most_looks = 40;
constexpr int most_trials = 120;
constexpr int most_lengthenings = 10;

}  // namespace

// A root function that has crossed between low and high, and would have done so first if all were straight; where, from
// 0 to 1.
Simulation::Crossing Simulation::first_crossing(double low_weight, double high_weight) const {
  Crossing first{absent, 1};
  for (std::size_t i = 0; i < roots_.size(); ++i) {
    if (!crossed(i, roots_[i], roots_high_[i])) continue;
    const double low = low_weight * roots_low_[i], high = high_weight * roots_high_[i];
    // A contact that has just opened begins at zero: only halving leads away from there.
    const double share = low * high < 0 ? low / (low - high) : 0.5;
    if (first.root == absent || share < first.share) first = {i, share};
  }
  return first;
}

// The state a time x after the beginning of the last step; of fixed steps by a cubic with the slopes at its ends.
void Simulation::interpolate(double x, std::span<double> out) {
  const double s = x / last_step_;
  if (options_.method == Method::adaptive) return adaptive_.interpolate(s, out);
  const std::span<const double> first = fixed_.first_slope();
  const double rest = 1 - s, end = s * s * (3 - 2 * s), k0 = x * rest * rest, k1 = -s * x * rest;
  for (std::size_t i = 0; i < out.size(); ++i)
    out[i] = (1 - end) * y_[i] + end * y_end_[i] + k0 * first[i] + k1 * slope_[i];
}

// Regula falsi with Illinois weights on the interpolated motion.
SimulationStatus Simulation::bracket(double& low, double& high) {
  double low_weight = 1, high_weight = 1;
  int side = 0;
  for (int look = 0; look < most_looks && high - low > rough * last_step_; ++look) {
    const double share =
        look % 8 == 7 ? 0.5 : std::clamp(first_crossing(low_weight, high_weight).share, 1e-3, 1 - 1e-3);
    const double middle = low + share * (high - low);
    interpolate(middle, y_trial_);
    const SimulationStatus status = evaluate_roots(t_before_ + middle, y_trial_, roots_new_);
    if (status != SimulationStatus::ok) return status;
    const bool past = any_crossed(roots_, roots_new_);
    (past ? high : low) = middle;
    std::swap(past ? roots_high_ : roots_low_, roots_new_);
    const int now = past ? 1 : -1;
    if (side == now) (past ? low_weight : high_weight) /= 2;
    (past ? high_weight : low_weight) = 1;
    side = now;
  }
  return SimulationStatus::ok;
}

// The step, of length h, is ended at the crossing. roots_ are those at its beginning, roots_new_ those at its end.
SimulationStatus Simulation::locate(double& h) {
  const double enough = std::max(location_tolerance, 8 * std::numeric_limits<double>::epsilon() * std::abs(t_before_));
  std::ranges::copy(roots_, roots_low_.begin());
  std::ranges::copy(roots_new_, roots_high_.begin());
  double from = 0, to = h;
  if (options_.method != Method::implicit) {
    if (options_.method != Method::adaptive) last_step_ = h;
    std::ranges::copy(y_new_, y_end_.begin());
    if (const SimulationStatus status = bracket(from, to); status != SimulationStatus::ok) return status;
  }
  const Crossing first = first_crossing();
  // The function that is followed; where it misleads, halving goes on.
  const double slope = (roots_high_[first.root] - roots_low_[first.root]) / (to - from);
  const double next = from + first.share * (to - from) - enough / 2;
  if (const SimulationStatus status = close_in({0, h}, next, slope, first.root, h); status != SimulationStatus::ok)
    return status;
  has_dense_ = false;
  return SimulationStatus::ok;
}

// Newton's method with steps of trial lengths, within a bracket, aimed just short of the crossing: no stage of the step
// that is kept has seen what comes after it, where forces may jump. Ends with the state and the roots at h, past the
// crossing.
SimulationStatus Simulation::close_in(Bracket bracket, double next, double slope, std::size_t root, double& h) {
  const double enough = std::max(location_tolerance, 8 * std::numeric_limits<double>::epsilon() * std::abs(t_before_));
  double before = 0, value_before = 0, left = bracket.high;
  std::ranges::copy(y_, y_new_.begin());
  kept_error_ = 0;
  for (int trial = 0; trial < most_trials && bracket.high - bracket.low > enough; ++trial) {
    if (!(next > bracket.low && next < bracket.high) || trial > 8) next = (bracket.low + bracket.high) / 2;
    SimulationStatus status = integrate(next, y_trial_);
    if (status == SimulationStatus::ok) status = evaluate_roots(t_before_ + next, y_trial_, roots_new_);
    if (status != SimulationStatus::ok) return status;
    const bool past = any_crossed(roots_, roots_new_);
    (past ? bracket.high : bracket.low) = next;
    if (!past) {
      std::swap(y_trial_, y_new_);
      kept_error_ = trial_error_;
    }
    const double value = roots_new_[root];
    if (trial > 0 && std::abs(next - before) > 10 * enough) slope = (value - value_before) / (next - before);
    const double away = -value / slope;
    left = away + enough / 64;
    if (!past && away >= 0 && away <= enough) break;
    before = next;
    value_before = value;
    next += away - enough / 2;
  }
  // A function that stands still says nothing about the way that is left.
  return step_over(bracket, left > enough / 64 ? std::min(left, enough) : enough / 64, h);
}

// A step of the adaptive method that was refused because it went over a kink or jump ends there instead, if what comes
// before it is smooth enough for one step.
bool Simulation::end_at_kink(double& h) {
  if (system_->switches.count == 0) return false;
  double length = h;
  bool ends =
      evaluate_roots(t_before_ + h, y_new_, roots_new_) == SimulationStatus::ok && any_crossed(roots_, roots_new_);
  ends = ends && adaptive_.prepare_dense(motion_, t_before_, h, y_, y_new_) == DynamicsStatus::ok;
  last_step_ = h;
  ends = ends && locate(length) == SimulationStatus::ok && kept_error_ <= 1;
  has_dense_ = false;
  if (!ends) return false;
  pending_ = true;
  stalled_ = length < 1e-12 * (1 + std::abs(t_before_)) ? stalled_ + 1 : 0;
  h = length;
  return true;
}

// From just before the crossing to just past it, in a straight line; the clock does not leave the step.
SimulationStatus Simulation::step_over(Bracket bracket, double by, double& h) {
  const DynamicsStatus evaluated = motion_.evaluate(t_before_ + bracket.low, y_new_, slope_);
  if (evaluated != DynamicsStatus::ok) return translate(evaluated);
  std::swap(y_trial_, y_new_);
  for (int longer = 0;; ++longer, by *= 2) {
    h = std::min(bracket.low + by, bracket.high);
    for (std::size_t i = 0; i < y_new_.size(); ++i) y_new_[i] = y_trial_[i] + by * slope_[i];
    const SimulationStatus status = evaluate_roots(t_before_ + h, y_new_, roots_high_);
    if (status != SimulationStatus::ok || longer == most_lengthenings || any_crossed(roots_, roots_high_))
      return status;
  }
}

}  // namespace tangible
