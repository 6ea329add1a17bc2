// SPDX-License-Identifier: Apache-2.0
// Options of commands that take a program of a model: which one, which outputs, derivatives.
#pragma once

#include "app/model_arguments.h"
#include "engine/model_program.h"

namespace CLI {
class App;
}

namespace tangible {

// Adds --program, --only and --by to a command.
void add_program_options(CLI::App& command, ProgramRequest& request);
// --reactions, for the program of forces.
void add_reactions_option(CLI::App& command, ModelArguments& load);

}  // namespace tangible
