// SPDX-License-Identifier: Apache-2.0
// The options of the admittance display as text: frequency=200,end_effector=0.1,tare=100,...
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "haptics/admittance_port.h"

namespace tangible {

// "held", "handle", "extrapolated", "extrapolated-handle", "parabola-handle". Other names are BadInput.
std::vector<std::string> wrench_hold_names();
WrenchHold wrench_hold_named(std::string_view name);
std::string_view name_of(WrenchHold hold);
// Changes what `text` names; `label` begins the messages. Throws BadInput for names that do not exist and values that
// make no sense.
void set_admittance_options(AdmittancePortOptions& options, const std::string& text,
                            const std::string& label = "admittance");

}  // namespace tangible
