// SPDX-License-Identifier: Apache-2.0
// Stages by Newton's method.
#include "simulation/implicit_steps.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace tangible {
namespace {

constexpr double g = 1 - 1 / std::numbers::sqrt2;
constexpr double w = std::numbers::sqrt2 / 4;
constexpr int max_iterations = 12;
constexpr double converged = 1e-12;  // of a correction, relative
constexpr double acceptable = 1e-8;  // where corrections do not get smaller any more

}  // namespace

ImplicitSteps::ImplicitSteps(const System& system, std::size_t size)
    : linear_(system),
      n_(system.nq() + system.nu() + system.nz()),
      newton_(n_),
      known_(size),
      first_(size),
      slope_(size),
      correction_(n_),
      oscillating_iterates_(3, std::vector<double>(size)) {}

// 1 - g h J at the state last evaluated. Where rows follow from others only where all of them hold, the motion beside
// the constraints is that of the rows which determine speeds, and so are its derivatives: a column leads away from the
// constraints, where the rows that are left out seem to contradict the others.
DynamicsStatus ImplicitSteps::evaluate_matrix(SystemMotion& motion, double t, double gh, std::span<const double> y) {
  linear_.evaluate(t, y, motion);
  DynamicsStatus status = DynamicsStatus::ok;
  for (std::size_t j = 0; j < n_ && is_usable_within_step(status); ++j) {
    const std::span<double> column = newton_.column(j);
    status = linear_.differentiate_rate(j + 1, motion, column);
    for (double& d : column) d *= -gh;
    column[j] += 1;
  }
  return status;
}

// y = known + g h f(t, y), from the y that is given; leaves f there in slope_.
ImplicitSteps::Result ImplicitSteps::solve_stage(SystemMotion& motion, double t, double gh, std::span<double> y) {
  double before = INFINITY;
  for (int iteration = 0;; ++iteration) {
    DynamicsStatus status = motion.evaluate(t, y, slope_, true);
    if (!is_usable_within_step(status)) return {status, true};
    if (before <= converged) return {};
    status = evaluate_matrix(motion, t, gh, y);
    if (status == DynamicsStatus::not_finite || !newton_.factor()) return {DynamicsStatus::ok, true, false};
    if (!is_usable_within_step(status)) return {status, true};
    for (std::size_t i = 0; i < n_; ++i) correction_[i] = known_[i] + gh * slope_[i] - y[i];
    newton_.solve(correction_);
    double size = 0;
    std::ranges::copy(y, oscillating_iterates_.back().begin());
    for (std::size_t i = 0; i < n_; ++i) {
      y[i] += correction_[i];
      size = std::max(size, std::abs(correction_[i]) / (1 + std::abs(y[i])));
    }
    if (!std::isfinite(size)) return {DynamicsStatus::not_finite, true};
    const bool has_stagnated = size >= before / 2 && size < acceptable;
    before = has_stagnated ? 0 : size;
    if (iteration == max_iterations) return {DynamicsStatus::ok, size < acceptable};
  }
}

ImplicitSteps::Result ImplicitSteps::step(SystemMotion& motion, double t, double h, std::span<const double> y,
                                          std::span<double> y_new) {
  if (const DynamicsStatus status = motion.evaluate(t, y, first_, true); status != DynamicsStatus::ok)
    return {status, true};
  for (std::size_t i = 0; i < known_.size(); ++i) known_[i] = y[i] + g * h * first_[i];
  std::ranges::copy(y, y_new.begin());
  const Result first = solve_stage(motion, t + 2 * g * h, g * h, y_new);
  if (first.status != DynamicsStatus::ok || !first.has_derivatives) return first;
  std::ranges::copy(y_new, oscillating_iterates_[0].begin());
  std::swap(oscillating_iterates_[1], oscillating_iterates_[2]);
  for (std::size_t i = 0; i < known_.size(); ++i) known_[i] = y[i] + w * h * (first_[i] + slope_[i]);
  const Result second = solve_stage(motion, t + h, g * h, y_new);
  for (std::size_t i = n_; i < known_.size(); ++i) y_new[i] = known_[i] + g * h * slope_[i];
  return {second.status, first.converged && second.converged, second.has_derivatives};
}

}  // namespace tangible
