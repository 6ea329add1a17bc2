// SPDX-License-Identifier: Apache-2.0
// tangible evaluate: numbers at given states.
#include <iostream>
#include <nlohmann/json.hpp>

#include "app/command.h"
#include "app/program_options.h"
#include "engine/evaluate_states.h"
#include "engine/json_file.h"

namespace tangible {
namespace {

struct EvaluateOptions {
  ModelArguments load;
  StatesRequest states;
};

int run(const EvaluateOptions& options) {
  const std::string& path = options.states.origin;
  ModelArguments load = options.load;
  load.all_joints = load.coriolis = options.states.program.name.empty();
  const CurrentFormulation model = open_model(load);
  const nlohmann::ordered_json input = parse_json(read_whole_file(path), path, states_advice);
  const StatesResult result =
      evaluate_states(model, input, options.states, [](const std::string& line) { std::cerr << line << "\n"; });
  std::cout << result.json;
  switch (result.outcome) {
    case StatesOutcome::ok: return success;
    case StatesOutcome::violated_rows: return violated_rows;
    case StatesOutcome::failed: return failure;
  }
  return failure;
}

}  // namespace

void add_evaluate_command(CLI::App& app, int& exit_code) {
  auto options = std::make_shared<EvaluateOptions>();
  CLI::App* command = app.add_subcommand("evaluate", "Evaluate the equations of a model at given states, as JSON");
  command->add_option("MODEL", options->load.path, "The model file")->required();
  command
      ->add_option("--states", options->states.origin,
                   "A JSON file {\"parameters\": {...}, \"states\": [{\"t\":, \"q\": {...}, \"u\": {...}, "
                   "\"inputs\": {...}, \"active\": [...]}]}; - reads standard input")
      ->required();
  command
      ->add_option("--reactions", options->load.reactions,
                   "Points and frames whose reactions to report; joints are always reported")
      ->delimiter(',');
  command->add_option("--set", options->load.set, "Override a parameter: --set m=\"2 kg\"");
  add_program_options(*command, options->states.program);
  command->footer("Example:\n  tangible evaluate models/shopping_cart/shopping_cart.yaml --states states.json");
  command->callback([options, &exit_code] { exit_code = run(*options); });
}

}  // namespace tangible
