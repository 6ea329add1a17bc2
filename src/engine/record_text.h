// SPDX-License-Identifier: Apache-2.0
// Records of runs as CSV, as JSON, and as text.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "simulation/record.h"

namespace tangible {

std::string record_to_csv(const Record& record);
// With the recipe that made it, so that it can be run again.
std::string record_to_json(const Record& record, const nlohmann::ordered_json& recipe);
// Events, energy books and counts for a person.
std::string record_summary(const Record& record);

}  // namespace tangible
