// SPDX-License-Identifier: Apache-2.0
// The reference of an admittance display by our own simulation: the measured force of the hand acts as a wrench on the
// handle, and Kane's equations with the constraints embedded move it.
#pragma once

#include "haptics/measured_wrench.h"
#include "haptics/simulation_plant.h"
#include "haptics/task_feedback.h"
#include "haptics/task_wrench.h"

namespace tangible {

class ConstrainedReference {
 public:
  // Takes the model's first handle. The simulation runs rk4 with the step `tick`. Throws BadInput if there is none.
  ConstrainedReference(Simulation& run, WrenchHold hold, double tick);

  // At rest at z, or, of a model without psi, where the simulation is.
  TaskStatus begin(std::span<const double> z);
  TaskStatus tick(double t, std::span<const double> force);

  // At the beginning of the last tick, with the acceleration under the measured force; and at its end.
  const TaskMotion& reference() const { return before_; }
  const TaskMotion& motion() const { return now_; }
  std::span<const double> z() const { return z_; }
  std::span<const double> motion_inputs() const { return run_.loop().motion().arguments(); }
  double motion_error() const { return run_.loop().motion().rows().motion_error(); }
  double configuration_error() const { return run_.loop().motion().rows().configuration_error(); }
  Simulation& simulation() { return run_; }

 private:
  void place();

  Simulation& run_;
  SimulationPlant plant_;
  Port& port_;
  MeasuredWrench measured_;
  TaskNumbers task_;
  TaskWrench wrench_;
  double tick_;
  std::vector<double> z_;
  TaskMotion now_, before_;
};

// The port of the model's first handle. Throws BadInput if there is none.
Port& port_of_first_handle(Simulation& run);

// Coordinates with psi(z) = phi(q), near those of the simulation.
TaskStatus coordinates_at(Simulation& run, TaskNumbers& task, std::span<const double> z, std::span<double> q);

}  // namespace tangible
