// SPDX-License-Identifier: Apache-2.0
// tangible run --display admittance: the measured force of the hand moves the model, and the device follows the handle.
#pragma once

#include "app/run_setup.h"

namespace tangible {

// Returns the exit code.
int run_admittance(const HapticRunOptions& options);

}  // namespace tangible
