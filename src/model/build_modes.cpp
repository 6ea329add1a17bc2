// SPDX-License-Identifier: Apache-2.0
// Latches, which become active `when` and inactive `until`, and the machine of modes that a file declares in full.
//
// Both are written as events that are watched at times only: those of a latch while its row does not hold or does,
// those of a mode while it is the present one.
#include <algorithm>

#include "model/builder.h"
#include "model/names.h"
#include "symbolic/memo.h"
#include "symbolic/substitute.h"

namespace tangible {
namespace {

// A name, or a list of names.
std::vector<const Node*> names_in(const Node* node) {
  std::vector<const Node*> list;
  if (node == nullptr) return list;
  if (node->is_scalar() && !node->text.empty()) list.push_back(node);
  for (const Node& item : node->items) list.push_back(&item);
  return list;
}

}  // namespace

// Whether a condition contains a == b of quantities that vary continuously. Those that jump, as sign(u), or that reach
// a limit, as min(q, 1), are equal to something for a while.
bool Builder::waits_for_equality(Expr condition) const {
  const auto varies = [&](Expr e) {
    const std::vector<Expr> nodes = nodes_below(std::span(&e, 1));
    const bool may_stay = std::ranges::any_of(nodes, [](Expr node) {
      return node.is(Kind::sign) || node.is(Kind::min) || node.is(Kind::max) || node.is(Kind::select) ||
             node.is(Kind::less) || node.is(Kind::less_equal);
    });
    return !may_stay && std::ranges::any_of(symbols_in(std::span(&e, 1)), [&](Expr s) {
      const std::string name(s.name().substr(0, s.name().find('\'')));
      return name == "t" || mechanism_.coordinates().find(name) != nullptr || mechanism_.speeds().find(name) != nullptr;
    });
  };
  std::vector<Expr> open{condition};
  while (!open.empty()) {
    const Expr e = open.back();
    open.pop_back();
    if (!e.is(Kind::logical_and)) continue;
    const std::span<const Expr> both = e.operands();
    open.insert(open.end(), both.begin(), both.end());
    if (!both[0].is(Kind::less_equal) || !both[1].is(Kind::less_equal)) continue;
    const std::span<const Expr> less = both[0].operands(), more = both[1].operands();
    if (less[0] == more[1] && less[1] == more[0] && varies(less[0] - less[1])) return true;
  }
  return false;
}

std::optional<Builder::WatchedTrigger> Builder::trigger(const Node& node) {
  const auto crossing = evaluator_.evaluate_crossing(node);
  if (!crossing || crossing->value.is(Value::Kind::nothing)) return std::nullopt;
  const Value& value = crossing->value;
  if (!value.is(Value::Kind::scalar) && !value.is(Value::Kind::condition)) {
    diagnostics_.error(place_of_value(node), "what rises or falls must be a scalar, not " + describe(value.kind));
    return std::nullopt;
  }
  // A condition rises when it becomes true: half is between false and true.
  const bool is_condition = value.is(Value::Kind::condition);
  if (is_condition && waits_for_equality(value.scalar))
    diagnostics_.warning(place_of_value(node),
                         "this equality is true at single instants only, and a run does not find them",
                         "write crosses(a - b) instead of a == b");
  WatchedTrigger out{{crossing->edge, is_condition ? value.scalar - Expr(Rational(1, 2)) : value.scalar}, {}};
  if (crossing->is_plain) out.holds = value.scalar;
  return out;
}

// --- Latches ---

// Reports keys that exclude each other.
bool Builder::check_latch(const Entry& entry, const Fields& fields) {
  const std::string what = "constraint '" + entry.key + "'";
  for (const char* key : {"active", "when", "until", "hold"})
    if (is_governed(entry.key) && fields.has(key)) {
      diagnostics_.error(entry.value.find(key)->key_place,
                         what + " is governed by `modes`, and cannot have `" + key + "` as well",
                         "leave it out here, or leave the constraint out of `modes`");
      return false;
    }
  const bool is_latch = fields.has("when") || fields.has("until");
  const Node* active = fields.find("active");
  if (is_latch && active != nullptr && active->text != "true" && active->text != "false") {
    diagnostics_.error(active->place,
                       what + " has `" + (fields.has("when") ? "when" : "until") +
                           "` and a condition for `active`, which may contradict it",
                       "keep one of them; beside `when` and `until`, active: true or active: false sets the state at "
                       "the start");
    return false;
  }
  if (fields.has("hold") && !is_latch) {
    diagnostics_.error(entry.value.find("hold")->key_place, what + " has `hold`, but neither `when` nor `until`",
                       "say when it becomes active (when: ...); an event holds what it activates with do: [{hold: " +
                           entry.key + "}]");
    return false;
  }
  return true;
}

// `catch: {configuration: x - x_catch, when: rises(x - x_catch), until: abs(force(catch)) > 30 N}`
void Builder::read_latch(const Entry& entry) {
  const Entry *when = entry.value.find("when"), *until = entry.value.find("until"), *hold = entry.value.find("hold");
  if (when == nullptr && until == nullptr) return;
  const auto comes = when == nullptr ? std::nullopt : trigger(when->value);
  const auto goes = until == nullptr ? std::nullopt : trigger(until->value);
  const bool holds = hold != nullptr && boolean(hold->value).value_or(false);
  if ((when != nullptr && !comes) || (until != nullptr && !goes) || diagnostics_.has_errors()) return;
  begin_latch(entry, comes ? &*comes : nullptr, goes ? &*goes : nullptr);
  const auto add = [&](const Entry& key, const WatchedTrigger& trigger, const SwitchConstraint& action) {
    Event out;
    out.name = entry.key + "." + key.key;
    out.when = trigger.when;
    out.order = static_cast<int>(mechanism_.events().size());
    out.where = where(key.key_place);
    out.watched = {entry.key, !action.active, ""};
    out.actions.emplace_back(action);
    // `until` prevents activation, and ends it at the same instant if activation makes `until` true, as a force can.
    if (action.active && goes && goes->holds) out.condition = logical_not(*goes->holds);
    out.fires_if_already_true = !action.active && trigger.holds;
    mechanism_.event(out);
  };
  if (comes) add(*when, *comes, {entry.key, true, holds});
  if (goes) add(*until, *goes, {entry.key, false, false});
}

// Active at the start: as `active` is, else whether `when` holds (without it: true); but not where `until` holds.
void Builder::begin_latch(const Entry& entry, const WatchedTrigger* when, const WatchedTrigger* until) {
  const Entry *active = entry.value.find("active"), *hold = entry.value.find("hold");
  Expr begins = when == nullptr ? Expr(1) : when->holds.value_or(Expr(0));
  if (active != nullptr) begins = active->value.text == "true" ? Expr(1) : Expr(0);
  if (until != nullptr && until->holds) begins = logical_and(begins, logical_not(*until->holds));
  for (const Constraint& row : mechanism_.constraints())
    if (row.is_named(entry.key))
      mechanism_.set_beginning(row.name, begins, hold != nullptr && hold->value.text == "true");
}

// --- Modes ---

// Names of modes and of the rows in them are known before anything mentions them.
void Builder::declare_modes() {
  each("modes", [&](const Entry& entry) {
    mode_names_.push_back(entry.key);
    std::set<std::string>& rows = in_mode_[entry.key];
    const Entry *active = entry.value.find("active"), *begins = entry.value.find("begins");
    for (const Node* name : names_in(active == nullptr ? nullptr : &active->value)) rows.insert(name->text);
    governed_rows_.insert(rows.begin(), rows.end());
    if (first_mode_.empty() || (begins != nullptr && begins->value.text == "true")) first_mode_ = entry.key;
  });
}

// A hidden discrete variable, made when it is first needed.
std::optional<Value> Builder::mode_is(const std::string& name) {
  if (!in_mode_.contains(name)) return std::nullopt;
  const std::string variable = "mode(" + name + ")";
  const Discrete* known = mechanism_.discretes().find(variable);
  return Value::condition(known != nullptr ? known->symbol
                                           : mechanism_.discrete(variable, name == first_mode_ ? 1 : 0));
}

void Builder::read_modes() {
  const Entry* all = root_.find("modes");
  if (all != nullptr && mode_names_.empty() && (all->value.is_map() || all->value.is_null()))
    diagnostics_.error(all->key_place, "`modes` declares no mode",
                       "name at least one, such as modes: {rolls: {active: [row]}}, or leave `modes` out");
  each("modes", [&](const Entry& entry) { read_mode(entry); });
  each("modes", [&](const Entry& entry) { read_transitions(entry); });
  if (diagnostics_.has_errors()) return;
  for (Event& event : transitions_) {
    const std::string to = std::get<EnterMode>(event.actions.back()).name;
    for (const std::string& name : mode_names_)
      if (mechanism_.discretes().find("mode(" + name + ")") != nullptr)
        event.actions.emplace_back(SetVariable{"mode(" + name + ")", name == to ? 1 : 0});
    event.order = static_cast<int>(mechanism_.events().size());
    mechanism_.event(event);
  }
  check_modes_are_reached();
}

// `rolls: {active: [caster_sticks], to: {slides: abs(force(caster_sticks)) > limit}, begins: true}`
void Builder::read_mode(const Entry& entry) {
  if (!check_name(entry.key, entry.key_place, diagnostics_)) return;
  const std::string what = "mode '" + entry.key + "'";
  Fields fields(entry, what, {"active", "to", "begins"}, diagnostics_);
  if (!fields.is_map()) return;
  const Node* begins = fields.find("begins");
  if (begins != nullptr && boolean(*begins).value_or(false) && entry.key != first_mode_)
    diagnostics_.error(begins->place, "the motion cannot begin in " + what + " and in '" + first_mode_ + "'",
                       "say begins: true once");
  const Node* active = fields.find("active");
  if (active != nullptr && active->is_map())
    diagnostics_.error(active->place, "`active` of " + what + " is a list of constraints", "active: [row, row]");
  if (!check_governed(entry, names_in(active))) return;
  DeclaredMode out;
  out.name = entry.key;
  out.rows.assign(in_mode_[entry.key].begin(), in_mode_[entry.key].end());
  out.begins = entry.key == first_mode_;
  out.where = where(entry.key_place);
  mechanism_.mode(out);
}

bool Builder::check_governed(const Entry& entry, const std::vector<const Node*>& list) {
  std::vector<std::string> known;
  for (const Entry& row : section("constraints")) known.push_back(row.key);
  const Entry* contacts = root_.find("contacts");
  std::set<std::string> seen;
  bool good = true;
  const auto refuse = [&](const Node& node, const std::string& message, const std::string& advice) {
    diagnostics_.error(node.place, message, advice);
    good = false;
  };
  for (const Node* node : list) {
    const std::string& name = node->text;
    const std::string whole = name.substr(0, name.find('.'));
    if (contacts != nullptr && contacts->value.find(name) != nullptr)
      refuse(*node, "'" + name + "' is a contact; modes list constraints only",
             "a contact may have enabled: mode(" + entry.key + ")");
    else if (std::ranges::find(known, whole) == known.end())
      refuse(*node, "unknown constraint '" + name + "'", suggestion(name, known, "constraints"));
    else if (whole != name)
      refuse(*node, "'" + name + "' is one row of constraint '" + whole + "'",
             "modes name whole constraints: " + whole);
    else if (!seen.insert(name).second)
      refuse(*node, "constraint '" + name + "' appears twice in mode '" + entry.key + "'", "name it once");
  }
  return good;
}

// `to: {slides: falls(v), stands: {when: t > 2 s, if: ..., do: [...], hold: row}}`; several transitions to one mode are
// a list.
void Builder::read_transitions(const Entry& mode) {
  const Entry* to = mode.value.find("to");
  if (to == nullptr || to->value.is_null()) return;
  if (!to->value.is_map()) {
    diagnostics_.error(to->value.place, "`to` of mode '" + mode.key + "' is a map of modes and triggers",
                       "to: {other: x > 0}");
    return;
  }
  for (const Entry& target : to->value.entries) {
    if (!in_mode_.contains(target.key)) {
      diagnostics_.error(target.key_place, "there is no mode '" + target.key + "' to go to",
                         suggestion(target.key, mode_names_, "modes"));
      continue;
    }
    if (target.value.is_sequence() && target.value.items.empty())
      diagnostics_.error(target.value.place, "nothing leads from mode '" + mode.key + "' to '" + target.key + "'",
                         "say what does, or leave it out");
    if (!target.value.is_sequence()) read_transition(mode, target, target.value);
    for (const Node& way : target.value.items) read_transition(mode, target, way);
  }
}

void Builder::read_transition(const Entry& mode, const Entry& target, const Node& node) {
  Event out;
  out.name = mode.key + " -> " + target.key;
  const auto same = std::ranges::count_if(
      transitions_, [&](const Event& e) { return e.watched.mode == mode.key && e.name.starts_with(out.name); });
  if (same > 0) out.name += ", " + std::to_string(same + 1);
  out.where = where(target.key_place);
  out.watched.mode = mode.key;
  const Node *when = &node, *hold = nullptr;
  if (node.is_map()) {
    Fields fields(node, target.key_place, "transition '" + out.name + "'", {"when", "if", "do", "hold"}, diagnostics_);
    when = fields.require("when", "when: rises(...), when: falls(...), or a condition");
    hold = fields.find("hold");
    if (const Node* condition_node = fields.find("if")) out.condition = condition(*condition_node, "`if`");
    if (const Node* what = fields.find("do")) read_actions(*what, out.actions);
  }
  const auto crossing = when == nullptr ? std::nullopt : trigger(*when);
  if (!crossing) return;
  out.when = crossing->when;
  out.fires_if_already_true = crossing->holds.has_value();
  read_change(mode, target, hold, out);
  transitions_.push_back(std::move(out));
}

// The rows that become inactive, those that become active, and which of these are held at their present value.
void Builder::read_change(const Entry& mode, const Entry& target, const Node* hold, Event& out) {
  const std::set<std::string>&from = in_mode_[mode.key], &to = in_mode_[target.key];
  std::set<std::string> held;
  if (hold != nullptr && !hold->is_scalar() && !hold->is_sequence())
    diagnostics_.error(hold->place, "`hold` is a constraint or a list of them", "hold: [row, row]");
  for (const Node* node : names_in(hold)) {
    if (to.contains(node->text) && !from.contains(node->text)) {
      held.insert(node->text);
      continue;
    }
    std::vector<std::string> comes;
    std::ranges::set_difference(to, from, std::back_inserter(comes));
    diagnostics_.error(
        node->place, "'" + node->text + "' does not come on from '" + mode.key + "' to '" + target.key + "'",
        comes.empty() ? "nothing does: leave `hold` out" : suggestion(node->text, comes, "rows that do"));
  }
  for (const std::string& row : from)
    if (!to.contains(row)) out.actions.emplace_back(SwitchConstraint{row, false, false});
  for (const std::string& row : to)
    if (!from.contains(row)) out.actions.emplace_back(SwitchConstraint{row, true, held.contains(row)});
  out.actions.emplace_back(EnterMode{target.key});
}

void Builder::check_modes_are_reached() {
  std::map<std::string, std::vector<std::string>> ways;
  for (const Event& event : transitions_)
    for (const EventAction& action : event.actions)
      if (const auto* enters = std::get_if<EnterMode>(&action)) ways[event.watched.mode].push_back(enters->name);
  std::vector<std::string> waiting{first_mode_};
  std::set<std::string> reached{first_mode_};
  while (!waiting.empty()) {
    const std::string mode = waiting.back();
    waiting.pop_back();
    for (const std::string& to : ways[mode])
      if (reached.insert(to).second) waiting.push_back(to);
  }
  for (const Entry& mode : section("modes"))
    if (!reached.contains(mode.key))
      diagnostics_.warning(mode.key_place, "mode '" + mode.key + "' is never reached from '" + first_mode_ + "'",
                           "lead a transition to it, or leave it out");
}

}  // namespace tangible
