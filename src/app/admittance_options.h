// SPDX-License-Identifier: Apache-2.0
// The options of the admittance display as text: frequency=200,end_effector=0.1,tare=100,...
#pragma once

#include <string>

#include "haptics/admittance_port.h"

namespace tangible {

// "held", "handle", "extrapolated" or "extrapolated-handle".
WrenchHold wrench_hold_named(const std::string& name);
// Changes what `text` names. Throws BadInput for names that do not exist and values that make no sense.
void set_admittance_options(AdmittancePortOptions& options, const std::string& text);

}  // namespace tangible
