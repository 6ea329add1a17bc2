// SPDX-License-Identifier: Apache-2.0
// The servo of an arm, joint by joint (Faulring et al., II-H and footnote 4), with the arm's own mass matrix:
//   tau = M_m(q) (q_r'' + K_p e + K_i int e dt + K_d e') - F(q, q') - J^T f,
// where F are the forces of gravity, friction and velocity, and f the hand's wrench. Every motor has its limit; an
// integral waits while its motor is at its limit.
#pragma once

#include <vector>

#include "engine/model.h"
#include "haptics/joint_space.h"
#include "haptics/tracking_drive.h"

namespace tangible {

struct JointReference {
  JointVector position, speed, acceleration;
};

class JointServo {
 public:
  // Motors are the inputs of the model that act on its joints; the parameter NAME_max is the limit of the input NAME.
  // Throws BadInput if the speeds are not the rates of the coordinates, if there is not one motor for each joint, or if
  // the arm is constrained.
  JointServo(const Model& model, TrackingGains gains);

  Eigen::Index joints() const { return motors_.rows(); }
  const std::vector<double>& limits() const { return limits_; }  // N m or N, by motor

  // Torques of the motors for the next `h` seconds. `external`: generalized forces of the hand.
  const JointVector& track(const JointReference& reference, const JointVector& q, const JointVector& u,
                           const JointVector& external, double h);
  // Torques that bear the weight and add these generalized forces.
  const JointVector& push(const JointVector& q, const JointVector& forces);
  void reset() { integral_.setZero(); }
  // Writes the motors' torques to where they belong among the inputs of the model.
  void write(std::span<double> inputs) const;

  long saturated() const { return saturated_; }          // evaluations in which a motor was at its limit
  double largest_load() const { return largest_load_; }  // of torque over limit

 private:
  void evaluate(const JointVector& q, const JointVector& u);
  const JointVector& limit(const JointVector& generalized);
  void find_motors(const Model& model);
  bool speeds_are_rates() const;

  const System* system_;
  TrackingGains gains_;
  Evaluation program_;
  bool is_run_ = false;
  std::vector<std::size_t> motor_inputs_;  // inputs of the model
  std::vector<double> limits_;
  JointMatrix motors_;  // generalized forces to torques
  JointMatrix mass_;
  JointVector forces_, integral_, torques_;
  long saturated_ = 0;
  double largest_load_ = 0;
};

}  // namespace tangible
