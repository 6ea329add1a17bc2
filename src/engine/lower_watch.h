// SPDX-License-Identifier: Apache-2.0
// The watch program: energies, outputs, conditions, triggers and actions of events.
#pragma once

#include "engine/system_expressions.h"

namespace tangible {

// The inputs that both programs share, in the order of System.
std::vector<LowerInput> simulation_inputs(const Mechanism& m, const Equations& equations, Stage input_stage);

// And those of the watch program: accelerations and forces of rows as well.
std::vector<LowerInput> watch_inputs(const Mechanism& m, const Equations& equations, const System& system);

// Fills in what of the system belongs to the watch program; `motion` are the expressions of the motion program, whose
// kinks and jumps are watched.
void lower_watch(const Mechanism& m, const Equations& equations, const InSpeeds& in_speeds,
                 const std::vector<Expr>& motion, System& out);

}  // namespace tangible
