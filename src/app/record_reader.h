// SPDX-License-Identifier: Apache-2.0
// A recorded run, read back from the FILE.json that tangible simulate wrote.
#pragma once

#include <string>
#include <vector>

#include "app/run_recipe.h"

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
  bool complete = true;   // false: it was interrupted, or is too old to say
  double stopped_at = 0;  // if it was interrupted
};

// Throws BadInput with file and line for what is no record, was cut off or was edited into something else.
RecordedRun read_record(const std::string& path);

}  // namespace tangible
