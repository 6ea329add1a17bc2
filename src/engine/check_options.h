// SPDX-License-Identifier: Apache-2.0
// Options of a run that would never end, or never begin, are refused.
#pragma once

#include "simulation/options.h"

namespace tangible {

// Throws BadInput with the option and the values that it can have.
void check_options(const SimulationOptions& options);

}  // namespace tangible
