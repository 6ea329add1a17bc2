// SPDX-License-Identifier: Apache-2.0
// Watch: energies, outputs, conditions and triggers at a state whose motion has just been evaluated.
#pragma once

#include <span>

#include "program/evaluation.h"
#include "simulation/motion.h"

namespace tangible {

class Watch {
 public:
  explicit Watch(const System& system) : system_(&system), program_(system.watch) { program_.run(); }

  // Accelerations and forces are those of the motion's last evaluation, which must have been at this state.
  void evaluate(double t, std::span<const double> y, SystemMotion& motion);
  double operator[](std::size_t output) const { return program_.outputs()[output]; }
  double kinetic() const { return program_.outputs()[system_->kinetic]; }
  double potential() const { return program_.outputs()[system_->potential]; }

 private:
  const System* system_;
  Evaluation program_;
};

}  // namespace tangible
