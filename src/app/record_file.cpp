// SPDX-License-Identifier: Apache-2.0
// The extension of a file name selects the format.
#include "app/record_file.h"

#include <nlohmann/json.hpp>

#include "app/output_file.h"
#include "engine/error.h"
#include "engine/record_text.h"

namespace tangible {

RecordedRun open_record(const std::string& path) {
  return read_record(path, {"write a record anew with tangible simulate --out FILE.json", "--"});
}

void check_record_name(const std::string& path) {
  if (!path.ends_with(".json") && !path.ends_with(".csv"))
    throw BadInput("--out " + path + ": error: the name must end in .csv or .json");
}

void write_record(const Record& record, const std::string& path, const nlohmann::ordered_json& recipe) {
  write_file(path, path.ends_with(".json") ? record_to_json(record, recipe) : record_to_csv(record));
}

}  // namespace tangible
