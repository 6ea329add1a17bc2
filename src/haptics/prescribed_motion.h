// SPDX-License-Identifier: Apache-2.0
// A motion that is known beforehand: the intention of a script, or the poses of a recording. Displacements are relative
// to its beginning; a caller that guides a handle by it adds the handle's own start.
#pragma once

#include "haptics/handle_drive.h"
#include "haptics/recorded_device.h"
#include "haptics/simulated_operator.h"

namespace tangible {

// The intention of the operator, tremor included, as the simulated device would follow it: shifts, then gimbal angles.
// Minimum-jerk motions between waypoints are polynomials of degree five; a drive that leads from one instant to another
// between waypoints reproduces them exactly.
class IntendedMotion {
 public:
  explicit IntendedMotion(const OperatorOptions& intention) : operator_(intention) {}
  HandleMotion at(double t) const;
  // When the last waypoint is reached.
  double duration() const;

 private:
  SimulatedOperator operator_;
};

// The valid samples of a recording, positions joined by a cubic spline without curvature at its ends; attitudes have
// the angular velocities of central differences. Beyond its ends the motion rests.
class RecordedMotion {
 public:
  // Throws std::runtime_error if fewer than two samples are valid.
  explicit RecordedMotion(const DeviceRecord& record);
  HandleMotion at(double t) const;
  double duration() const { return times_.back() - times_.front(); }

 private:
  HandleMotion inside(std::size_t k, double t) const;

  std::vector<double> times_;
  std::vector<Pose> poses_;
  std::vector<Vec3> curvature_;  // second rates of the positions
  std::vector<Vec3> turning_;    // angular velocities
};

// The same for a handle that begins at `start`.
HandleMotion placed(const HandleMotion& motion, const HandleMotion& beginning, const Pose& start);

}  // namespace tangible
