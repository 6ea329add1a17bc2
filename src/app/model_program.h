// SPDX-License-Identifier: Apache-2.0
// The programs of a model by name, for those who look at them, take them away or evaluate them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/pipeline.h"
#include "program/program.h"

namespace CLI {
class App;
}

namespace tangible {

struct ModelProgram {
  std::string_view name;
  std::string_view content;
};
std::vector<ModelProgram> model_programs();

// Which program, and what of it: only what is asked for is computed.
struct ProgramRequest {
  std::string name = "accelerations";
  std::vector<std::string> only;  // outputs by name, or by the first words of their names; none: all of them
  // Derivatives of these outputs with respect to q, u, t, states, inputs, parameters, or symbols by name.
  std::vector<std::string> by;
};
// Adds --program, --only and --by to a command.
void add_program_options(CLI::App& command, ProgramRequest& request);
// --reactions, for the program of forces.
void add_reactions_option(CLI::App& command, LoadOptions& load);

// Under the rows that always hold and those that hold at the start. Throws BadInput for names that the model lacks.
Program model_program(const LoadedModel& model, const ProgramRequest& request);
// The values with which the model file begins, in the order of the inputs of its programs.
std::vector<double> initial_inputs(const LoadedModel& model, const Program& program);

}  // namespace tangible
