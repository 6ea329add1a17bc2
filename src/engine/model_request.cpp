// SPDX-License-Identifier: Apache-2.0
// From words to options.
#include "engine/model_request.h"

namespace tangible {

FormulationOptions formulation_options(const ModelRequest& request) {
  FormulationOptions options;
  options.set_label = request.option_prefix + "set ";
  for (const std::string& assignment : request.set) {
    const std::string begin = options.set_label + assignment + ": error: ";
    const std::size_t equals = assignment.find('=');
    if (equals == std::string::npos || equals == 0)
      throw BadInput(begin + "expected name=value, such as " + options.set_label + "m=\"2 kg\"");
    const std::string name = assignment.substr(0, equals);
    if (!options.set.emplace(name, assignment.substr(equals + 1)).second)
      throw BadInput(begin + name + " is set twice, before this to " + options.set[name] + "; leave out one of them");
  }
  options.reactions = request.reactions;
  options.all_joints = request.all_joints;
  options.coriolis = request.coriolis;
  return options;
}

}  // namespace tangible
