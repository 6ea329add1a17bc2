// SPDX-License-Identifier: Apache-2.0
// JumpCheck: what a jump of forces or of a constraint does to the motion that has just crossed it.
//
// Three things can happen where a switching function passes through zero. Mostly the motion goes on beyond it. The left
// side of a configuration row may jump there, which no motion can follow. Or the forces on both sides lead back to it,
// and nothing will ever leave it (Filippov's sliding motion).
#pragma once

#include <vector>

#include "simulation/root_functions.h"

namespace tangible {

class JumpCheck {
 public:
  JumpCheck(MechanismState& state, RootFunctions& roots);

  // Notes the switching functions that the motion has crossed in the step that ends here. False if there is none.
  bool note_crossed(std::span<const double> before, std::span<const double> after);
  // Before events of this instant are resolved: the configuration row whose left side has jumped, or the gap that has a
  // corner while its contact holds; absent if there is none.
  std::size_t find_jumped_row();
  // After them: the switching function that holds the motion; absent if there is none.
  std::size_t find_holding();

 private:
  bool evaluate_ahead();
  bool evaluate_further_ahead();

  MechanismState& state_;
  RootFunctions& roots_;
  std::vector<double> slope_, y_ahead_, here_, ahead_;
  std::vector<int> crossed_;  // of each switching function: whether it was crossed, and in which direction
};

}  // namespace tangible
