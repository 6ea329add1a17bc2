// SPDX-License-Identifier: Apache-2.0
// A recorded run, read back from the FILE.json that it was written to.
#pragma once

#include <string>
#include <vector>

#include "engine/run_recipe.h"

namespace tangible {

struct RecordedRun {
  RunRecipe recipe;                       // with the model where it was found
  bool model_has_changed = false;         // since the run was recorded
  std::vector<std::string> columns;       // names
  std::vector<std::vector<double>> rows;  // as many numbers in each as there are columns
  struct Event {
    double t = 0;
    std::string what;
  };
  std::vector<Event> events;
  bool complete = true;   // false: it was interrupted, or is too old to have this key
  double stopped_at = 0;  // if it was interrupted
};

// What messages say: how a record is made, and what precedes the names of options.
struct RecordWords {
  std::string advice = "write a record anew";
  std::string option_prefix = {};
};

// Throws BadInput with file and line for what is no record, was cut off or was edited into something else.
RecordedRun read_record(const std::string& path, const RecordWords& words = {});

// The first difference in any bit between a record and its repetition, as text; empty if there is none.
std::string find_difference(const RecordedRun& recorded, const Record& record);

}  // namespace tangible
