// SPDX-License-Identifier: Apache-2.0
// The arguments by which commands name a model or a run, and the model they name.
#pragma once

#include "engine/run_recipe.h"

namespace tangible {

// Messages about options have the dashes of the command line.
struct ModelArguments : ModelRequest {
  ModelArguments() { option_prefix = "--"; }
};
RunRecipe command_line_recipe();

// On standard error.
void print_warning(const std::string& text);
// Reads and derives; warnings are printed.
CurrentFormulation open_model(const ModelRequest& request);

}  // namespace tangible
