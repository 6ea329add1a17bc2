// SPDX-License-Identifier: Apache-2.0
// Header and data of a recorded run, read back from its container.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

namespace tangible {

// Nothing if these bytes are no container of this version, or were cut off.
std::optional<nlohmann::json> read_run_header(std::string_view container);
// The columns behind that header, one after the other. Nothing if they cannot be inflated.
std::optional<std::string> read_run_data(std::string_view container);

}  // namespace tangible
