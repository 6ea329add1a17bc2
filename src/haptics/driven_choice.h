// SPDX-License-Identifier: Apache-2.0
// Which axes of which handle can be led, and the model with the rows that lead it.
#pragma once

#include "haptics/follow_run.h"

namespace tangible {

// The axes in which the handle can be led, by the model as it is without being led. Throws BadInput if there is none.
DrivenHandle choose_driven_handle(const HapticRunOptions& options, const Freedoms& wanted);
Model load_driven(const HapticRunOptions& options, const DrivenHandle& driven);
// Without a budget of work: the motion of the handle does not wait.
SimulationOptions led_simulation_options(const HapticRunOptions& options, const Model& model);

}  // namespace tangible
