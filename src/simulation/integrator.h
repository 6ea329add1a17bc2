// SPDX-License-Identifier: Apache-2.0
// Integrator: one step by the method of the run, and the interpolated motion within it.
#pragma once

#include <optional>
#include <span>

#include "simulation/dormand_prince.h"
#include "simulation/implicit_steps.h"
#include "simulation/options.h"
#include "simulation/quartic.h"
#include "simulation/runge_kutta.h"
#include "simulation/status.h"

namespace tangible {

class Integrator {
 public:
  Integrator(const System& system, const SimulationOptions& options, std::size_t size);

  bool is_adaptive() const { return method_ == Method::adaptive; }
  // Implicit steps need derivatives; without them the method takes explicit ones.
  bool is_implicit() const { return implicit_.has_value(); }
  bool is_explicit() const { return !is_adaptive() && !is_implicit(); }
  // Whether the motion within a step can be interpolated. Implicit steps have no slope at their end.
  bool interpolates() const { return method_ != Method::implicit; }

  // The slope at the start of steps, evaluated.
  DynamicsStatus begin(SystemMotion& motion, double t, std::span<const double> y) {
    return is_adaptive() ? adaptive_.begin(motion, t, y) : fixed_.begin(motion, t, y);
  }
  std::span<const double> first_slope() const { return is_adaptive() ? adaptive_.first_slope() : fixed_.first_slope(); }

  // y at t + h from y at t, where begin() was called (implicit steps call it); neither is projected.
  struct Result {
    SimulationStatus status = SimulationStatus::ok;
    bool converged = true;  // the iterations of an implicit step
    double error = 0;       // of an adaptive step: below 1 is within tolerance
  };
  Result step(SystemMotion& motion, double t, double h, std::span<const double> y, std::span<double> out);
  // After iterations that did not converge: iterates on both sides of a jump.
  std::span<const std::vector<double>> oscillating_iterates() const { return implicit_->oscillating_iterates(); }
  // Stages of an explicit step: see RungeKutta.
  const RungeKutta& explicit_stages() const { return fixed_; }
  DormandPrince& adaptive() { return adaptive_; }

  // The motion within the last step: for fixed steps a cubic or quartic, for adaptive ones dense output.
  void interpolate(double x, const QuarticInterpolant::Ends& ends, std::span<double> out) const {
    if (is_adaptive()) return adaptive_.interpolate(x / ends.h, out);
    quartic_.evaluate(x, ends, out);
  }
  QuarticInterpolant& quartic() { return quartic_; }
  bool has_quartic() const { return quartic_.has_quartic(); }

 private:
  Method method_;
  RungeKutta fixed_;
  QuarticInterpolant quartic_;
  DormandPrince adaptive_;
  std::optional<ImplicitSteps> implicit_;
};

}  // namespace tangible
