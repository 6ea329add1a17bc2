// SPDX-License-Identifier: Apache-2.0
// The scene of a recorded run, for pictures: shapes as its model describes them, poses as they were recorded.
#pragma once

#include <string>
#include <string_view>

#include "display/run_pictures.h"

namespace tangible {

// `container` is that of docs/reference/viewer-protocol.md, `name` is for messages. The model is derived again from the
// text that was recorded; it does not run. Throws BadInput.
PosedRun read_posed_run(std::string_view container, const std::string& name);

// The times of its samples. Throws BadInput.
std::vector<double> read_recorded_times(std::string_view container, const std::string& name);

// Reads the container to its end: throws BadInput if it is no recorded run, or is damaged. Returns the header.
nlohmann::json check_recorded_run(std::string_view container, const std::string& name);

}  // namespace tangible
