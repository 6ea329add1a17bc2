// SPDX-License-Identifier: Apache-2.0
// tangible assemble: initial values that satisfy the constraints.
#include <fmt/format.h>

#include <cstdio>
#include <nlohmann/json.hpp>

#include "app/command.h"
#include "app/model_arguments.h"
#include "engine/assemble_model.h"
#include "engine/equilibrium_text.h"
#include "engine/lower_system.h"

namespace tangible {
namespace {

struct AssembleOptions {
  ModelArguments load;
  bool at_rest = false;
  std::string format = "text";
};

int run(const AssembleOptions& options) {
  const CurrentFormulation model = open_model(options.load);
  const System system = lower_to_system(*model.mechanism, model.equations, {.derivatives = options.at_rest});
  const AssemblyOutcome out = assemble_model(model, system, options.at_rest);
  if (options.format == "json")
    fmt::print("{}\n", assembly_to_json(out, system, options.load.path).dump(1));
  else
    fmt::print("{}", assembly_to_text(out, system, options.load.option_prefix));
  std::fflush(stdout);
  if (!out.report.assembled) return fmt::print(stderr, "{}", out.fault.text), failure;
  if (!out.rest || out.rests()) return success;
  fmt::print(stderr, "{}: error: {}  the values above are those of the assembly, before the search\n",
             options.load.path, explain_failure(*out.rest, system));
  return failure;
}

}  // namespace

void add_assemble_command(CLI::App& app, int& exit_code) {
  auto options = std::make_shared<AssembleOptions>();
  CLI::App* command = app.add_subcommand("assemble", "Find initial values that satisfy the constraints");
  command->add_option("MODEL", options->load.path, "The model file")->required();
  command->add_option("--set", options->load.set, "Override a parameter: --set m=\"2 kg\"");
  command->add_flag("--static", options->at_rest, "Continue to the static equilibrium nearby");
  command->add_option("--format", options->format, "text or json")->check(CLI::IsMember({"text", "json"}));
  command->footer("Example:\n  tangible assemble models/four_bar/four_bar.yaml");
  command->callback([options, &exit_code] { exit_code = run(*options); });
}

}  // namespace tangible
