// SPDX-License-Identifier: Apache-2.0
// Adds the rows of a driven handle to a mechanism, before its equations are formed.
#pragma once

#include "engine/driven_handle.h"
#include "mechanics/mechanism.h"

namespace tangible {

// Throws MechanicsError if there is no such handle, or if it cannot turn and is to be turned.
void add_driven_rows(Mechanism& mechanism, const DrivenHandle& driven);

}  // namespace tangible
