// SPDX-License-Identifier: Apache-2.0
// The arguments by which commands name a model, and the model they name.
#pragma once

#include <string>
#include <vector>

#include "engine/formulation.h"

namespace tangible {

struct ModelArguments {
  std::string path;
  std::vector<std::string> set = {};        // name=value
  std::vector<std::string> reactions = {};  // links, points and frames whose reactions are wanted
  bool all_joints = false;                  // of all links
  bool coriolis = false;                    // form the matrix C, unless there are many speeds
};

// Throws BadInput if an assignment is not name=value, or a name is set twice.
FormulationOptions formulation_options(const ModelArguments& arguments);
// Reads and derives; warnings go to standard error.
CurrentFormulation open_model(const ModelArguments& arguments);

}  // namespace tangible
