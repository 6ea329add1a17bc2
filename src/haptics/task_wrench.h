// SPDX-License-Identifier: Apache-2.0
// The wrench at a handle that does the work of a force conjugate to task coordinates.
//
// A force conjugate to Euler angles is no torque (erratum 11 on Faulring et al.). The wrench w is the one of smallest
// norm along the directions of the handle with w . (v, w)_r = f . d x/d u_r for every speed: both have the same power
// whatever the motion.
#pragma once

#include <span>
#include <vector>

#include "dynamics/pivoted_qr.h"
#include "simulation/port.h"
#include "simulation/task_numbers.h"

namespace tangible {

class TaskWrench {
 public:
  explicit TaskWrench(std::size_t speeds) : partials_(6 * speeds), forces_(speeds), qr_(6, speeds) {}

  // Both at the same state. False if no wrench at the handle does this work; `out` is then the nearest.
  bool find(const TaskNumbers& task, const Port& port, std::span<const double> force, Wrench& out);

 private:
  std::vector<double> partials_;  // 6 x nu, along the directions of the handle
  std::vector<double> forces_;    // by speed
  PivotedQr qr_;
};

}  // namespace tangible
