// SPDX-License-Identifier: Apache-2.0
// Dormand-Prince 8(5,3): the adaptive, error-controlled method.
//
// Reasons for our own: mechanisms are smooth between events, and wanted to 1e-10 and better, where order 8 needs far
// fewer evaluations than order 5 and a restart after an event costs nothing, which a multistep method (CVODE) would pay
// for in small steps. Dense output of order 7 gives results at requested times without touching the steps.
#pragma once

#include <span>
#include <vector>

#include "simulation/motion.h"

namespace tangible {

struct Tolerance {
  double relative = 1e-10;
  double absolute = 1e-12;  // of q, u and z alike, in SI units
};

class DormandPrince {
 public:
  explicit DormandPrince(std::size_t size);

  Tolerance tolerance;

  // The slope at the start of the next step; needed after every jump of the state or the equations.
  DynamicsStatus begin(SystemMotion& motion, double t, std::span<const double> y);
  std::span<const double> first_slope() const { return k_[0]; }
  // A step length for the first step: Hairer, Norsett, Wanner I, sec. II.4.
  double guess_step(std::span<const double> y) const;

  // y at t + h from y at t. Error: below 1 is within tolerance; books count for nothing in it.
  struct Trial {
    DynamicsStatus status = DynamicsStatus::ok;
    double error = 0;
  };
  Trial step(SystemMotion& motion, double t, double h, std::span<const double> y, std::span<double> y_new);
  // The step length that would have given an error of just 1, within a factor of 1/5 to 5.
  static double next_step(double h, double error);

  // After a step: prepares interpolation (four evaluations), then the state at t + theta h.
  DynamicsStatus prepare_dense(SystemMotion& motion, double t, double h, std::span<const double> y,
                               std::span<const double> y_new);
  void interpolate(double theta, std::span<double> out) const;

 private:
  void stage(int s, double h, std::span<const double> y, std::span<double> out) const;
  // Of the components from..to of the state.
  struct Part {
    std::size_t from, to;
  };
  double scaled_error(double h, std::span<const double> y, std::span<const double> y_new, Part part) const;

  std::size_t size_;
  std::vector<std::vector<double>> k_;      // slopes, extended
  std::vector<std::vector<double>> dense_;  // coefficients of the interpolating polynomial
  std::vector<double> between_, start_;
};

}  // namespace tangible
