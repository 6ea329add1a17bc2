// SPDX-License-Identifier: Apache-2.0
// One freedom of the simulated device as a linear system, advanced exactly: a motor with mass and damping behind an
// actuator with lag, a tip on a structural spring (or rigidly on the motor), and an arm that holds the tip.
#pragma once

#include <Eigen/Core>

namespace tangible {

struct FreedomProperties {
  double mass = 0.1;    // kg or kg m^2, of the motor's side (of all, if there is no tip)
  double damping = 0;   // N s/m or N m s/rad
  double friction = 0;  // N or N m, Coulomb, at the motor
  double tip_mass = 0;  // behind the structural spring; zero: the device is rigid
  double structure_stiffness = 0;
  double structure_damping = 0;
  double resolution = 0;  // m or rad, of the encoder at the motor; zero: exact
  double max_effort = 0;  // N or N m, of the actuator; zero: unlimited
  double lag = 0;         // s, time constant of the actuator
};

struct Arm {
  double mass = 0, damping = 0, stiffness = 0;
};

// Motor position and velocity, tip position and velocity, actuator's effort.
using FreedomState = Eigen::Matrix<double, 5, 1>;

// Efforts of one sub-step: the actuator's command is held, the external effort on the tip goes linearly from its value
// at the beginning to that at the end.
struct FreedomEfforts {
  double command = 0;
  double external_start = 0;
  double external_end = 0;
};

class FreedomDynamics {
 public:
  FreedomDynamics() = default;
  // `h` is the length of a sub-step. Throws std::invalid_argument if there is no mass, or a tip without a spring.
  FreedomDynamics(const FreedomProperties& properties, const Arm& arm, double h);

  // One sub-step. Coulomb friction is the constant effort within its bounds that brings the motor's speed at the end
  // nearest to zero; it never gives energy.
  void advance(FreedomState& state, const FreedomEfforts& efforts) const;
  // Acceleration of the tip.
  double tip_acceleration(const FreedomState& state, double command, double external) const;

 private:
  using Matrix5 = Eigen::Matrix<double, 5, 5>;
  Matrix5 rates_ = Matrix5::Zero();
  FreedomState command_rate_ = FreedomState::Zero(), external_rate_ = FreedomState::Zero();
  Matrix5 step_ = Matrix5::Zero();
  FreedomState command_ = FreedomState::Zero(), external_ = FreedomState::Zero(), slope_ = FreedomState::Zero(),
               friction_ = FreedomState::Zero();
  double max_friction_ = 0;
  double h_ = 0;
};

}  // namespace tangible
