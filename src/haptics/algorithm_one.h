// SPDX-License-Identifier: Apache-2.0
// Algorithm 1 of Faulring et al.: constrained accelerations, integrated in the parameters z of the configurations that
// the holonomic constraints leave.
//
// as_printed: lines 4 to 14, with pseudo-inverses in lines 10 and 14 (erratum 9). The speeds are those of psi, so that
// non-holonomic constraints drift (erratum 14), and the reference of a tick is compared with a device measured one tick
// before (erratum 15).
// corrected: after line 11 the speeds are projected on the constraints, nearest in the measure of the mass matrix, and
// reference() is that of the instant at which the device was measured.
#pragma once

#include <cstdint>

#include "engine/simulation.h"
#include "haptics/task_feedback.h"
#include "simulation/task_numbers.h"

namespace tangible {

enum class AlgorithmForm : std::uint8_t { as_printed, corrected };

class AlgorithmOne {
 public:
  // The simulation lends its equations, in the mode in which it is; it does not move. Throws BadInput without psi.
  AlgorithmOne(Simulation& run, AlgorithmForm form, double tick);

  // At rest at z.
  TaskStatus begin(std::span<const double> z);
  // From t to t + tick, with the force of the hand that was measured at t.
  TaskStatus tick(double t, std::span<const double> force);

  // The reference that the feedback compares with the device measured at the tick's beginning; the acceleration is the
  // feedforward.
  const TaskMotion& reference() const { return form_ == AlgorithmForm::as_printed ? now_ : before_; }
  // At the end of the last tick.
  const TaskMotion& motion() const { return now_; }
  std::span<const double> z() const { return z_; }
  std::span<const double> z_rate() const { return z_rate_; }
  std::span<const double> z_acceleration() const { return z_acceleration_; }
  std::span<const double> accelerations() const { return u_rate_; }
  // Inputs of the motion program at the end of the last tick: coordinates and speeds.
  std::span<const double> motion_inputs() const { return run_.loop().motion().arguments(); }
  // The largest |a.u + c| and |phi| of the constraints that hold.
  double motion_error() const { return run_.loop().motion().rows().motion_error(); }
  double configuration_error() const { return run_.loop().motion().rows().configuration_error(); }

 private:
  TaskStatus place_reference(double t);
  TaskStatus project(double t);

  Simulation& run_;
  TaskNumbers task_;
  AlgorithmForm form_;
  double tick_;
  std::vector<double> y_;  // state of the motion
  std::vector<double> z_, z_rate_, z_acceleration_, u_rate_, forcing_;
  TaskMotion now_, before_;
};

}  // namespace tangible
