// SPDX-License-Identifier: Apache-2.0
// --program, --only, --by and --reactions.
#include "app/program_options.h"

#include <CLI/CLI.hpp>

namespace tangible {

void add_program_options(CLI::App& command, ProgramRequest& request) {
  request.only_label = "--only ";
  request.by_label = "--by ";
  std::vector<std::string> names;
  std::string text = "Which program:";
  for (const ModelProgram& each : model_programs()) {
    names.emplace_back(each.name);
    text += (names.size() > 1 ? "; " : " ") + names.back() + ": " + std::string(each.content);
  }
  command.add_option("--program", request.name, text)->check(CLI::IsMember(names))->capture_default_str();
  command.add_option("--only", request.only, "Outputs to compute, by name or its first words (default: all)")
      ->delimiter(',');
  command
      .add_option("--by", request.by,
                  "Exact derivatives of the outputs with respect to q, u, t, states, inputs, parameters or symbols by "
                  "name; entries that are zero everywhere are omitted")
      ->delimiter(',');
}

void add_reactions_option(CLI::App& command, ModelArguments& load) {
  command.add_option("--reactions", load.reactions, "Joints, points and frames whose reactions to compute")
      ->delimiter(',');
}

}  // namespace tangible
