// SPDX-License-Identifier: Apache-2.0
// Files of records: FILE.csv and FILE.json.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "simulation/record.h"

namespace tangible {

// By the ending of the file, .csv or .json; anything else is an error, which check_record_name tells before a run.
void check_record_name(const std::string& path);
void write_record(const Record& record, const std::string& path, const nlohmann::ordered_json& recipe);

}  // namespace tangible
