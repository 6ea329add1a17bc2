// SPDX-License-Identifier: Apache-2.0
// Watch: energies, outputs, conditions and triggers at a state whose motion has just been evaluated.
#pragma once

#include <optional>
#include <span>

#include "program/evaluation.h"
#include "simulation/motion.h"

namespace tangible {

// Gives a program with the inputs of the watch program a state, and the results of the motion's last evaluation there.
// Returns the stage from which it has to run; none: it has been given the same before. Values that can be written
// between steps are compared if they may have changed since `known`; accelerations and forces may be left as they are.
// The sign of dry friction that sticks is the share of its limit that acts; where row forces are separate it is zero,
// as the row has the force.
enum class WatchInputs : std::uint8_t { state, state_and_forces, forces_apart };
std::optional<Stage> write_inputs(double t, std::span<const double> y, const SystemMotion& motion, std::span<double> in,
                                  SystemMotion::InputRevision& known,
                                  WatchInputs given = WatchInputs::state_and_forces);

class Watch {
 public:
  explicit Watch(const System& system) : system_(&system), program_(system.watch) { program_.run(); }

  // Accelerations and forces are those of the motion's last evaluation, which must have been at this state; if they are
  // not given, outputs that need them are wrong until they are.
  void evaluate(double t, std::span<const double> y, const SystemMotion& motion,
                WatchInputs given = WatchInputs::state_and_forces) {
    if (const std::optional<Stage> from = write_inputs(t, y, motion, program_.inputs(), known_, given))
      program_.run(*from);
  }
  double operator[](std::size_t output) const { return program_.outputs()[output]; }
  double kinetic() const { return program_.outputs()[system_->kinetic]; }
  double potential() const { return program_.outputs()[system_->potential]; }

 private:
  const System* system_;
  Evaluation program_;
  SystemMotion::InputRevision known_;
};

}  // namespace tangible
