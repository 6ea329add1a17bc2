// SPDX-License-Identifier: Apache-2.0
// Generalized speeds when the analyst does not choose them.
#pragma once

#include "equations/equations.h"
#include "mechanics/rate_speeds.h"

namespace tangible {

// Tries good candidates and keeps the equations with the fewest operations; Equations::speed_choice names the winner.
// Names are those of the coordinate rates in any case (mechanics/rate_speeds.h).
Equations derive_equations_with_best_speeds(const Mechanism& mechanism);

}  // namespace tangible
