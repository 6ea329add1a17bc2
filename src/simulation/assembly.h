// SPDX-License-Identifier: Apache-2.0
// Assembly: a state that satisfies the constraints, near the one that was given.
//
// Coordinates and speeds that are held never change, given ones only when there is no other way; guesses and those that
// were not mentioned are moved.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "simulation/motion.h"

namespace tangible {

struct AssemblyReport {
  bool assembled = false;
  int corrections = 0;
  double residual = 0;                        // the largest |phi| that is left, also of what is built into the speeds
  double motion_residual = 0;                 // the largest |a.u + c|
  std::size_t worst = absent;                 // the row that was left with the largest of them, if it is not assembled
  bool moved_given = false;                   // values that were given had to be changed
  std::vector<std::size_t> moved_q, moved_u;  // indices
};

// Under the mode of the motion. Not for the loop: takes memory.
AssemblyReport assemble(SystemMotion& motion, double t, std::span<double> y);

// A row built into the speeds, such as e.e = 1, that the state last evaluated breaks: which of System::built_in_names.
std::size_t broken_built_in(const SystemMotion& motion);

}  // namespace tangible
