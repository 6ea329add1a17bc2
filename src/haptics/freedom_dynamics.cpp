// SPDX-License-Identifier: Apache-2.0
// The matrices of one freedom, by the exponential of the system extended by its inputs (van Loan).
#include "haptics/freedom_dynamics.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace tangible {
namespace {

using Extended = Eigen::Matrix<double, 9, 9>;  // five states; command, external effort, its slope, friction

// By its power series, after halving until the norm is below one half, and squaring as often.
Extended exponential(Extended a) {
  int halvings = 0;
  while (a.cwiseAbs().rowwise().sum().maxCoeff() > 0.5 && halvings < 60) {
    a *= 0.5;
    ++halvings;
  }
  Extended sum = Extended::Identity();
  Extended term = Extended::Identity();
  for (int n = 1; n <= 16; ++n) {
    term = term * a / n;
    sum += term;
  }
  for (int n = 0; n < halvings; ++n) sum = sum * sum;
  return sum;
}

}  // namespace

FreedomDynamics::FreedomDynamics(const FreedomProperties& p, const Arm& arm, double h)
    : max_friction_(p.friction), h_(h) {
  const bool rigid = p.tip_mass == 0;
  const double motor = rigid ? p.mass + arm.mass : p.mass;
  if (!(motor > 0)) throw std::invalid_argument("the simulated device has no mass in one of its freedoms; give it one");
  if (!rigid && !(p.structure_stiffness > 0))
    throw std::invalid_argument("the simulated device has a tip without a structural spring; give its stiffness");
  FreedomState friction_rate = FreedomState::Zero();
  rates_(0, 1) = 1;
  rates_(2, 3) = 1;
  rates_(1, 1) = -p.damping / motor;
  friction_rate(1) = 1 / motor;
  if (rigid) {  // the tip repeats the motor
    rates_(1, 0) -= arm.stiffness / motor;
    rates_(1, 1) -= arm.damping / motor;
    external_rate_(1) = 1 / motor;
    rates_.row(3) = rates_.row(1);
    external_rate_(3) = external_rate_(1);
    friction_rate(3) = friction_rate(1);
  } else {
    const double tip = p.tip_mass + arm.mass;
    Eigen::Matrix<double, 1, 5> structure;  // effort of the structure on the tip
    structure << p.structure_stiffness, p.structure_damping, -p.structure_stiffness, -p.structure_damping, 0;
    rates_.row(1) -= structure / motor;
    rates_.row(3) += structure / tip;
    rates_(3, 2) -= arm.stiffness / tip;
    rates_(3, 3) -= arm.damping / tip;
    external_rate_(3) = 1 / tip;
  }
  if (p.lag > 0) {
    rates_(4, 4) = -1 / p.lag;
    command_rate_(4) = 1 / p.lag;
    rates_(1, 4) = 1 / motor;
    if (rigid) rates_(3, 4) = 1 / motor;
  } else {
    command_rate_(1) = 1 / motor;
    if (rigid) command_rate_(3) = 1 / motor;
  }
  Extended a = Extended::Zero();
  a.topLeftCorner<5, 5>() = rates_;
  a.block<5, 1>(0, 5) = command_rate_;
  a.block<5, 1>(0, 6) = external_rate_;
  a(6, 7) = 1;
  a.block<5, 1>(0, 8) = friction_rate;
  const Extended e = exponential(a * h);
  step_ = e.topLeftCorner<5, 5>();
  command_ = e.block<5, 1>(0, 5);
  external_ = e.block<5, 1>(0, 6);
  slope_ = e.block<5, 1>(0, 7);
  friction_ = e.block<5, 1>(0, 8);
}

void FreedomDynamics::advance(FreedomState& state, const FreedomEfforts& f) const {
  const double slope = (f.external_end - f.external_start) / h_;
  FreedomState next = step_ * state + command_ * f.command + external_ * f.external_start + slope_ * slope;
  if (max_friction_ > 0) {
    const double effort = std::clamp(-next(1) / friction_(1), -max_friction_, max_friction_);
    next += friction_ * effort;
  }
  state = next;
}

double FreedomDynamics::tip_acceleration(const FreedomState& state, double command, double external) const {
  return rates_.row(3).dot(state) + command_rate_(3) * command + external_rate_(3) * external;
}

}  // namespace tangible
