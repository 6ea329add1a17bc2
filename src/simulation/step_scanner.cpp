// SPDX-License-Identifier: Apache-2.0
// Bisection of a step wherever something may cross.
#include "simulation/step_scanner.h"

#include <algorithm>
#include <cmath>

namespace tangible {
namespace {

constexpr double resolution = 1e-9;  // of a root function: smaller values count as this
constexpr double aside = 2.7e-4;     // of an interval: distance of the samples for slope and curvature from the middle

}  // namespace

StepScanner::StepScanner(std::size_t roots, double noise)
    : noise_(noise),
      from_(roots),
      middle_(roots),
      inside_(roots),
      to_(max_scan_depth + 2, std::vector<double>(roots)),
      beside_low_(roots),
      beside_high_(roots) {}

// Whether a function would cross within the interval if it went on, with its slope and curvature, as in the middle.
bool StepScanner::may_cross(std::span<const double> middle, double noise) const {
  for (std::size_t i = 0; i < middle.size(); ++i) {
    const double slope = std::abs(beside_high_[i] - beside_low_[i]) / (4 * aside);
    const double curvature = std::abs(beside_high_[i] - 2 * middle[i] + beside_low_[i]) / (8 * aside * aside);
    if (slope + curvature > std::max(std::abs(middle[i]) + resolution, noise)) return true;
  }
  return false;
}

// Whether slope and curvature in the middle of an interval contradict the values at its ends.
bool StepScanner::is_undersampled(std::span<const double> from, std::span<const double> middle,
                                  std::span<const double> to) const {
  constexpr double tolerable = 0.1;  // a sine is followed over a radian
  for (std::size_t i = 0; i < middle.size(); ++i) {
    const double slope = (beside_high_[i] - beside_low_[i]) / (4 * aside);
    const double curvature = (beside_high_[i] - 2 * middle[i] + beside_low_[i]) / (8 * aside * aside);
    const double size = std::abs(slope) + std::abs(curvature);
    if (size <= std::max(std::abs(middle[i]) + resolution, noise_)) continue;
    const double error =
        std::max(std::abs(middle[i] + slope + curvature - to[i]), std::abs(middle[i] - slope + curvature - from[i]));
    if (error > tolerable * size) return true;
  }
  return false;
}

SimulationStatus StepScanner::sample_beside(SearchedStep& step, double middle, double length) {
  const double apart = aside * length;
  if (const SimulationStatus status = step.sample(middle - apart, beside_low_); status != SimulationStatus::ok)
    return status;
  return step.sample(middle + apart, beside_high_);
}

StepScanner::Scan StepScanner::scan(SearchedStep& step, std::span<const double> start, std::span<const double> end,
                                    Range range) {
  double left = 0;
  std::size_t depth = 0;
  std::array<double, max_scan_depth + 1> right{range.h};  // ends of the intervals to come, the nearest last
  std::array<std::size_t, max_scan_depth + 1> level{};
  std::ranges::copy(start, from_.begin());
  std::ranges::copy(end, to_[0].begin());
  for (;;) {
    std::vector<double>& to = to_[depth];
    const double middle = (left + right[depth]) / 2;
    if (const SimulationStatus status = step.sample(middle, middle_); status != SimulationStatus::ok) return {status};
    bool refines = level[depth] == 0;
    if (!refines) {
      const double length = right[depth] - left;
      if (const SimulationStatus status = sample_beside(step, middle, length); status != SimulationStatus::ok)
        return {status};
      refines = level[depth] < max_scan_depth && may_cross(middle_, level[depth] < scan_depth ? 0 : noise_);
      if (level[depth] == scan_depth && range.may_shorten && length > range.shortest &&
          is_undersampled(from_, middle_, to)) {
        const bool from_start = left == 0;
        return {SimulationStatus::ok, Scan::Result::retake, from_start ? length : left, true, from_start, length};
      }
    }
    if (refines) {
      ++level[depth];
      level[depth + 1] = level[depth];
      right[depth + 1] = middle;
      std::ranges::copy(middle_, to_[depth + 1].begin());
      ++depth;
      continue;
    }
    if (step.any_crossed(from_, middle_)) {
      std::ranges::copy(middle_, inside_.begin());
      return end_inside(step, start, left, middle, range.h);
    }
    left = middle;
    std::ranges::copy(middle_, from_.begin());
    if (step.any_crossed(from_, to)) {
      std::ranges::copy(to, inside_.begin());
      return end_inside(step, start, left, right[depth], range.h);
    }
    if (depth == 0) return {};
    left = right[depth];
    std::ranges::copy(to, from_.begin());
    --depth;
  }
}

// A function has crossed between two samples. If it has since the beginning of the step, the step ends at the second
// one, to be located; if not, at the first one, where nothing has happened yet.
StepScanner::Scan StepScanner::end_inside(SearchedStep& step, std::span<const double> start, double left, double right,
                                          double h) {
  const bool since_start = left == 0 || step.any_crossed(start, inside_);
  if (since_start && right == h) return {};
  return {SimulationStatus::ok, since_start ? Scan::Result::inside : Scan::Result::retake, since_start ? right : left};
}

}  // namespace tangible
