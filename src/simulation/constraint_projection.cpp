// SPDX-License-Identifier: Apache-2.0
// Coordinates by Newton's method, speeds by least change in the measure of the mass matrix.
#include "simulation/constraint_projection.h"

#include <algorithm>
#include <cmath>

#include "simulation/motion.h"

namespace tangible {
namespace {

// A configuration row holds when its residual is below this, measured by the displacement that would remove it.
constexpr double residual_tolerance = 1e-14;
constexpr double small_error = 1e-8;
constexpr int max_corrections = 10;

}  // namespace

ConstraintProjection::ConstraintProjection(SystemMotion& motion)
    : motion_(motion),
      no_forcing_(motion.system().nu()),
      residuals_(motion.system().rows.size()),
      momentum_(motion.system().nu()),
      correction_(motion.system().nu()),
      built_in_(motion.system().built_in_configuration.count),
      built_in_correction_(motion.system().built_in_configuration.count) {}

DynamicsStatus ConstraintProjection::complete_speeds(double t, std::span<double> y) {
  if (motion_.rows().active().empty()) return DynamicsStatus::ok;
  motion_.evaluate_rows(t, y);
  const DynamicsStatus status = motion_.embed();
  motion_.embedding().complete_speeds(motion_.speeds_of(y));
  return status;
}

// Newton's method; each correction d minimises d.M d / 2 under A d + phi = 0. Motion rows do not restrict the
// correction. Errors of a step are so small that the embedding of its last stage serves the first correction as well.
ConstraintProjection::Result ConstraintProjection::project_coordinates(double t, std::span<double> y) {
  Result result;
  if (!motion_.can_drift()) return result;
  const System& system = motion_.system();
  const ActiveRows& rows = motion_.rows();
  double before = INFINITY;
  for (;; ++result.corrections) {
    motion_.evaluate_rows(t, y);
    if (built_in_error() > residual_tolerance) {
      if (!project_built_in(y.first(system.nq()))) return result.status = DynamicsStatus::not_finite, result;
      motion_.evaluate_rows(t, y);
    }
    result.residual = rows.configuration_error();
    const double away = result.away = rows.displacement_error();
    const bool as_before =
        result.corrections == 0 && motion_.has_embedding() && away > residual_tolerance && away < small_error;
    if (!as_before) result.status = motion_.embed();
    if (!(away > residual_tolerance) || result.corrections == max_corrections || away > before / 2) break;
    if (!as_before) before = away;
    for (const int row : rows.active()) {
      const auto i = static_cast<std::size_t>(row);
      residuals_[i] = system.rows[i].configuration ? rows.value(i) : 0;
    }
    result.status = motion_.embedding().solve(no_forcing_, residuals_, correction_);
    correct_coordinates(y.first(system.nq()));
  }
  return result;
}

void ConstraintProjection::correct_coordinates(std::span<double> q) {
  const std::size_t nu = motion_.system().nu();
  const std::span<const double> W = motion_.output(motion_.system().W);
  for (std::size_t i = 0; i < q.size(); ++i)
    for (std::size_t r = 0; r < nu; ++r) q[i] += W[i * nu + r] * correction_[r];
}

ConstraintProjection::Result ConstraintProjection::project(double t, std::span<double> y) {
  Result result = project_coordinates(t, y);
  if (motion_.rows().active().empty()) return result;
  const std::span<double> u = motion_.speeds_of(y);
  const double* mass = motion_.output(motion_.system().mass).data();
  const int n = static_cast<int>(motion_.system().nu());
  const bool energy_is_kinetic = motion_.rows().restrict_speeds_only();
  const double before = energy_is_kinetic ? kinetic_energy(mass, u.data(), n) : 0;
  project_speeds(u);
  result.gained = energy_is_kinetic ? kinetic_energy(mass, u.data(), n) - before : 0;
  return result;
}

// The nearest speeds, in the measure of the mass matrix, that satisfy the rows: (T^T M T) w = T^T M (u - u_p). To carry
// over the independent speeds alone would magnify the errors of steps where these are a poor choice.
void ConstraintProjection::project_speeds(std::span<double> u) {
  const std::size_t nu = motion_.system().nu();
  const double* mass = motion_.output(motion_.system().mass).data();
  for (std::size_t r = 0; r < nu; ++r) {
    double sum = 0;
    for (std::size_t s = 0; s < nu; ++s) sum += mass[r * nu + s] * u[s];
    momentum_[r] = sum;
  }
  if (motion_.embedding().solve(momentum_, motion_.rows().constants(), correction_) == DynamicsStatus::ok)
    std::ranges::copy(correction_, u.begin());
  motion_.embedding().complete_speeds(u);  // exactly
}

double ConstraintProjection::built_in_error() const {
  double worst = 0;
  for (const double phi : motion_.output(motion_.system().built_in_configuration))
    worst = std::max(worst, std::abs(phi));
  return worst;
}

// q += directions d with coefficients d + phi = 0: one Newton correction, along the motions that the speeds leave out.
// For Euler parameters it is their normalisation. False if there is none.
bool ConstraintProjection::project_built_in(std::span<double> q) {
  const System& system = motion_.system();
  const std::size_t n = system.built_in_configuration.count;
  const std::span<const double> coefficients = motion_.output(system.built_in_coefficients);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) built_in_.column(j)[i] = coefficients[i * n + j];
    built_in_correction_[i] = -motion_.output(system.built_in_configuration)[i];
  }
  if (!built_in_.factor()) return false;
  built_in_.solve(built_in_correction_);
  const std::span<const double> directions = motion_.output(system.built_in_directions);
  for (std::size_t i = 0; i < q.size(); ++i)
    for (std::size_t j = 0; j < n; ++j) q[i] += directions[i * n + j] * built_in_correction_[j];
  return true;
}

}  // namespace tangible
