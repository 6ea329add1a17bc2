// SPDX-License-Identifier: Apache-2.0
// An arm in space, freedom by freedom.
#include "haptics/operator_arm.h"

#include <utility>

namespace tangible {
namespace {

double of_freedom(const LinearAndRotary& pair, std::size_t i) { return i < 3 ? pair.linear : pair.rotary; }
FreedomValues values_of(const Twist& v) {
  return {v.linear.x, v.linear.y, v.linear.z, v.angular.x, v.angular.y, v.angular.z};
}

}  // namespace

OperatorArm::OperatorArm(OperatorOptions options, const Pose& start) : operator_(std::move(options)), start_(start) {
  const OperatorOptions& o = operator_.options();
  holding_ = operator_.holds(0);
  for (std::size_t i = 0; i < 6; ++i) {
    Freedom& f = freedoms_[i];
    f.inertia = of_freedom(o.inertia, i);
    f.damping = of_freedom(o.damping, i);
    f.stiffness = of_freedom(o.stiffness, i);
    f.pad_stiffness = 50 * f.stiffness;
    f.pad_damping = 1.4 * std::sqrt(f.pad_stiffness * f.inertia);
  }
}

FreedomValues OperatorArm::displacement(const Pose& handle) const { return values_of(pose_difference(handle, start_)); }

double OperatorArm::effort(std::size_t i, double t, double position, double speed) const {
  const Freedom& f = freedoms_[i];
  const int n = static_cast<int>(i);
  if (!holding_) return operator_.push(t, n);
  if (f.inertia > 0)  // through the pads; the arm continues at its speed
    return f.pad_stiffness * (f.position + f.speed * (t - time_) - position) + f.pad_damping * (f.speed - speed);
  return f.stiffness * (operator_.target(t, n) - position) - f.damping * speed + operator_.push(t, n);
}

Wrench OperatorArm::wrench(double t, const Pose& handle, const Twist& velocity) const {
  const FreedomValues x = displacement(handle), v = values_of(velocity);
  FreedomValues e{};
  for (std::size_t i = 0; i < 6; ++i) e[i] = effort(i, t, x[i], v[i]);
  return {{e[0], e[1], e[2]}, {e[3], e[4], e[5]}};
}

void OperatorArm::advance(double t, const Pose& handle, const Twist& velocity) {
  const FreedomValues x = displacement(handle), v = values_of(velocity);
  const bool holds = operator_.holds(t);
  const double h = t - time_;
  for (std::size_t i = 0; i < 6; ++i) {
    Freedom& f = freedoms_[i];
    if (!(f.inertia > 0)) continue;
    if (!holding_) {  // the arm waits at the handle until it takes hold
      f.position = x[i], f.speed = v[i];
      continue;
    }
    const int n = static_cast<int>(i);
    const double pad = f.pad_stiffness * (f.position - x[i]) + f.pad_damping * (f.speed - v[i]);
    const double force = f.stiffness * (operator_.target(t, n) - f.position) + operator_.push(t, n) - pad;
    f.speed = (f.speed + h * force / f.inertia) / (1 + h * f.damping / f.inertia);
    f.position += h * f.speed;
  }
  holding_ = holds;
  time_ = t;
}

}  // namespace tangible
