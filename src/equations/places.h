// SPDX-License-Identifier: Apache-2.0
// What positions and orientations may depend on.
#pragma once

#include "mechanics/mechanism.h"

namespace tangible {

// Throws EquationsError where a frame, a point or a speed depends on an input or an own state: their second rates,
// which accelerations need, are unknown.
void check_places(const Mechanism& mechanism);

}  // namespace tangible
