// SPDX-License-Identifier: Apache-2.0
// Records of runs as CSV and JSON.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "simulation/record.h"

namespace tangible {

std::string record_to_csv(const Record& record);
// With the recipe that made it, so that it can be run again.
std::string record_to_json(const Record& record, const nlohmann::ordered_json& recipe);
// By the ending of the file, .csv or .json; anything else is an error, which check_record_name tells before a run.
void check_record_name(const std::string& path);
void write_record(const Record& record, const std::string& path, const nlohmann::ordered_json& recipe);
// Events, energy books and counts for a person.
std::string record_summary(const Record& record);

}  // namespace tangible
