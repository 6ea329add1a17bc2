// SPDX-License-Identifier: Apache-2.0
// Generalized speeds when the analyst does not choose them.
#pragma once

#include <vector>

#include "equations/equations.h"

namespace tangible {

// The coordinate rates themselves; for attitudes in Euler parameters the body-fixed components of angular velocity.
std::vector<Speed> coordinate_rate_speeds(const Mechanism& mechanism);

// Tries good candidates and keeps the equations with the fewest operations; Equations::speed_choice says which won.
Equations derive_equations_with_best_speeds(const Mechanism& mechanism);

}  // namespace tangible
