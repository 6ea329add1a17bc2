// SPDX-License-Identifier: Apache-2.0
// Where the handle of an arm is, how it moves with the joints, and which joints bring it to a pose. Works beside a
// running simulation of the arm, at configurations of its own.
#pragma once

#include <vector>

#include "engine/model.h"
#include "haptics/device.h"
#include "haptics/joint_space.h"

namespace tangible {

class ArmKinematics {
 public:
  // `mask`: the freedoms of the handle that a pose is about. Throws BadInput if the handle does not exist.
  ArmKinematics(const Model& model, const std::string& handle, Freedoms mask);

  void place(const JointVector& q);
  // Of the last configuration.
  const Pose& pose() const { return port_.pose(); }
  const ArmJacobian& jacobian() const { return jacobian_; }

  // Moves q to where the handle has this pose, by Newton's method with damped least squares, which stays bounded where
  // the arm is singular. Returns the distance that is left, with a radian counted as ten centimetres.
  double approach(const Pose& target, JointVector& q);

 private:
  static constexpr double lever = 0.1;  // m per radian
  Vector6 error_to(const Pose& target) const;

  Freedoms mask_;
  std::vector<double> inputs_;
  std::size_t at_q_;
  Port port_;
  bool is_placed_ = false;
  std::vector<double> rest_;  // speeds of zero
  ArmJacobian jacobian_;
};

}  // namespace tangible
