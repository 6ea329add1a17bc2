// SPDX-License-Identifier: Apache-2.0
// What a person should know of a run that was not in time, or that a device took no part in, and what helps.
#pragma once

#include "haptics/haptic_run.h"

namespace tangible {

// Of one device: adds to the warnings of a run by the clock that missed a hundredth of its ticks, or whose device keeps
// another pace. A run without a single usable sample has failed.
void add_warnings(RunFigures& figures, const SampleCheckCounts& samples, const std::string& device,
                  const HapticRunOptions& options);

}  // namespace tangible
