// SPDX-License-Identifier: Apache-2.0
// A model as it is asked for by words: its file, parameters as name=value, reactions by name.
#pragma once

#include <string>
#include <vector>

#include "engine/formulation.h"

namespace tangible {

struct ModelRequest {
  std::string path;
  std::vector<std::string> set = {};        // name=value
  std::vector<std::string> reactions = {};  // links, points and frames whose reactions are wanted
  bool all_joints = false;                  // of all links
  bool coriolis = false;                    // form the matrix C, unless there are many speeds
  std::string option_prefix = {};           // precedes the names of options in messages: "", or "--"
};

// Throws BadInput if an assignment is not name=value, or a name is set twice.
FormulationOptions formulation_options(const ModelRequest& request);

}  // namespace tangible
