// SPDX-License-Identifier: Apache-2.0
// Vectors and matrices over the joints of a device that is a mechanism. Of bounded size: they take no memory.
#pragma once

#include <Eigen/Core>

namespace tangible {

inline constexpr int max_joints = 12;
using JointVector = Eigen::Matrix<double, Eigen::Dynamic, 1, 0, max_joints, 1>;
using JointMatrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, 0, max_joints, max_joints>;
using ArmJacobian = Eigen::Matrix<double, 6, Eigen::Dynamic, 0, 6, max_joints>;  // linear rows first
using Vector6 = Eigen::Matrix<double, 6, 1>;

}  // namespace tangible
