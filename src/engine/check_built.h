// SPDX-License-Identifier: Apache-2.0
// What the reader checks in a model file and nobody else in a mechanism that is built in C++: that the names it uses
// are those of something, and that contacts with friction have tangents.
#pragma once

#include "equations/equations.h"
#include "mechanics/mechanism.h"

namespace tangible {

// Throws MechanicsError.
void check_built(const Mechanism& mechanism, const Equations& equations);

}  // namespace tangible
