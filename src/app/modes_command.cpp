// SPDX-License-Identifier: Apache-2.0
// tangible modes: the finite state machine of modes that a run went through.
#include <fmt/core.h>

#include <map>

#include "app/command.h"
#include "app/run_recipe.h"

namespace tangible {
namespace {

struct Machine {
  struct Stay {
    int visits = 0;
    double time = 0;
  };
  std::map<std::string, Stay> states;
  std::map<std::pair<std::string, std::string>, std::map<std::string, int>> transitions;  // by cause
};

Machine build(const Record& record) {
  Machine machine;
  std::string mode = record.modes.front(), cause;
  double since = record.rows.front()[0];
  machine.states[mode].visits = 1;
  for (const Record::Event& event : record.events) {
    // Of several things at one instant the first is the cause.
    cause = cause.empty() ? event.what : cause;
    if (event.mode == mode) {
      cause.clear();
      continue;
    }
    machine.states[mode].time += event.t - since;
    ++machine.transitions[{mode, event.mode}][cause];
    mode = event.mode;
    since = event.t;
    ++machine.states[mode].visits;
    cause.clear();
  }
  machine.states[mode].time += record.stopped_at - since;
  return machine;
}

void print_text(const Machine& machine) {
  fmt::print("{:<40}{:>8}{:>14}\n", "mode", "visits", "time [s]");
  for (const auto& [mode, stay] : machine.states) fmt::print("{:<40}{:>8}{:>14.6g}\n", mode, stay.visits, stay.time);
  for (const auto& [between, causes] : machine.transitions)
    for (const auto& [cause, count] : causes)
      fmt::print("{} -> {}: {}, {} times\n", between.first, between.second, cause, count);
}

void print_graph(const Machine& machine, const std::string& name) {
  fmt::print("digraph \"{}\" {{\n  node [shape=box];\n", name);
  for (const auto& [mode, stay] : machine.states)
    fmt::print("  \"{}\" [label=\"{}\\n{:.4g} s\"];\n", mode, mode, stay.time);
  for (const auto& [between, causes] : machine.transitions)
    for (const auto& [cause, count] : causes)
      fmt::print("  \"{}\" -> \"{}\" [label=\"{} ({})\"];\n", between.first, between.second, cause, count);
  fmt::print("}}\n");
}

}  // namespace

void add_modes_command(CLI::App& app, int& exit_code) {
  auto recipe = std::make_shared<RunRecipe>();
  auto format = std::make_shared<std::string>("text");
  CLI::App* command = app.add_subcommand("modes", "Run a model and print the modes it goes through");
  command->add_option("MODEL", recipe->load.path, "The model file")->required();
  command->add_option("--until", recipe->until, "End of the run, s")->check(CLI::PositiveNumber)->capture_default_str();
  command->add_option("--format", *format, "text or dot (Graphviz)")->check(CLI::IsMember({"text", "dot"}));
  command->add_option("--set", recipe->load.set, "Override a parameter: --set m=\"2 kg\"");
  command->callback([recipe, format, &exit_code] {
    const Record record = run_recipe(*recipe);
    *format == "dot" ? print_graph(build(record), record.model) : print_text(build(record));
    exit_code = record.status == SimulationStatus::ok ? success : failure;
  });
}

}  // namespace tangible
