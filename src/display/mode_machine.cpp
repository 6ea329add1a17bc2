// SPDX-License-Identifier: Apache-2.0
// From what happened in a run to a machine, and its pictures.
#include "display/mode_machine.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

namespace tangible {
namespace {

using Json = nlohmann::ordered_json;

// Declared modes that did not occur: in a declared mode contacts may touch besides, "rolls+floor sticks".
void add_unseen(const Record& record, ModeMachine& machine) {
  std::set<std::string> seen, happened;
  for (const ModeMachine::State& state : machine.states) seen.insert(state.name.substr(0, state.name.find('+')));
  for (const Record::Event& event : record.events) happened.insert(event.what);
  for (const std::string& mode : record.declared_modes)
    if (!seen.contains(mode)) machine.states.push_back({mode});
  for (const Record::Transition& way : record.declared_transitions)
    if (!happened.contains(way.what)) machine.transitions.push_back({way.from, way.to, way.what});
}

// The mode before any event. A transition that is due at the start leaves the declared one at once.
std::string first_mode(const Record& record) {
  const auto leaves = [&](const Record::Event& event) {
    return event.t <= record.rows.front()[0] &&
           std::ranges::find(record.declared_transitions, event.what, &Record::Transition::what) !=
               record.declared_transitions.end();
  };
  const auto found = std::ranges::find_if(record.events, leaves);
  if (found == record.events.end()) return record.modes.front();
  const std::size_t plus = found->mode.find('+');
  return record.initial_mode + (plus == std::string::npos ? "" : found->mode.substr(plus));
}

// A transition of the file is named by its two modes, which are printed beside it.
std::string short_cause(const ModeMachine::Transition& way) {
  return way.cause == "event " + way.from + " -> " + way.to ? "as declared" : way.cause;
}

std::string quoted(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) out += (c == '"' || c == '\\' ? "\\" : "") + std::string(1, c);
  return out + "\"";
}

}  // namespace

ModeMachine::State& ModeMachine::state(const std::string& name) {
  const auto found = std::ranges::find(states, name, &State::name);
  return found != states.end() ? *found : states.emplace_back(State{name});
}

ModeMachine::Transition& ModeMachine::transition(const std::string& from, const std::string& to,
                                                 const std::string& cause) {
  const auto found = std::ranges::find_if(
      transitions, [&](const Transition& way) { return way.from == from && way.to == to && way.cause == cause; });
  return found != transitions.end() ? *found : transitions.emplace_back(Transition{from, to, cause});
}

// Of several things at one instant the first is the cause of what changes; what changes nothing leads from a mode back
// to it.
ModeMachine build_mode_machine(const Record& record) {
  ModeMachine machine;
  std::string mode = first_mode(record);
  double since = record.rows.front()[0];
  machine.state(mode).visits = 1;
  for (std::size_t i = 0, end = 0; i < record.events.size(); i = end) {
    std::string cause;
    bool changed = false;
    for (end = i; end < record.events.size() && record.events[end].t == record.events[i].t; ++end) {
      const Record::Event& event = record.events[end];
      if (cause.empty()) cause = event.what;
      if (event.mode == mode) {
        if (changed) cause.clear();  // it follows from the change
        continue;
      }
      machine.state(mode).time += event.t - since;
      since = event.t;
      ++machine.transition(mode, event.mode, std::exchange(cause, "")).count;
      mode = event.mode;
      ++machine.state(mode).visits;
      changed = true;
    }
    if (!changed && record.events[i].t > record.rows.front()[0]) ++machine.transition(mode, mode, cause).count;
  }
  machine.state(mode).time += record.stopped_at - since;
  add_unseen(record, machine);
  return machine;
}

std::string machine_to_text(const ModeMachine& machine) {
  std::string out = fmt::format("{:<40}{:>8}{:>14}\n", "mode", "visits", "time [s]");
  for (const ModeMachine::State& state : machine.states)
    out += fmt::format("{:<40}{:>8}{:>14.6g}\n", state.name, state.visits, state.time);
  for (const ModeMachine::Transition& way : machine.transitions)
    out += fmt::format("{} -> {}: {}, {}\n", way.from, way.to, short_cause(way),
                       way.count == 0 ? "never" : fmt::format("{} times", way.count));
  return out;
}

// Declared parts that did not occur are dashed.
std::string machine_to_dot(const ModeMachine& machine, const std::string& name) {
  std::string out = fmt::format("digraph {} {{\n  node [shape=box];\n", quoted(name));
  for (const ModeMachine::State& state : machine.states)
    out += fmt::format("  {} [label=\"{}\\n{:.4g} s\"{}];\n", quoted(state.name), state.name, state.time,
                       state.visits == 0 ? " style=dashed" : "");
  for (const ModeMachine::Transition& way : machine.transitions)
    out +=
        fmt::format("  {} -> {} [label={}{}];\n", quoted(way.from), quoted(way.to),
                    quoted(fmt::format("{} ({})", short_cause(way), way.count)), way.count == 0 ? " style=dashed" : "");
  return out + "}\n";
}

std::string machine_to_json(const ModeMachine& machine, const Record& record) {
  Json json{{"model", record.model}, {"until", record.stopped_at}};
  json["status"] = record.interrupted ? "interrupted" : describe(record.status);
  json["declared"] = record.declared_modes;
  json["modes"] = Json::array();
  json["transitions"] = Json::array();
  for (const ModeMachine::State& state : machine.states)
    json["modes"].push_back({{"name", state.name}, {"visits", state.visits}, {"time", state.time}});
  for (const ModeMachine::Transition& way : machine.transitions)
    json["transitions"].push_back({{"from", way.from}, {"to", way.to}, {"cause", way.cause}, {"count", way.count}});
  return json.dump(2) + "\n";
}

}  // namespace tangible
