// SPDX-License-Identifier: Apache-2.0
// Computed torques with limits.
#include "haptics/joint_servo.h"

#include <algorithm>
#include <cmath>

#include "dynamics/matrix_solvers.h"

namespace tangible {
namespace {

Eigen::Index joint_index(std::size_t n) { return static_cast<Eigen::Index>(n); }

void require_arm(bool holds, const Model& model, const std::string& what) {
  if (!holds) throw BadInput(model.description().path + ": error: the model cannot be a device: " + what);
}

}  // namespace

JointServo::JointServo(const Model& model, TrackingGains gains)
    : system_(&model.system()), gains_(gains), program_(system_->motion) {
  const System& s = *system_;
  require_arm(s.nu() > 0 && s.nu() <= max_joints, model, "it has no joints, or more than twelve");
  require_arm(s.nq() == s.nu(), model, "it has more or fewer speeds than coordinates");
  require_arm(s.rows.empty(), model, "it is constrained; an arm is an open chain");
  std::ranges::copy(s.parameters, program_.inputs().begin());
  const Eigen::Index n = joint_index(s.nu());
  mass_.resize(n, n);
  forces_ = integral_ = torques_ = JointVector::Zero(n);
  find_motors(model);
}

// The generalized force of one newton metre of each input, at the start and elsewhere: for motors at the joints both
// are the same.
void JointServo::find_motors(const Model& model) {
  const System& s = *system_;
  const Eigen::Index n = joint_index(s.nu());
  JointVector q(n), elsewhere(n), u = JointVector::Zero(n);
  for (Eigen::Index i = 0; i < n; ++i) q(i) = s.start_q[static_cast<std::size_t>(i)];
  for (Eigen::Index i = 0; i < n; ++i) elsewhere(i) = q(i) + 0.3 + 0.1 * static_cast<double>(i);
  evaluate(q, u);
  require_arm(speeds_are_rates(), model, "its speeds are not the rates of its coordinates; define them: `u1: q1'`");
  JointMatrix columns = JointMatrix::Zero(n, n);
  const auto force_of = [&](std::size_t input, const JointVector& at) {
    evaluate(at, u);
    const JointVector without = forces_;
    program_.inputs()[s.at_input() + input] = 1;
    evaluate(at, u);
    program_.inputs()[s.at_input() + input] = 0;
    return JointVector(forces_ - without);
  };
  for (std::size_t input = 0; input < s.inputs.size(); ++input) {
    const JointVector here = force_of(input, q), there = force_of(input, elsewhere);
    if ((here - there).norm() > 1e-9 * (1 + here.norm()) || here.norm() < 1e-12) continue;
    require_arm(joint_index(motor_inputs_.size()) < n, model, "it has more motors than joints");
    columns.col(joint_index(motor_inputs_.size())) = here;
    motor_inputs_.push_back(input);
    const auto& parameters = model.description().parameters;
    const auto limit = std::ranges::find(parameters, s.inputs[input].name + "_max", &ModelDescription::Quantity::name);
    limits_.push_back(limit == parameters.end() ? unlimited
                                                : s.parameters[static_cast<std::size_t>(limit - parameters.begin())]);
  }
  require_arm(joint_index(motor_inputs_.size()) == n, model,
              "every joint needs a motor; add `motor: tau, joint: link`");
  const FullyPivotedLu solver(columns);
  require_arm(solver.is_invertible(), model, "its motors do not move all joints");
  motors_ = solver.inverse();
}

// q' = W u with the unit matrix W.
bool JointServo::speeds_are_rates() const {
  const System& s = *system_;
  const std::size_t n = s.nu();
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j)
      if (std::abs(program_.outputs()[s.W[i * n + j]] - (i == j ? 1 : 0)) > 1e-12) return false;
  return true;
}

void JointServo::evaluate(const JointVector& q, const JointVector& u) {
  const System& s = *system_;
  std::copy(q.begin(), q.end(), program_.inputs().begin() + static_cast<std::ptrdiff_t>(s.at_q()));
  std::copy(u.begin(), u.end(), program_.inputs().begin() + static_cast<std::ptrdiff_t>(s.at_u()));
  program_.run(is_run_ ? Stage::configuration : Stage::constant);
  is_run_ = true;
  const auto out = program_.outputs();
  const Eigen::Index n = forces_.size();
  for (Eigen::Index i = 0; i < n; ++i) {
    forces_(i) = out[s.forcing[static_cast<std::size_t>(i)]];
    for (Eigen::Index j = 0; j < n; ++j) mass_(i, j) = out[s.mass[static_cast<std::size_t>(i * n + j)]];
  }
}

const JointVector& JointServo::limit(const JointVector& generalized) {
  torques_ = motors_ * generalized;
  bool at_limit = false;
  for (Eigen::Index i = 0; i < torques_.size(); ++i) {
    const double most = limits_[static_cast<std::size_t>(i)];
    largest_load_ = std::max(largest_load_, std::min(1.0, std::abs(torques_(i)) / most));
    at_limit = at_limit || std::abs(torques_(i)) > most;
    torques_(i) = std::clamp(torques_(i), -most, most);
  }
  if (at_limit) ++saturated_;
  return torques_;
}

const JointVector& JointServo::track(const JointReference& reference, const JointVector& q, const JointVector& u,
                                     const JointVector& external, double h) {
  evaluate(q, u);
  const JointVector e = reference.position - q;
  const JointVector sum = integral_ + h * e;
  const JointVector wanted = reference.acceleration + gains_.proportional * e + gains_.integral * sum +
                             gains_.derivative * (reference.speed - u);
  const JointVector generalized = mass_ * wanted - forces_ - external;
  const JointVector asked = motors_ * generalized;
  limit(generalized);
  // A joint whose motor is at its limit does not add up what is missing.
  for (Eigen::Index joint = 0; joint < e.size(); ++joint) {
    bool waits = false;
    for (Eigen::Index i = 0; i < e.size(); ++i) waits = waits || (motors_(i, joint) != 0 && torques_(i) != asked(i));
    if (!waits) integral_(joint) = sum(joint);
  }
  return torques_;
}

const JointVector& JointServo::push(const JointVector& q, const JointVector& forces) {
  evaluate(q, JointVector::Zero(q.size()));
  return limit(forces - forces_);
}

void JointServo::write(std::span<double> inputs) const {
  for (std::size_t i = 0; i < motor_inputs_.size(); ++i) inputs[motor_inputs_[i]] = torques_(joint_index(i));
}

}  // namespace tangible
