// SPDX-License-Identifier: Apache-2.0
// The simulated operator at a handle that moves in space: the arm of SimulatedOperator in all six freedoms, at the end
// of a device that is no table of shifts and turns. Intentions are displacements from the pose at the start.
//
// An arm with mass holds the handle by the pads of its fingers, a spring fifty times as stiff as the arm; one without
// mass holds it directly.
#pragma once

#include "haptics/simulated_operator.h"
#include "haptics/tracking_drive.h"

namespace tangible {

class OperatorArm {
 public:
  OperatorArm(OperatorOptions options, const Pose& start);

  // The wrench of the hand on the handle, at a time within the step that begins at `begin` of the last `advance`.
  Wrench wrench(double t, const Pose& handle, const Twist& velocity) const;
  // The arm moves on to `t`, with the handle where it is now.
  void advance(double t, const Pose& handle, const Twist& velocity);

 private:
  struct Freedom {
    double inertia = 0, damping = 0, stiffness = 0;
    double pad_stiffness = 0, pad_damping = 0;
    double position = 0, speed = 0;  // of the arm
  };
  double effort(std::size_t i, double t, double position, double speed) const;
  FreedomValues displacement(const Pose& handle) const;

  SimulatedOperator operator_;
  Pose start_;
  std::array<Freedom, 6> freedoms_;
  double time_ = 0;
  bool holding_ = false;
};

}  // namespace tangible
