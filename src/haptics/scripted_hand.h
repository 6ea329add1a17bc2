// SPDX-License-Identifier: Apache-2.0
// The hand that a model file defines: forces conjugate to x as functions of time, position and velocity.
#pragma once

#include <span>

#include "simulation/task_numbers.h"

namespace tangible {

class ScriptedHand {
 public:
  // The program has a hand.
  explicit ScriptedHand(const TaskNumbers& task) : law_(task.program().hand), parameters_(task.system().parameters) {}

  void let_go() { holds_ = false; }
  bool holds() const { return holds_; }
  // The force on the device at x with the velocity v.
  void force(double t, std::span<const double> x, std::span<const double> v, std::span<double> out);

 private:
  Evaluation law_;
  std::span<const double> parameters_;
  bool holds_ = true;
};

}  // namespace tangible
