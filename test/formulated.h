// SPDX-License-Identifier: Apache-2.0
// Models of tests: read from a file, with parameters set as on the command line.
#pragma once

#include <string>
#include <vector>

#include "engine/formulation.h"

namespace tangible {

struct ModelChoice {
  std::string path;
  std::vector<std::string> set = {};  // name=value
  std::vector<std::string> reactions = {};
  bool all_joints = false;
  bool coriolis = false;
};

inline CurrentFormulation formulate_current(const ModelChoice& choice) {
  FormulationOptions options;
  for (const std::string& assignment : choice.set)
    options.set[assignment.substr(0, assignment.find('='))] = assignment.substr(assignment.find('=') + 1);
  options.reactions = choice.reactions;
  options.all_joints = choice.all_joints;
  options.coriolis = choice.coriolis;
  return formulate(choice.path, options);
}

}  // namespace tangible
