// SPDX-License-Identifier: Apache-2.0
// contacts, events, handles, outputs: what is used when the mechanism moves.
#include <cmath>

#include "model/builder.h"
#include "model/names.h"

namespace tangible {

// `wall: {gap: x_w - q1, restitution: 0.6, friction: 0.3, at: P, normal: N.x, tangents: [N.y], enabled: q1 > 0}`
void Builder::read_contact(const Entry& entry) {
  if (!check_name(entry.key, entry.key_place, diagnostics_)) return;
  Fields fields(
      entry, "contact '" + entry.key + "'",
      {"gap", "normal", "tangents", "at", "fixed_in", "against", "against_frame", "restitution", "friction", "enabled"},
      diagnostics_);
  const Node* gap = fields.require("gap", "the distance that cannot be negative: gap: x_w - q1");
  if (gap == nullptr) return;
  Contact out;
  out.name = entry.key;
  out.where = where(entry.key_place);
  out.restitution = out.friction = 0;
  const auto distance = any_scalar(*gap, "a gap");
  if (distance && !distance->measure.fits(dimension::length()) && !distance->measure.fits(dimension::none()))
    diagnostics_.error(place_of_value(*gap),
                       "wrong dimension: a gap is a length or an angle, not " + distance->measure.describe());
  if (const Node* node = fields.find("normal"))
    out.normal = vector(*node, dimension::none(), "a normal").value_or(Vector{});
  if (const Node* node = fields.find("tangents")) out.tangents = directions(*node, "a tangent");
  if (const Node* node = fields.find("at")) out.on = point(*node);
  if (const Node* node = fields.find("fixed_in")) out.fixed_in = frame_of_body(*node);
  if (const Node* node = fields.find("against")) out.against = point(*node);
  if (const Node* node = fields.find("against_frame")) out.against_frame = frame_of_body(*node);
  if (const Node* node = fields.find("restitution"))
    out.restitution = scalar(*node, dimension::none(), "`restitution`").value_or(0);
  evaluator_.forces_are_known = false;
  read_friction(fields, out);
  evaluator_.forces_are_known = true;
  const Node* tangents = fields.find("tangents");
  const bool has_tangents = tangents != nullptr && (tangents->is_scalar() || !tangents->items.empty());
  if (distance && fields.has("friction") && (!has_tangents || !fields.has("at")))
    diagnostics_.error(fields.place(), "contact '" + entry.key + "' has friction, but not where and along what",
                       "add at: P and tangents: [N.x, N.y]");
  if (const Node* node = fields.find("enabled")) out.enabled = condition(*node, "`enabled`");
  if (!distance) return;
  out.gap = distance->scalar;
  out.force = force_of_row(distance->measure, ConstraintKind::configuration);
  mechanism_.contact(out);
}

// `friction: 0.3`, or `friction: {static: 0.5, sliding: 0.3}`.
void Builder::read_friction(const Fields& contact, Contact& out) {
  const Node* node = contact.find("friction");
  if (node == nullptr) return;
  if (!node->is_map()) {
    out.friction = scalar(*node, dimension::none(), "`friction`").value_or(0);
    check_friction(*node, out.friction);
    return;
  }
  Fields fields(*node, node->place, "the friction of " + contact.what(), {"static", "sliding"}, diagnostics_);
  const Node* sticking = fields.require("static");
  const Node* sliding = fields.require("sliding");
  if (sticking == nullptr || sliding == nullptr) return;
  out.static_friction = scalar(*sticking, dimension::none(), "static friction").value_or(0);
  out.friction = scalar(*sliding, dimension::none(), "sliding friction").value_or(0);
  check_friction(*sticking, *out.static_friction);
  check_friction(*sliding, out.friction);
  const auto more = number_of(*out.static_friction), less = number_of(out.friction);
  if (more && less && *less >= 0 && *more >= 0 && *more < *less)
    diagnostics_.error(sticking->place, "static friction is below sliding friction",
                       "what sticks would slide and what slides would stick; give `static` at least as large");
}

// In numbers, with the values of the parameters.
void Builder::check_friction(const Node& node, const Expr& coefficient) {
  if (const auto value = number_of(coefficient); value && *value < 0)
    diagnostics_.error(node.place, "a coefficient of friction is negative", "give zero or more");
}

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
      diagnostics_.error(node.place, "unknown constraint '" + node.text + "'",
                         suggestion(node.text, evaluator_.force_names(), "constraints"));
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
