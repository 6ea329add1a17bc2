// SPDX-License-Identifier: Apache-2.0
// Newton's method with steps that are halved while they make things worse.
#include "dynamics/projection.h"

#include <cmath>

namespace tangible {
namespace {

double largest_error(const ConstrainedDynamics& dynamics, std::span<const double> errors) {
  double largest = 0;
  for (const int i : dynamics.active_rows()) {
    const double size = std::abs(errors[static_cast<std::size_t>(i)]);
    largest = size <= largest ? largest : size;  // takes a NaN too
  }
  return largest;
}

// d = T w - [0; A_dep^-1 errors] with (T^T M T) w = T^T M [0; A_dep^-1 errors].
bool find_step(ConstrainedDynamics& dynamics, const ConfigurationPoint& point, std::span<double> d,
               ProjectionReport& report) {
  const auto usable = [](DynamicsStatus status) {
    // Errors of rows that follow from others contradict each other until they vanish.
    return status == DynamicsStatus::ok || status == DynamicsStatus::inconsistent_rows ||
           status == DynamicsStatus::singular_configuration;
  };
  report.status = dynamics.embed(point.mass, point.rows, point.errors);
  if (!usable(report.status)) return false;
  report.status = dynamics.project(point.errors, d);
  if (!usable(report.status)) return false;
  report.status = DynamicsStatus::ok;
  report.moved += kinetic_energy(point.mass.data(), d.data(), dynamics.speeds());
  return true;
}

}  // namespace

ProjectionReport project_configuration(ConstrainedDynamics& dynamics, const ConfigurationModel& model,
                                       std::span<double> q, std::span<double> d, const ProjectionLimits& limits) {
  using Outcome = ProjectionReport::Outcome;
  ProjectionReport report;
  ConfigurationPoint point = model.evaluate(q);
  double error = report.error_before = report.error_after = largest_error(dynamics, point.errors);
  while (!(error <= limits.tolerance)) {
    if (report.iterations == limits.max_iterations || !std::isfinite(error)) {
      report.outcome = Outcome::not_converged;
      return report;
    }
    ++report.iterations;
    if (!find_step(dynamics, point, d, report)) {
      report.outcome = Outcome::no_step;
      return report;
    }
    model.displace(q, d);
    if (error < limits.trusted) return report;
    point = model.evaluate(q);
    double next = largest_error(dynamics, point.errors);
    // Nothing is gained by further steps at the level of rounding; far from it, half of the step may help.
    if (error <= limits.rounding && !(next < error / 2)) {
      report.error_after = next;
      return report;
    }
    for (int halving = 0; halving < limits.max_halvings && !(next < error); ++halving) {
      for (double& part : d) part *= halving == 0 ? -0.5 : 0.5;
      model.displace(q, d);
      point = model.evaluate(q);
      next = largest_error(dynamics, point.errors);
    }
    error = report.error_after = next;
  }
  return report;
}

}  // namespace tangible
