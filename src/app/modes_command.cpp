// SPDX-License-Identifier: Apache-2.0
// tangible modes: the finite state machine of modes that a run went through.
#include <fmt/core.h>

#include <cmath>
#include <cstdio>

#include "app/command.h"
#include "app/model_arguments.h"
#include "app/progress.h"
#include "display/mode_machine.h"

namespace tangible {
namespace {

std::string check_until(const std::string& text) {
  try {
    std::size_t end = 0;
    const double until = std::stod(text, &end);
    if (end == text.size() && std::isfinite(until) && until > 0) return "";
  } catch (const std::exception&) {  // no number at all
  }
  return "'" + text + "' is not a time in seconds above zero; give, for example, --until 10";
}

// Prints the modes that occurred, also if the run was stopped or interrupted.
int run_command(const RunRecipe& recipe, const std::string& format) {
  Progress progress(recipe.until);
  RunOptions options;
  options.should_continue = [&](double t) { return progress(t); };
  const Record record = run_recipe(recipe, options, print_warning);
  const ModeMachine machine = build_mode_machine(record);
  fmt::print("{}", format == "dot"    ? machine_to_dot(machine, record.model)
                   : format == "json" ? machine_to_json(machine, record)
                                      : machine_to_text(machine));
  std::fflush(stdout);
  if (record.status != SimulationStatus::ok) return fmt::print(stderr, "{}\n", record.reason), failure;
  if (!record.interrupted) return success;
  fmt::print(stderr, "{}; what was seen until then is above\n", describe_interruption(record, recipe.until));
  return by_interrupt;
}

}  // namespace

void add_modes_command(CLI::App& app, int& exit_code) {
  auto recipe = std::make_shared<RunRecipe>(command_line_recipe());
  auto format = std::make_shared<std::string>("text"), inputs = std::make_shared<std::string>();
  CLI::App* command = app.add_subcommand("modes", "Run a model and print the state machine of its modes");
  command->add_option("MODEL", recipe->load.path, "The model file")->required();
  command->add_option("--until", recipe->until, "End of the run, s")
      ->check(CLI::Validator(check_until, "> 0"))
      ->capture_default_str();
  command->add_option("--format", *format, "text, dot (Graphviz) or json")
      ->check(CLI::IsMember({"text", "dot", "json"}))
      ->capture_default_str();
  const CLI::Validator positive = positive_number();
  command->add_option("--step", recipe->step, "Fixed step, s (default: adaptive steps)")->check(positive);
  command->add_option("--method", recipe->method, "euler, rk2, rk4 or implicit, with --step")
      ->check(CLI::IsMember({"euler", "rk2", "rk4", "implicit"}));
  command->add_option("--input", *inputs, "CSV with a header t,NAME,...: inputs over time");
  command->add_option("--set", recipe->load.set, "Override a parameter: --set m=\"2 kg\"");
  command->footer(
      "Examples:\n"
      "  tangible modes models/latch/latch.yaml --until 3\n"
      "  tangible modes models/brake/brake.yaml --format dot | dot -Tsvg > brake.svg\n"
      "  tangible modes models/brake/brake.yaml --format json");
  command->callback([recipe, format, inputs, &exit_code] {
    if (!inputs->empty()) recipe->inputs = read_input_table(*inputs);
    check_times(*recipe);
    exit_code = run_command(*recipe, *format);
  });
}

}  // namespace tangible
