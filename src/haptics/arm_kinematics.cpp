// SPDX-License-Identifier: Apache-2.0
// Forward and inverse kinematics from the port's program.
#include "haptics/arm_kinematics.h"

#include <Eigen/Cholesky>

#include <algorithm>

#include "haptics/tracking_drive.h"

namespace tangible {
namespace {

std::vector<double> inputs_at_start(const System& s) {
  std::vector<double> inputs(s.at_input() + s.inputs.size());
  std::ranges::copy(s.parameters, inputs.begin());
  std::ranges::copy(s.start_q, inputs.begin() + static_cast<std::ptrdiff_t>(s.at_q()));
  std::ranges::copy(s.start_z, inputs.begin() + static_cast<std::ptrdiff_t>(s.at_z()));
  std::ranges::copy(s.start_discretes, inputs.begin() + static_cast<std::ptrdiff_t>(s.at_discrete()));
  return inputs;
}

}  // namespace

ArmKinematics::ArmKinematics(const Model& model, const std::string& handle, Freedoms mask)
    : mask_(mask),
      inputs_(inputs_at_start(model.system())),
      at_q_(model.system().at_q()),
      port_(model.port(handle), model.system().nu()),
      rest_(model.system().nu(), 0.0),
      jacobian_(6, static_cast<Eigen::Index>(model.system().nu())) {}

void ArmKinematics::place(const JointVector& q) {
  std::copy(q.begin(), q.end(), inputs_.begin() + static_cast<std::ptrdiff_t>(at_q_));
  port_.evaluate(inputs_, 0, rest_, is_placed_ ? Stage::configuration : Stage::constant);
  is_placed_ = true;
  const auto partials = port_.partial_velocities();
  for (Eigen::Index i = 0; i < 6; ++i)
    for (Eigen::Index j = 0; j < jacobian_.cols(); ++j)
      jacobian_(i, j) = partials[static_cast<std::size_t>(i * jacobian_.cols() + j)];
}

Vector6 ArmKinematics::error_to(const Pose& target) const {
  const Twist way = pose_difference(target, port_.pose());
  Vector6 e;
  e << way.linear.x, way.linear.y, way.linear.z, lever * way.angular.x, lever * way.angular.y, lever * way.angular.z;
  for (Eigen::Index i = 0; i < 6; ++i)
    if (!mask_[static_cast<std::size_t>(i)]) e(i) = 0;
  return e;
}

double ArmKinematics::approach(const Pose& target, JointVector& q) {
  constexpr int most = 12;
  constexpr double near = 1e-11, damping = 1e-4, longest = 0.2;  // m; m per rad; rad
  const auto n = jacobian_.cols();
  double left = 0;
  for (int i = 0; i < most; ++i) {
    place(q);
    const Vector6 e = error_to(target);
    left = e.norm();
    if (left < near) break;
    ArmJacobian j = jacobian_;
    j.bottomRows<3>() *= lever;
    for (Eigen::Index row = 0; row < 6; ++row)
      if (!mask_[static_cast<std::size_t>(row)]) j.row(row).setZero();
    JointMatrix normal = j.transpose() * j;
    // Less damping the nearer it is: quadratic convergence where the arm is regular.
    for (Eigen::Index k = 0; k < n; ++k) normal(k, k) += damping * std::min(damping, left) + 1e-14;
    JointVector step = j.transpose() * e;
    step = normal.ldlt().solve(step);
    if (step.norm() > longest) step *= longest / step.norm();
    q += step;
  }
  place(q);
  return error_to(target).norm();
}

}  // namespace tangible
