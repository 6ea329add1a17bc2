// SPDX-License-Identifier: Apache-2.0
// The watch program: energies, outputs, conditions, triggers and actions of events.
#pragma once

#include "engine/dry_friction.h"

namespace tangible {

// The inputs that both programs share, in the order of System.
std::vector<LowerInput> simulation_inputs(const Mechanism& m, const Equations& equations, Stage input_stage);

// And those of the watch program: accelerations, forces of rows, signs of dry friction and forces of ports as well.
std::vector<LowerInput> watch_inputs(const Mechanism& m, const Equations& equations, const System& system);

// The outputs of the motion program that the watch program uses.
struct MotionExpressions {
  std::vector<Expr> list;  // kinks and jumps in them are watched
  const DryFrictions& frictions;
};
// Fills in what of the system belongs to the watch program.
void lower_watch(const Mechanism& m, const Equations& equations, const MotionExpressions& motion, System& out);

}  // namespace tangible
