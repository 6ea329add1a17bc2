// SPDX-License-Identifier: Apache-2.0
// Why a mass matrix is singular at one state: the speeds of the motions that move no mass.
#pragma once

#include <string>

#include "simulation/motion.h"

namespace tangible {

// At the state of the last evaluation, under the active constraints: "u2, u3". Empty if every motion moves mass, or if
// numbers are not finite.
std::string name_massless_speeds(const SystemMotion& motion);

}  // namespace tangible
