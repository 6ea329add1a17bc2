// SPDX-License-Identifier: Apache-2.0
// Back onto the rows that hold: dependent speeds, coordinates, what is built into the speeds.
#include <algorithm>
#include <cmath>

#include "simulation/motion.h"

namespace tangible {
namespace {

// A configuration row holds when its residual is below this, measured by the displacement that would remove it.
constexpr double closed = 1e-14;
constexpr double flattest = 1e6;  // displacement per unit of phi
constexpr double small_error = 1e-8;
constexpr int most_corrections = 10;

}  // namespace

DynamicsStatus SystemMotion::complete_speeds(double t, std::span<double> y) {
  if (held_.empty()) return DynamicsStatus::ok;
  run_program(t, y);
  const DynamicsStatus status = embed();
  solver_.complete_speeds(speeds_of(y));
  return status;
}

// Newton's method; each correction d minimises d M d / 2 under A d + phi = 0. SystemMotion rows forbid no correction.
// Errors of a step are so small that the embedding of its last stage serves the first correction as well.
SystemMotion::Projection SystemMotion::restore(double t, std::span<double> y) {
  Projection result;
  if (held_.empty() && system_->built_in_configuration.count == 0) return result;
  const std::size_t nu = system_->nu();
  double before = INFINITY;
  for (;; ++result.corrections) {
    run_program(t, y);
    if (built_in_error() > closed) {
      restore_built_in(y.first(system_->nq()));
      run_program(t, y);
    }
    result.residual = configuration_error();
    const double away = displacement_error();
    const bool as_before = result.corrections == 0 && has_embedding_ && away > closed && away < small_error;
    if (!as_before) result.status = embed();
    if (!(away > closed) || result.corrections == most_corrections || away > before / 2) break;
    if (!as_before) before = away;
    for (const int row : held_) {
      const auto i = static_cast<std::size_t>(row);
      residuals_[i] = system_->rows[i].configuration ? row_value(i) : 0;
    }
    result.status = solver_.solve(std::span(zeros_).first(nu), residuals_, correction_);
    const std::span<const double> W = output(system_->W);
    for (std::size_t i = 0; i < system_->nq(); ++i)
      for (std::size_t r = 0; r < nu; ++r) y[i] += W[i * nu + r] * correction_[r];
  }
  return result;
}

SystemMotion::Projection SystemMotion::project(double t, std::span<double> y) {
  Projection result = restore(t, y);
  if (held_.empty()) return result;
  const std::span<double> u = speeds_of(y);
  const double* mass = output(system_->mass).data();
  const int n = static_cast<int>(system_->nu());
  const bool tells = moves_speeds_only();
  const double before = tells ? kinetic_energy(mass, u.data(), n) : 0;
  project_speeds(u);
  result.gained = tells ? kinetic_energy(mass, u.data(), n) - before : 0;
  return result;
}

// The nearest speeds, in the measure of the mass matrix, that satisfy the rows: (T^T M T) w = T^T M (u - u_p). To carry
// over the independent speeds alone would magnify the errors of steps where these are a poor choice.
void SystemMotion::project_speeds(std::span<double> u) {
  multiply_mass(u);
  if (solver_.solve(right_, constants(), correction_) == DynamicsStatus::ok) std::ranges::copy(correction_, u.begin());
  solver_.complete_speeds(u);  // exactly
}

// right_ = M u at the configuration of the last evaluation.
void SystemMotion::multiply_mass(std::span<const double> u) {
  const std::size_t nu = system_->nu();
  const double* mass = output(system_->mass).data();
  for (std::size_t r = 0; r < nu; ++r) {
    right_[r] = 0;
    for (std::size_t s = 0; s < nu; ++s) right_[r] += mass[r * nu + s] * u[s];
  }
}

double SystemMotion::built_in_error() const {
  double worst = 0;
  for (const double phi : output(system_->built_in_configuration)) worst = std::max(worst, std::abs(phi));
  return worst;
}

// q += ways d with coefficients d + phi = 0: one Newton correction, along the motions that the speeds leave out. For
// Euler parameters it is their normalisation. Elimination without pivoting: the rows hardly know of each other.
void SystemMotion::restore_built_in(std::span<double> q) {
  const std::size_t n = system_->built_in_configuration.count;
  const std::span<double> c = std::span(small_).first(n * n), d = std::span(small_).subspan(n * n, n);
  std::ranges::copy(output(system_->built_in_coefficients), c.begin());
  for (std::size_t i = 0; i < n; ++i) d[i] = -output(system_->built_in_configuration)[i];
  for (std::size_t k = 0; k < n; ++k)
    for (std::size_t i = k + 1; i < n; ++i) {
      const double factor = c[i * n + k] / c[k * n + k];
      for (std::size_t j = k; j < n; ++j) c[i * n + j] -= factor * c[k * n + j];
      d[i] -= factor * d[k];
    }
  for (std::size_t k = n; k-- > 0;) {
    for (std::size_t j = k + 1; j < n; ++j) d[k] -= c[k * n + j] * d[j];
    d[k] /= c[k * n + k];
  }
  const std::span<const double> ways = output(system_->built_in_ways);
  for (std::size_t i = 0; i < q.size(); ++i)
    for (std::size_t j = 0; j < n; ++j) q[i] += ways[i * n + j] * d[j];
}

double SystemMotion::configuration_error() const {
  double worst = 0;
  for (const int row : held_) {
    const auto i = static_cast<std::size_t>(row);
    if (system_->rows[i].configuration) worst = std::max(worst, std::abs(row_value(i)));
  }
  return worst;
}

// How far, in m or rad, rows are from where they hold: |p|^2 = r^2 says little about p if r is a micrometre. Rows that
// are steeper than their speeds are taken as they are.
double SystemMotion::displacement_error() const {
  double worst = 0;
  for (const int row : held_) {
    const auto i = static_cast<std::size_t>(row);
    if (system_->rows[i].configuration) worst = std::max(worst, std::abs(row_value(i)) * flatness_[i]);
  }
  return worst;
}

// Flatness is taken at the first state of a mode; what matters is its order of magnitude.
void SystemMotion::measure_rows() {
  const std::size_t nu = system_->nu();
  for (const int row : held_) {
    const double* a = output(system_->coefficients).data() + static_cast<std::size_t>(row) * nu;
    double steepest = 0;
    for (std::size_t r = 0; r < nu; ++r) steepest = std::max(steepest, std::abs(a[r]));
    flatness_[static_cast<std::size_t>(row)] = steepest > 0 ? std::clamp(1 / steepest, 1.0, flattest) : 1;
  }
  is_measured_ = true;
}

double SystemMotion::motion_error() const {
  double worst = 0;
  for (const int row : held_) worst = std::max(worst, std::abs(row_speed(static_cast<std::size_t>(row))));
  return worst;
}

}  // namespace tangible
