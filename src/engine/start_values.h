// SPDX-License-Identifier: Apache-2.0
// The start of the motion as given in the model file.
#pragma once

#include <string>

#include "equations/equations.h"
#include "simulation/system.h"

namespace tangible {

// Speeds are given by themselves, or through rates of coordinates: u = Y q' + Z, Gillespie (1), with rates that are not
// mentioned taken as zero. Quantities of `out` have their names already.
void set_start(const Mechanism& mechanism, const Equations& equations, System& out);

// What to do if a row that is built into the speeds cannot be made to hold at the start; one line.
std::string explain_built_in(const System& system, std::size_t row);

}  // namespace tangible
