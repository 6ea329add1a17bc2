// SPDX-License-Identifier: Apache-2.0
// From the equations of a mode to ReadableEquations.
#pragma once

#include "engine/equations_report.h"
#include "engine/readable_equations.h"

namespace tangible {

// With the generalized forces of a hand, or without. The graph of the mechanism must be current.
ReadableEquations write_readable(const EquationsReport& report, bool has_hand);

}  // namespace tangible
