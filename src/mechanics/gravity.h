// SPDX-License-Identifier: Apache-2.0
// Gravity: uniform, and of a distant attracting point.
#pragma once

#include "mechanics/load.h"

namespace tangible {

AppliedLoads apply_gravity(const UniformGravity& gravity, const Mechanism& mechanism);
AppliedLoads apply_gravity(const CentralGravity& gravity, const Mechanism& mechanism);
AppliedLoads apply_gravity(const MutualGravity& gravity, const Mechanism& mechanism);

}  // namespace tangible
