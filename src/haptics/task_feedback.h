// SPDX-License-Identifier: Apache-2.0
// Feedforward and PID feedback in task coordinates, Faulring (17) and (18): the force that makes a device of known
// mass follow a reference while a hand pushes on it.
//   x'' = x_r'' + Kp e + Ki sum of e T + Kd e',  e = x_r - x        Fc = m x'' - f
#pragma once

#include <span>
#include <vector>

namespace tangible {

struct TaskGains {
  double proportional = 2500;  // 1/s^2
  double integral = 10000;     // 1/s^3
  double derivative = 100;     // 1/s
};

// Place, velocity and acceleration in task coordinates.
struct TaskMotion {
  std::vector<double> x, v, a;
  explicit TaskMotion(std::size_t n = 0) : x(n), v(n), a(n) {}
};

class TaskFeedback {
 public:
  TaskFeedback(std::size_t n, const TaskGains& gains, double tick)
      : gains_(gains), integral_(n), command_(n), tick_(tick) {}

  // The commanded force for the next tick.
  std::span<const double> command(const TaskMotion& reference, std::span<const double> x, std::span<const double> v,
                                  std::span<const double> hand, std::span<const double> masses) {
    for (std::size_t i = 0; i < command_.size(); ++i) {
      const double e = reference.x[i] - x[i];
      integral_[i] += e * tick_;
      const double a = reference.a[i] + gains_.proportional * e + gains_.integral * integral_[i] +
                       gains_.derivative * (reference.v[i] - v[i]);
      command_[i] = masses[i] * a - hand[i];
    }
    return command_;
  }

 private:
  TaskGains gains_;
  std::vector<double> integral_, command_;
  double tick_;
};

}  // namespace tangible
