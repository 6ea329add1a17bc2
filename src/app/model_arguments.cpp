// SPDX-License-Identifier: Apache-2.0
// From arguments to a formulation.
#include "app/model_arguments.h"

#include <iostream>

namespace tangible {

FormulationOptions formulation_options(const ModelArguments& arguments) {
  FormulationOptions options;
  options.set_label = "--set ";
  for (const std::string& assignment : arguments.set) {
    const std::size_t equals = assignment.find('=');
    if (equals == std::string::npos || equals == 0)
      throw BadInput("--set " + assignment + ": error: expected name=value, such as --set m=\"2 kg\"");
    const std::string name = assignment.substr(0, equals);
    if (!options.set.emplace(name, assignment.substr(equals + 1)).second)
      throw BadInput("--set " + assignment + ": error: " + name + " is set twice, before this to " + options.set[name] +
                     "; leave out one of them");
  }
  options.reactions = arguments.reactions;
  options.all_joints = arguments.all_joints;
  options.coriolis = arguments.coriolis;
  return options;
}

CurrentFormulation open_model(const ModelArguments& arguments) {
  Formulation model = formulate(arguments.path, formulation_options(arguments));
  std::cerr << model.warning_text;
  return model;
}

}  // namespace tangible
