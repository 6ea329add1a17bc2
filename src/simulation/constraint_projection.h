// SPDX-License-Identifier: Apache-2.0
// ConstraintProjection: back to a state that satisfies the active rows, and the configuration built into the speeds.
#pragma once

#include <span>
#include <vector>

#include "dynamics/constrained_dynamics.h"
#include "simulation/lu_solver.h"

namespace tangible {

class SystemMotion;

class ConstraintProjection {
 public:
  explicit ConstraintProjection(SystemMotion& motion);

  struct Result {
    DynamicsStatus status = DynamicsStatus::ok;
    int corrections = 0;
    double residual = 0;  // the largest |phi| that is left
    double gained = 0;    // kinetic energy, if the rows restrict speeds only
    double away = 0;      // the displacement, m or rad, that would remove the residual
  };
  // Moves q to where all active configuration rows hold, q += W d with d.M d minimal, then u to the nearest speeds.
  Result project(double t, std::span<double> y);
  // The same for coordinates alone.
  Result project_coordinates(double t, std::span<double> y);
  // Dependent speeds by Gillespie (5).
  DynamicsStatus complete_speeds(double t, std::span<double> y);

 private:
  void correct_coordinates(std::span<double> q);
  void project_speeds(std::span<double> u);
  double built_in_error() const;
  bool project_built_in(std::span<double> q);

  SystemMotion& motion_;
  std::vector<double> no_forcing_, residuals_, momentum_, correction_;
  LuSolver built_in_;  // coefficients of the built-in configuration
  std::vector<double> built_in_correction_;
};

}  // namespace tangible
