// SPDX-License-Identifier: Apache-2.0
// tangible modes: the finite state machine of modes that a run went through, beside the one that was declared.
#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>

#include "app/command.h"
#include "app/run_recipe.h"

namespace tangible {
namespace {

using Json = nlohmann::ordered_json;

struct Machine {
  struct Stay {
    int visits = 0;
    double time = 0;
  };
  std::map<std::string, Stay> states;
  std::map<std::pair<std::string, std::string>, std::map<std::string, int>> transitions;  // by cause
};

// What was declared and not seen: in a declared mode contacts may touch besides, "rolls+floor sticks".
void add_unseen(const Record& record, Machine& machine) {
  std::set<std::string> seen, happened;
  for (const auto& [mode, stay] : machine.states) seen.insert(mode.substr(0, mode.find('+')));
  for (const Record::Event& event : record.events) happened.insert(event.what);
  for (const std::string& mode : record.declared_modes)
    if (!seen.contains(mode)) machine.states[mode];
  for (const Record::Transition& way : record.declared_transitions)
    if (!happened.contains(way.what)) machine.transitions[{way.from, way.to}][way.what] = 0;
}

// The mode before anything happened. A transition that is due at the start leaves the declared one at once.
std::string first_mode(const Record& record) {
  const auto leaves = [&](const Record::Event& event) {
    return event.t <= record.rows.front()[0] &&
           std::ranges::find(record.declared_transitions, event.what, &Record::Transition::what) !=
               record.declared_transitions.end();
  };
  const auto found = std::ranges::find_if(record.events, leaves);
  if (found == record.events.end()) return record.modes.front();
  const std::size_t plus = found->mode.find('+');
  return record.begins_in + (plus == std::string::npos ? "" : found->mode.substr(plus));
}

// Of several things at one instant the first is the cause of what changes; what changes nothing leads from a mode back
// to it.
Machine build(const Record& record) {
  Machine machine;
  std::string mode = first_mode(record);
  double since = record.rows.front()[0];
  machine.states[mode].visits = 1;
  for (std::size_t i = 0, end = 0; i < record.events.size(); i = end) {
    std::string cause;
    bool changed = false;
    for (end = i; end < record.events.size() && record.events[end].t == record.events[i].t; ++end) {
      const Record::Event& event = record.events[end];
      if (cause.empty()) cause = event.what;
      if (event.mode == mode) continue;
      machine.states[mode].time += event.t - since;
      since = event.t;
      ++machine.transitions[{mode, event.mode}][std::exchange(cause, "")];
      mode = event.mode;
      ++machine.states[mode].visits;
      changed = true;
    }
    if (!changed && record.events[i].t > record.rows.front()[0]) ++machine.transitions[{mode, mode}][cause];
  }
  machine.states[mode].time += record.stopped_at - since;
  add_unseen(record, machine);
  return machine;
}

// A transition of the file goes by the names of its two modes, which stand beside it.
std::string short_cause(const std::pair<std::string, std::string>& between, const std::string& cause) {
  return cause == "event " + between.first + " -> " + between.second ? "as declared" : cause;
}

void print_text(const Machine& machine) {
  fmt::print("{:<40}{:>8}{:>14}\n", "mode", "visits", "time [s]");
  for (const auto& [mode, stay] : machine.states) fmt::print("{:<40}{:>8}{:>14.6g}\n", mode, stay.visits, stay.time);
  for (const auto& [between, causes] : machine.transitions)
    for (const auto& [cause, count] : causes)
      fmt::print("{} -> {}: {}, {}\n", between.first, between.second, short_cause(between, cause),
                 count == 0 ? "never" : fmt::format("{} times", count));
}

std::string quoted(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) out += (c == '"' || c == '\\' ? "\\" : "") + std::string(1, c);
  return out + "\"";
}

// What was declared and not seen is dashed.
void print_graph(const Machine& machine, const std::string& name) {
  fmt::print("digraph {} {{\n  node [shape=box];\n", quoted(name));
  for (const auto& [mode, stay] : machine.states)
    fmt::print("  {} [label=\"{}\\n{:.4g} s\"{}];\n", quoted(mode), mode, stay.time,
               stay.visits == 0 ? " style=dashed" : "");
  for (const auto& [between, causes] : machine.transitions)
    for (const auto& [cause, count] : causes)
      fmt::print("  {} -> {} [label={}{}];\n", quoted(between.first), quoted(between.second),
                 quoted(fmt::format("{} ({})", short_cause(between, cause), count)), count == 0 ? " style=dashed" : "");
  fmt::print("}}\n");
}

void print_json(const Machine& machine, const Record& record) {
  Json json{{"model", record.model}, {"until", record.stopped_at}};
  json["status"] = describe(record.status);
  json["declared"] = record.declared_modes;
  json["modes"] = Json::array();
  json["transitions"] = Json::array();
  for (const auto& [mode, stay] : machine.states)
    json["modes"].push_back({{"name", mode}, {"visits", stay.visits}, {"time", stay.time}});
  for (const auto& [between, causes] : machine.transitions)
    for (const auto& [cause, count] : causes)
      json["transitions"].push_back(
          {{"from", between.first}, {"to", between.second}, {"cause", cause}, {"count", count}});
  fmt::print("{}\n", json.dump(2));
}

std::string check_until(const std::string& text) {
  try {
    std::size_t end = 0;
    const double until = std::stod(text, &end);
    if (end == text.size() && std::isfinite(until) && until > 0) return "";
  } catch (const std::exception&) {  // no number at all
  }
  return "'" + text + "' is not a time in seconds above zero; give, for example, --until 10";
}

}  // namespace

void add_modes_command(CLI::App& app, int& exit_code) {
  auto recipe = std::make_shared<RunRecipe>();
  auto format = std::make_shared<std::string>("text");
  CLI::App* command = app.add_subcommand("modes", "Run a model and print the modes it goes through");
  command->add_option("MODEL", recipe->load.path, "The model file")->required();
  command->add_option("--until", recipe->until, "End of the run, s")
      ->check(CLI::Validator(check_until, "> 0"))
      ->capture_default_str();
  command->add_option("--format", *format, "text, dot (Graphviz) or json")
      ->check(CLI::IsMember({"text", "dot", "json"}))
      ->capture_default_str();
  command->add_option("--set", recipe->load.set, "Override a parameter: --set m=\"2 kg\"");
  command->footer(
      "Examples:\n"
      "  tangible modes models/latch/latch.yaml --until 3\n"
      "  tangible modes models/brake/brake.yaml --format dot | dot -Tsvg > brake.svg\n"
      "  tangible modes models/brake/brake.yaml --format json");
  command->callback([recipe, format, &exit_code] {
    const Record record = run_recipe(*recipe);
    const Machine machine = build(record);
    if (*format == "dot")
      print_graph(machine, record.model);
    else if (*format == "json")
      print_json(machine, record);
    else
      print_text(machine);
    if (record.status == SimulationStatus::ok) return;
    std::fflush(stdout);
    fmt::print(stderr, "{}: error: the run stopped at t = {} s: {}{}\n", recipe->load.path, record.stopped_at,
               record.fault.empty() ? "" : record.fault + ": ", describe(record.status));
    exit_code = failure;
  });
}

}  // namespace tangible
