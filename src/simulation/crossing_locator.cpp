// SPDX-License-Identifier: Apache-2.0
// Bracketing, refinement and the final step.
#include "simulation/crossing_locator.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "simulation/system.h"

namespace tangible {
namespace {

constexpr double interpolation_share = 1e-5;  // of a step: how well interpolation is worth following
constexpr double settled_share = 1e-3;  // of the way there: where a parabola moves a prediction by less, it is as good
constexpr double aim_share = 0.05;      // of the longest final step: how far before the crossing trial steps are aimed
constexpr int max_samples = 40;
constexpr int max_trials = 120;
constexpr int max_predicted_trials = 8;  // then bisection

struct Point {
  double at, value;
};
struct Zero {
  double at, slope;
};

// Where, from low to high, the parabola through three points passes through zero; without a third one (at < 0) the
// straight line. At the beginning of a step (at = 0) a contact that has just opened is near zero: there a line leads
// nowhere, and the middle is taken.
Zero find_zero(Point low, Point high, Point third) {
  const double length = high.at - low.at, slope = (high.value - low.value) / length;
  const bool begins = low.at == 0;
  const double straight = -low.value / slope;
  const bool leads = straight >= (begins ? 1e-4 * length : 0) && straight < length;
  const Zero line{low.at + (leads ? straight : length / 2), slope};
  if (third.at < 0) return line;
  const double curvature = ((third.value - high.value) / (third.at - high.at) - slope) / (third.at - low.at);
  const double first = slope - curvature * length;  // f = low.value + first x + curvature x^2
  const double root = std::sqrt(first * first - 4 * curvature * low.value);
  const double q = -(first + std::copysign(root, first)) / 2;
  for (const double x : {low.value / q, q / curvature})
    if ((x > 0 || (x == 0 && !begins)) && x < length) return {low.at + x, first + 2 * curvature * x};
  return line;
}

}  // namespace

CrossingLocator::CrossingLocator(std::size_t roots, double longest_final_step)
    : longest_final_step_(longest_final_step), low_(roots), high_(roots), sample_(roots) {}

CrossingLocator::Location CrossingLocator::locate(SearchedStep& step, std::span<const double> start,
                                                  std::span<const double> end, const Search& search) {
  step_ = &step;
  search_ = search;
  location_ = {};
  start_ = start;
  std::ranges::copy(start, low_.begin());
  std::ranges::copy(end, high_.begin());
  Prediction prediction = predict_crossing({0, search.h}, -1);
  if (search.interpolates) location_.status = bracket_crossing(prediction);
  if (location_.status == SimulationStatus::ok) location_.status = refine_crossing(prediction);
  return location_;
}

// The root function that will cross first, as its last values predict.
CrossingLocator::Prediction CrossingLocator::predict_crossing(Bracket bracket, double third) const {
  Prediction first{absent, bracket.high, 0};
  for (std::size_t i = step_->next_crossed(0, start_, high_); i != absent;
       i = step_->next_crossed(i + 1, start_, high_)) {
    const Zero zero = find_zero({bracket.low, low_[i]}, {bracket.high, high_[i]}, {third, sample_[i]});
    if (first.root == absent || zero.at < first.at) first = {i, zero.at, zero.slope};
  }
  return first;
}

// Samples of the interpolated motion, until the next one would be where the last one was.
SimulationStatus CrossingLocator::bracket_crossing(Prediction& prediction) {
  const double h = search_.h;
  Bracket bracket{0, h};
  double third = -1, last = -h;  // third: where sample_ is from, once there was one
  for (int sample = 0; sample < max_samples; ++sample) {
    prediction = predict_crossing(bracket, third);
    const double close = third < 0 ? interpolation_share * h : settled_share * std::min(h, 4 * prediction.at);
    if (std::abs(prediction.at - last) < close) break;
    const double middle = sample % 8 == 7 ? (bracket.low + bracket.high) / 2 : prediction.at;
    last = middle;
    if (const SimulationStatus status = step_->sample(middle, sample_); status != SimulationStatus::ok) return status;
    const bool past = step_->any_crossed(start_, sample_);
    third = std::exchange(past ? bracket.high : bracket.low, middle);
    std::swap(past ? high_ : low_, sample_);
  }
  return SimulationStatus::ok;
}

// Newton's method with steps of trial lengths, within a bracket, aimed short of the crossing. From there the final step
// is taken. If forces may jump, no stage of the step that is kept is evaluated beyond the jump: where one would be, the
// step ends before it, and the next one, much shorter, comes nearer.
SimulationStatus CrossingLocator::refine_crossing(Prediction prediction) {
  const double enough = search_.tolerance;
  const double reach = std::max(enough, longest_final_step_ * search_.h);
  const double margin = std::max(enough / 2, aim_share * reach);
  Bracket bracket{0, search_.h};
  Point last{-1, 0};  // of the function that is followed
  double target = prediction.at;
  std::ranges::copy(start_, low_.begin());
  step_->keep_start();
  for (int trial = 0; trial < max_trials && bracket.high - bracket.low > enough; ++trial) {
    const bool leads = target > bracket.low && target < bracket.high && trial < max_predicted_trials;
    const double next =
        leads ? target - std::min(margin, (target - bracket.low) / 2) : (bracket.low + bracket.high) / 2;
    if (const SimulationStatus status = step_->try_step(next, sample_); status != SimulationStatus::ok) return status;
    const bool past = step_->any_crossed(start_, sample_);
    if (const double over = past ? 0 : step_->stage_overshoot(next, prediction.root, prediction.slope); over > 0) {
      bracket.high = next;
      target = next - 2 * over;
      location_.before_jump = true;
      continue;
    }
    (past ? bracket.high : bracket.low) = next;
    if (!past) step_->keep_trial();
    std::swap(past ? high_ : low_, sample_);
    if (location_.before_jump && !past) return location_.at = next, SimulationStatus::ok;
    const Point now{next, (past ? high_ : low_)[prediction.root]};
    if (past && !step_->crossed(prediction.root, start_[prediction.root], now.value)) {  // another one crosses first
      prediction = predict_crossing(bracket, -1);
      target = prediction.at;
      last.at = -1;
      continue;
    }
    if (last.at > 0 && std::abs(now.at - last.at) > 10 * enough)
      prediction.slope = (now.value - last.value) / (now.at - last.at);
    const double left = -now.value / prediction.slope;
    last = now;
    target = next + left;
    // The parabola is that of the trial step: it leads no farther than that was long.
    const double longest = std::max(enough, std::min(reach, bracket.low));
    if (past || !(left >= 0 && left <= longest)) continue;
    const FinalStep final_step = step_past_crossing(bracket, {left + enough / 4, longest}, prediction);
    if (final_step.arrived || final_step.status != SimulationStatus::ok) return final_step.status;
    target = -1;  // it led astray
  }
  return end_at_bracket(bracket, prediction);
}

// A constant function does not predict how far the crossing is: only the bracket is known.
SimulationStatus CrossingLocator::end_at_bracket(Bracket bracket, Prediction prediction) {
  const double enough = search_.tolerance;
  location_.before_jump = false;
  const FinalStep final_step = step_past_crossing(bracket, {enough / 4, 16 * enough}, prediction);
  if (final_step.arrived || final_step.status != SimulationStatus::ok) return final_step.status;
  location_.at = location_.final_step_start = bracket.high;
  return step_->keep_step(bracket.high, high_);
}

// From just before the crossing to just past it. If it does not arrive, the state where it began is kept.
CrossingLocator::FinalStep CrossingLocator::step_past_crossing(Bracket bracket, FinalStepRange range,
                                                               Prediction prediction) {
  const double enough = search_.tolerance;
  const double farthest = std::min(std::max(bracket.high - bracket.low, enough), range.longest);
  location_.final_step_start = bracket.low;
  if (const SimulationStatus status = step_->begin_final_step(bracket.low, farthest); status != SimulationStatus::ok)
    return {status, false};
  double by = range.first;
  double low = 0, high = INFINITY, value_low = low_[prediction.root];
  Point last{0, value_low};
  for (int sample = 0;; ++sample) {
    by = std::min(by, farthest);
    location_.at = std::min(bracket.low + by, bracket.high);  // time does not leave the step
    const SimulationStatus status = step_->extend_final_step(by, location_.at, high_);
    if (status != SimulationStatus::ok) return {status, false};
    const bool past = step_->any_crossed(start_, high_);
    const double value = high_[prediction.root];
    if (std::abs(by - last.at) > 10 * enough) prediction.slope = (value - last.value) / (by - last.at);
    last = {by, value};
    const double over = value / prediction.slope;
    const bool leads = past ? step_->crossed(prediction.root, start_[prediction.root], value) && over >= 0 : over <= 0;
    // Near enough: in time, or as near as the function is resolved.
    const bool near = by - low <= enough || (leads && (over <= enough || value_low == 0));
    if (past && (near || sample == max_samples)) return {status, true};
    if (sample == max_samples || (!past && by == farthest)) {
      step_->abandon_final_step();
      return {status, false};
    }
    if (!past) value_low = value;
    (past ? high : low) = by;
    // To where the function that is followed will have crossed; where it does not lead there, by halving or doubling.
    const double there = by - over + enough / 4 * (1 << std::min(sample, 20));
    if (value == 0 && high < INFINITY)
      by = high;
    else if (leads && there > low && there < high && (sample < 4 || value == 0))
      by = there;
    else
      by = high < INFINITY ? (low + high) / 2 : 2 * by;
  }
}

}  // namespace tangible
