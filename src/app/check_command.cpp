// SPDX-License-Identifier: Apache-2.0
// tangible check: compares the equations of a model with independent methods.
#include <fmt/core.h>

#include <algorithm>

#include "app/command.h"
#include "app/model_arguments.h"
#include "engine/check.h"
#include "engine/explain_stop.h"
#include "engine/lower_system.h"

namespace tangible {
namespace {

struct CheckArguments {
  ModelArguments load;
  CheckOptions check;
};

const char* verdict(const CheckResult& result) {
  if (result.comparisons == 0) return "does not apply";
  return result.passed() ? "ok" : "FAILED";
}

int run(const CheckArguments& options) {
  const CurrentFormulation model = open_model(options.load);
  if (model.equations.nu() == 0) {
    fmt::print("{}: nothing can move, and there is nothing to check\n", model.equations.name);
    return success;
  }
  if (!model.mechanism->contacts().empty()) {
    const System system = lower_to_system(*model.mechanism, model.equations);
    SimulationLoop simulation(system);
    if (const std::string text = explain_contact_inside(model, simulation); !text.empty()) throw BadInput(text);
  }
  CheckedStates checked;
  const std::vector<CheckResult> results = check_equations(*model.mechanism, model.equations, options.check, &checked);
  fmt::print("{:<26}{:>12}{:>12}  {}\n", "check", "worst error", "tolerance", "verdict");
  for (const CheckResult& r : results) {
    const std::string worst = r.comparisons == 0 ? "-" : fmt::format("{:.1e}", r.worst);
    fmt::print("{:<26}{:>12}{:>12.0e}  {}\n", r.name, worst, r.tolerance, verdict(r));
  }
  fmt::print("at {} states near the start and {} at quarter turns", checked.near_start, checked.quarter_turns);
  if (checked.left_out > 0)
    fmt::print("; {} left out, where numbers are infinite or rounding decides a row", checked.left_out);
  fmt::print("\n");
  if (checked.near_start + checked.quarter_turns == 0) return failure;
  return std::ranges::all_of(results, &CheckResult::passed) ? success : failure;
}

}  // namespace

void add_check_command(CLI::App& app, int& exit_code) {
  auto options = std::make_shared<CheckArguments>();
  CLI::App* command =
      app.add_subcommand("check", "Check the equations of a model by independent methods at random states");
  command->add_option("MODEL", options->load.path, "The model file")->required();
  command->add_option("--states", options->check.states, "Number of random states")
      ->check(CLI::Range(1, 1000000))
      ->capture_default_str();
  command->add_option("--seed", options->check.seed, "Seed of the random states")->capture_default_str();
  command->add_option("--set", options->load.set, "Override a parameter: --set m=\"2 kg\"");
  command->footer(
      "Velocities are compared with differences of positions, Kane's equations with Lagrange's, embedded equations\n"
      "with numbers and with equations formed anew; errors are relative. Status 1 if a check fails.\n\n"
      "Example:\n  tangible check models/shopping_cart/shopping_cart.yaml --states 20");
  command->callback([options, &exit_code] { exit_code = run(*options); });
}

}  // namespace tangible
