// SPDX-License-Identifier: Apache-2.0
// impacts, events, handles, outputs: what is used when the mechanism moves.
#include <cmath>

#include "model/builder.h"
#include "model/names.h"

namespace tangible {

// `impacts: {law: poisson, order: sequence}`
void Builder::read_impacts() {
  const Entry* entry = root_.find("impacts");
  if (entry == nullptr || !entry->value.is_map()) return;
  Fields fields(*entry, "impacts", {"law", "order"}, diagnostics_);
  // Whether the key has its second word instead of its first, which is what holds without the key.
  const auto choose = [&](const char* key, const std::vector<std::string>& words) {
    const Node* node = fields.find(key);
    if (node == nullptr || node->text == words[0] || node->text == words[1])
      return node != nullptr && node->text == words[1];
    diagnostics_.error(node->place, "unknown " + std::string(key) + " '" + node->text + "' of impacts",
                       suggestion(node->text, words, "words"));
    return false;
  };
  mechanism_.impacts = {choose("law", {"newton", "poisson"}), choose("order", {"together", "sequence"})};
}

// `bounce: {when: falls(q1), if: hits < 3, do: [{set: {hits: hits + 1}}, {activate: latch}], order: 1}`
void Builder::read_event(const Entry& entry) {
  if (!check_name(entry.key, entry.key_place, diagnostics_)) return;
  Fields fields(entry, "event '" + entry.key + "'", {"when", "if", "do", "order"}, diagnostics_);
  const Node* when = fields.require("when", "when: rises(...), when: falls(...), or a condition");
  const Node* what = fields.require("do", "do: [{set: {...}}, {activate: row}]");
  Event out;
  out.name = entry.key;
  out.where = where(entry.key_place);
  if (const Node* node = fields.find("if")) out.condition = condition(*node, "`if`");
  // At one instant events follow their `order`, and without it the order of the file.
  out.order = static_cast<int>(mechanism_.events().size());
  if (const Node* node = fields.find("order")) out.order = read_order(*node);
  if (what != nullptr) read_actions(*what, out.actions);
  const auto crossing = when == nullptr ? std::nullopt : trigger(*when);
  if (!crossing) return;
  out.when = crossing->when;
  if (number_of(out.when.expression))
    diagnostics_.warning(place_of_value(*when), "this never changes, so that event '" + entry.key + "' cannot happen",
                         "let it depend on the time, the motion, an input or a discrete variable");
  mechanism_.event(out);
}

// A whole number, not too large.
int Builder::read_order(const Node& node) {
  constexpr double largest = 1e9;
  const double order = number(node, nullptr, "`order`").value_or(0);
  if (std::abs(order) <= largest && order == std::floor(order)) return static_cast<int>(order);
  diagnostics_.error(place_of_value(node), "`order` must be a whole number between -1e9 and 1e9",
                     "at one instant events act by it, the smallest first: order: 2");
  return 0;
}

void Builder::read_actions(const Node& node, std::vector<EventAction>& actions) {
  for (const Entry& entry : node.entries) read_action(entry, actions);
  for (const Node& item : node.items) {
    if (!item.is_map() || item.entries.empty())
      diagnostics_.error(item.place, item.is_map() ? "an action is empty" : "an action is a map",
                         "for example {set: {hits: hits + 1}}");
    for (const Entry& entry : item.entries) read_action(entry, actions);
  }
  if (node.entries.empty() && node.items.empty())
    diagnostics_.error(node.place, "`do` is a list of actions", "for example do: [{set: {hits: hits + 1}}]");
}

void Builder::read_action(const Entry& entry, std::vector<EventAction>& actions) {
  static const std::vector<std::string> known = {"set", "activate", "deactivate", "hold", "impulse"};
  if (entry.key == "set") {
    read_settings(entry.value, actions);
  } else if (entry.key == "activate" || entry.key == "deactivate" || entry.key == "hold") {
    read_switches(entry, actions);
  } else if (entry.key == "impulse") {
    Fields fields(entry, "an impulse", {"vector", "at"}, diagnostics_);
    const Node* value = fields.require("vector", "{impulse: {vector: 2*N.x, at: P}}");
    const Node* at = fields.require("at");
    const auto impulse = value == nullptr ? std::nullopt : vector(*value, dimension::impulse(), "an impulse");
    const Point place = at == nullptr ? Point{} : point(*at);
    if (impulse && place) actions.emplace_back(ApplyImpulse{*impulse, place});
  } else {
    diagnostics_.error(entry.key_place, "unknown action '" + entry.key + "'", suggestion(entry.key, known, "actions"));
  }
}

void Builder::read_settings(const Node& node, std::vector<EventAction>& actions) {
  if (!node.is_map()) diagnostics_.error(node.place, "`set` is a map of names and values", "set: {hits: hits + 1}");
  for (const Entry& entry : node.entries) {
    const std::string kind = scope_.what(entry.key);
    if (kind != "discrete variable" && kind != "input" && kind != "state") {
      std::vector<std::string> known = scope_.names("discrete variable");
      for (const std::string& name : scope_.names("input")) known.push_back(name);
      for (const std::string& name : scope_.names("state")) known.push_back(name);
      diagnostics_.error(entry.key_place,
                         kind.empty() ? "unknown name '" + entry.key + "'"
                                      : "an event cannot set the " + kind + " '" + entry.key + "'",
                         suggestion(entry.key, known, "variables that events can set"));
      continue;
    }
    const auto value = any_scalar(entry.value, "the value of '" + entry.key + "'");
    const Measure own = scope_.find(entry.key, entry.key_place).measure;
    if (value && own.is_known()) check_dimension(entry.value, value->measure, own.dimension(), "'" + entry.key + "'");
    if (value) actions.emplace_back(SetVariable{entry.key, value->scalar});
  }
}

// {activate: row}, {deactivate: [row, row]}, {hold: row}: switches on and holds the row at its present value.
void Builder::read_switches(const Entry& entry, std::vector<EventAction>& actions) {
  const auto add = [&](const Node& node) {
    const Constraint* row = mechanism_.constraints().find(node.text);
    if (!row_names_.contains(node.text)) {
      diagnostics_.error(
          node.place, "unknown constraint '" + node.text + "'",
          suggestion(node.text, std::vector<std::string>(row_names_.begin(), row_names_.end()), "constraints"));
    } else if (row != nullptr && row->active == Activity::permanent) {
      diagnostics_.error(node.place, "constraint '" + node.text + "' holds always and cannot be switched",
                         "give it active: true or active: false");
    } else if (is_governed(node.text)) {
      diagnostics_.error(node.place, "constraint '" + node.text + "' is governed by `modes`: no event switches it",
                         "add a transition to a mode that has it (or has it not), or leave it out of `modes`");
    } else {
      actions.emplace_back(SwitchConstraint{node.text, entry.key != "deactivate", entry.key == "hold"});
    }
  };
  if (entry.value.is_scalar()) add(entry.value);
  for (const Node& item : entry.value.items) add(item);
}

// `grip: {at: P1, frame: B, directions: [B.x], turns: false}`
void Builder::read_handle(const Entry& entry) {
  if (!check_name(entry.key, entry.key_place, diagnostics_)) return;
  Fields fields(entry, "handle '" + entry.key + "'", {"at", "frame", "directions", "turns"}, diagnostics_);
  const Node* at = fields.require("at");
  const Node* in = fields.require("frame");
  Handle out;
  out.name = entry.key;
  out.where = where(entry.key_place);
  if (at != nullptr) out.at = point(*at);
  if (in != nullptr) out.frame = frame_of_body(*in);
  if (const Node* node = fields.find("directions")) out.directions = directions(*node, "a direction");
  if (const Node* node = fields.find("turns")) out.turns = boolean(*node).value_or(false);
  if (out.at && out.frame) mechanism_.handle(out);
}

void Builder::read_output(const Entry& entry) {
  if (!check_name(entry.key, entry.key_place, diagnostics_)) return;
  if (const auto value = any_scalar(entry.value, "output '" + entry.key + "'"))
    mechanism_.output({entry.key, value->scalar, to_mechanics(value->measure), where(entry.key_place)});
}

}  // namespace tangible
