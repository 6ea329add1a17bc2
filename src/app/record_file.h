// SPDX-License-Identifier: Apache-2.0
// Files of records: FILE.csv and FILE.json.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "app/model_arguments.h"
#include "engine/record_reader.h"

namespace tangible {

// The file that tangible simulate --out FILE.json wrote. Throws BadInput.
RecordedRun open_record(const std::string& path);

// By the ending of the file, .csv or .json; anything else is an error, which check_record_name reports before a run.
void check_record_name(const std::string& path);
void write_record(const Record& record, const std::string& path, const nlohmann::ordered_json& recipe);

}  // namespace tangible
