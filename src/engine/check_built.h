// SPDX-License-Identifier: Apache-2.0
// Checks that the reader makes for model files, here for mechanisms that are built in C++: that names refer to
// something, and that contacts with friction have tangents.
#pragma once

#include "equations/equations.h"
#include "mechanics/mechanism.h"

namespace tangible {

// Throws MechanicsError.
void check_built(const Mechanism& mechanism, const Equations& equations);

}  // namespace tangible
