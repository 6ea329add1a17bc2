// SPDX-License-Identifier: Apache-2.0
// SystemMotion: the rate of the state under the rows that hold now.
//
// The state is one vector y = q, u, own states z, books. Accelerations come from the p embedded equations of the
// independent speeds; all speeds advance with them, and after every step the dependent ones are set anew by
// Gillespie (5), so that what is integrated is a minimal ordinary differential equation whatever holds.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "dynamics/constrained_dynamics.h"
#include "program/evaluation.h"
#include "simulation/mode.h"

namespace tangible {

class SystemMotion {
 public:
  explicit SystemMotion(const System& system);

  const System& system() const { return *system_; }
  std::size_t size() const { return books_at() + system_->power.count; }  // of y
  std::size_t books_at() const { return system_->nq() + system_->nu() + system_->nz(); }
  std::span<double> speeds_of(std::span<double> y) const { return y.subspan(system_->nq(), system_->nu()); }

  // If set, called at every evaluation: inputs as functions of time and state. It must not allocate where the loop must
  // not.
  std::function<void(double t, std::span<const double> y, std::span<double> inputs)> drive;

  std::span<double> parameters() { return inputs_at(0, system_->parameters.size()); }
  std::span<double> discretes() { return inputs_at(system_->at_discrete(), system_->discretes.size()); }
  std::span<double> inputs() { return inputs_at(system_->at_input(), system_->inputs.size()); }
  const Mode& mode() const { return mode_; }
  void set_mode(const Mode& mode);

  // y' at a state; every call runs the motion program once.
  DynamicsStatus evaluate(double t, std::span<const double> y, std::span<double> y_rate);
  // The same without y': accelerations and forces at a state.
  DynamicsStatus evaluate(double t, std::span<const double> y);
  // Of the last evaluation.
  std::span<const double> accelerations() const { return accelerations_; }
  std::span<const double> forces() const { return forces_; }  // by row; zero where it does not hold
  std::span<const double> output(const Slots& slots) const {
    return program_.outputs().subspan(slots.first, slots.count);
  }
  // a.u + c of a row, its acceleration a.u' + remainder, and phi less its offset.
  double row_speed(std::size_t row) const;
  double row_acceleration(std::size_t row) const;
  double row_value(std::size_t row) const;
  double friction(std::size_t contact) const;

  // Dependent speeds by Gillespie (5).
  DynamicsStatus complete_speeds(double t, std::span<double> y);
  // Moves q to where all active configuration rows hold, q += W d with d M d minimal, then completes the speeds.
  struct Projection {
    DynamicsStatus status = DynamicsStatus::ok;
    int corrections = 0;
    double residual = 0;  // the largest |phi| that is left
  };
  Projection project(double t, std::span<double> y);
  // The same for coordinates alone.
  Projection restore(double t, std::span<double> y);
  // The speeds jump: M (u+ - u-) = load + impulses of the active rows, with a.u+ + c + target = 0 for each of them and
  // friction at sliding contacts. A load has nu entries, targets are by row; either may be empty. Impulses go to
  // forces().
  DynamicsStatus impose(double t, std::span<double> y, std::span<const double> load = {},
                        std::span<const double> targets = {});

  // The largest |phi| and |a.u + c| of active rows at the state of the last evaluation.
  double configuration_error() const;
  double motion_error() const;

 private:
  std::span<double> inputs_at(std::size_t at, std::size_t count) { return program_.inputs().subspan(at, count); }
  void run_program(double t, std::span<const double> y);
  DynamicsStatus embed();
  std::span<const LoadCoupling> friction_loads();
  DynamicsStatus solve();
  void add_power_of_rows(double& fed, double& dissipated) const;
  void project_speeds(std::span<double> u);
  void multiply_mass(std::span<const double> u);
  double built_in_error() const;
  void restore_built_in(std::span<double> q);

  const System* system_;
  Mode mode_;
  Evaluation program_;
  ConstrainedDynamics solver_;
  std::vector<int> held_;  // active rows
  std::vector<double> accelerations_, forces_, zeros_, right_, residuals_, correction_;
  std::vector<LoadCoupling> couplings_;
  std::vector<double> coupling_loads_;
  std::vector<double> small_;  // built-in coefficients and phi
};

}  // namespace tangible
