// SPDX-License-Identifier: Apache-2.0
// From arguments to a formulation.
#include "app/model_arguments.h"

#include <iostream>

namespace tangible {

RunRecipe command_line_recipe() {
  RunRecipe recipe;
  recipe.load = ModelArguments();
  return recipe;
}

void print_warning(const std::string& text) { std::cerr << text; }

CurrentFormulation open_model(const ModelRequest& request) {
  Formulation model = formulate(request.path, formulation_options(request));
  print_warning(model.warning_text);
  return model;
}

}  // namespace tangible
