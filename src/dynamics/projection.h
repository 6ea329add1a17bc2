// SPDX-License-Identifier: Apache-2.0
// Back onto the configuration constraints: q += W d with d^T M d minimal, Newton's method, iterations capped.
//
// Integrating rates lets configuration constraints drift; the motion rows themselves do not see it. Each iteration
// takes the smallest motion, measured by the mass matrix, that removes the errors to first order and violates no motion
// row. Speeds are then projected by ConstrainedDynamics::impose, which reports the energy that it cost.
#pragma once

#include <span>

#include "dynamics/constrained_dynamics.h"
#include "dynamics/function_ref.h"

namespace tangible {

// Values that the caller evaluates at a configuration; the arrays stay until the next evaluation.
struct ConfigurationPoint {
  std::span<const double> mass;    // nu x nu
  std::span<const double> rows;    // m x nu, as declared
  std::span<const double> errors;  // m: value of every configuration constraint; zero for motion rows
};

struct ConfigurationModel {
  FunctionRef<ConfigurationPoint(std::span<const double> q)> evaluate;
  // q += W d, and whatever keeps q regular (Euler parameters normalised).
  FunctionRef<void(std::span<double> q, std::span<const double> d)> displace;
};

struct ProjectionLimits {
  double tolerance = 1e-14;  // on every active error, in its own unit
  double rounding = 1e-9;    // below it, an error that no longer halves is rounding
  double trusted = 0;  // after a step from an error below it the result is not evaluated again (Newton squares it)
  int max_iterations = 8;
  int max_halvings = 6;  // of a step that makes things worse
};

struct ProjectionReport {
  enum class Outcome { converged, not_converged, no_step };
  Outcome outcome = Outcome::converged;
  DynamicsStatus status = DynamicsStatus::ok;  // of the last step
  int iterations = 0;
  double error_before = 0;  // largest of the active errors
  double error_after = 0;   // as last evaluated
  double moved = 0;         // sum of d^T M d / 2: how far, in the measure that is minimised
};

// The active rows are those of `dynamics`, which is left embedded at the last configuration a step was taken from.
// d: scratch of nu numbers; the last displacement.
[[nodiscard]] ProjectionReport project_configuration(ConstrainedDynamics& dynamics, const ConfigurationModel& model,
                                                     std::span<double> q, std::span<double> d,
                                                     const ProjectionLimits& limits = {});

}  // namespace tangible
