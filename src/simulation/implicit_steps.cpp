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
constexpr int most_iterations = 12;
constexpr double converged = 1e-12;  // of a correction, relative
constexpr double acceptable = 1e-8;  // where corrections do not get smaller any more

}  // namespace

ImplicitSteps::ImplicitSteps(const System& system, std::size_t size)
    : linear_(system), n_(system.nq() + system.nu() + system.nz()), matrix_(n_ * n_), pivots_(n_), correction_(n_) {
  known_.resize(size);
  slope_.resize(size);
  first_.resize(size);
  oscillating_iterates_.assign(3, std::vector<double>(size));
}

// 1 - g h J at the state last evaluated.
DynamicsStatus ImplicitSteps::evaluate_matrix(SystemMotion& motion, double t, double gh, std::span<const double> y) {
  linear_.evaluate(t, y, motion);
  DynamicsStatus status = DynamicsStatus::ok;
  for (std::size_t j = 0; j < n_ && status == DynamicsStatus::ok; ++j) {
    const std::span<double> column = std::span(matrix_).subspan(j * n_, n_);
    status = linear_.differentiate_rate(j + 1, motion, column);
    for (double& d : column) d *= -gh;
    column[j] += 1;
  }
  return status;
}

// Gauss with row exchanges, in place, by columns.
bool ImplicitSteps::factor() {
  for (std::size_t k = 0; k < n_; ++k) {
    double* pivot_column = matrix_.data() + k * n_;
    std::size_t largest = k;
    for (std::size_t i = k + 1; i < n_; ++i)
      if (std::abs(pivot_column[i]) > std::abs(pivot_column[largest])) largest = i;
    if (!(std::abs(pivot_column[largest]) > 0)) return false;
    pivots_[k] = largest;
    if (largest != k)
      for (std::size_t j = 0; j < n_; ++j) std::swap(matrix_[j * n_ + k], matrix_[j * n_ + largest]);
    const double inverse = 1 / pivot_column[k];
    for (std::size_t i = k + 1; i < n_; ++i) pivot_column[i] *= inverse;
    for (std::size_t j = k + 1; j < n_; ++j) {
      double* column = matrix_.data() + j * n_;
      const double share = column[k];
      if (share == 0) continue;
      for (std::size_t i = k + 1; i < n_; ++i) column[i] -= share * pivot_column[i];
    }
  }
  return true;
}

void ImplicitSteps::solve(std::span<double> x) const {
  for (std::size_t k = 0; k < n_; ++k) std::swap(x[k], x[pivots_[k]]);
  for (std::size_t k = 0; k < n_; ++k)
    for (std::size_t i = k + 1; i < n_; ++i) x[i] -= matrix_[k * n_ + i] * x[k];
  for (std::size_t k = n_; k-- > 0;) {
    x[k] /= matrix_[k * n_ + k];
    for (std::size_t i = 0; i < k; ++i) x[i] -= matrix_[k * n_ + i] * x[k];
  }
}

// y = known + g h f(t, y), from the y that is given; leaves f there in slope_.
ImplicitSteps::Result ImplicitSteps::solve_stage(SystemMotion& motion, double t, double gh, std::span<double> y) {
  double before = INFINITY;
  for (int iteration = 0;; ++iteration) {
    DynamicsStatus status = motion.evaluate(t, y, slope_, true);
    if (status == DynamicsStatus::ok && before > converged) status = evaluate_matrix(motion, t, gh, y);
    if (status != DynamicsStatus::ok) return {status, true};
    if (before <= converged) return {};
    if (!factor()) return {DynamicsStatus::not_finite, true};
    for (std::size_t i = 0; i < n_; ++i) correction_[i] = known_[i] + gh * slope_[i] - y[i];
    solve(correction_);
    double size = 0;
    std::ranges::copy(y, oscillating_iterates_.back().begin());
    for (std::size_t i = 0; i < n_; ++i) {
      y[i] += correction_[i];
      size = std::max(size, std::abs(correction_[i]) / (1 + std::abs(y[i])));
    }
    if (!std::isfinite(size)) return {DynamicsStatus::not_finite, true};
    const bool stands = size >= before / 2 && size < acceptable;
    before = stands ? 0 : size;
    if (iteration == most_iterations) return {DynamicsStatus::ok, size < acceptable};
  }
}

ImplicitSteps::Result ImplicitSteps::step(SystemMotion& motion, double t, double h, std::span<const double> y,
                                          std::span<double> y_new) {
  if (const DynamicsStatus status = motion.evaluate(t, y, first_, true); status != DynamicsStatus::ok)
    return {status, true};
  for (std::size_t i = 0; i < known_.size(); ++i) known_[i] = y[i] + g * h * first_[i];
  std::ranges::copy(y, y_new.begin());
  const Result first = solve_stage(motion, t + 2 * g * h, g * h, y_new);
  if (first.status != DynamicsStatus::ok) return first;
  std::ranges::copy(y_new, oscillating_iterates_[0].begin());
  std::swap(oscillating_iterates_[1], oscillating_iterates_[2]);
  for (std::size_t i = 0; i < known_.size(); ++i) known_[i] = y[i] + w * h * (first_[i] + slope_[i]);
  const Result second = solve_stage(motion, t + h, g * h, y_new);
  for (std::size_t i = n_; i < known_.size(); ++i) y_new[i] = known_[i] + g * h * slope_[i];
  return {second.status, first.converged && second.converged};
}

}  // namespace tangible
