// SPDX-License-Identifier: Apache-2.0
// The order in which a model file is evaluated, and functions that read a value of a certain kind from a node.
#include "model/builder.h"

#include <algorithm>
#include <cmath>

#include "model/names.h"
#include "model/symbol_words.h"
#include "symbolic/evaluate.h"
#include "symbolic/substitute.h"

namespace tangible {
namespace {

const std::vector<std::string>& top_level_keys() {
  static const std::vector<std::string> keys = {
      "tangible", "name",    "source",      "description", "parameters", "inputs", "coordinates", "discrete",
      "states",   "tables",  "define",      "frames",      "points",     "speeds", "bodies",      "particles",
      "gravity",  "loads",   "constraints", "contacts",    "impacts",    "events", "modes",       "handles",
      "outputs",  "initial", "shapes",      "view",        "repeat",     "task"};
  return keys;
}

// Sections that are maps of named things.
bool is_section(std::string_view key) {
  static const std::set<std::string, std::less<>> others = {"tangible", "name", "source", "description", "gravity"};
  return !others.contains(key);
}

}  // namespace

SourceLocation where(Place place) { return {place.line, place.column}; }

Dimension to_mechanics(const Measure& measure) {
  if (!measure.is_known()) return {};
  const auto [kg, m, s, ampere, kelvin] = measure.dimension().integers();
  return {.length = m, .mass = kg, .time = s, .current = ampere, .temperature = kelvin};
}

Builder::Builder(const Node& root, const Source& source, Diagnostics& diagnostics, const ReadOptions& options)
    : root_(root),
      source_(source),
      diagnostics_(diagnostics),
      options_(options),
      mechanism_(root.find("name") != nullptr ? root.find("name")->value.text : "mechanism"),
      scope_(diagnostics),
      evaluator_(scope_, source, diagnostics, mechanism_.kinematics()) {
  if (const Entry* from = root.find("source")) mechanism_.source = from->value.text;
  evaluator_.force = [this](const std::string& name) { return force_of(name); };
  evaluator_.torque = [this](const std::string& name) { return torque_of(name); };
  evaluator_.body_frame = [this](const std::string& name) {
    const RigidBody* body = mechanism_.bodies().find(name);
    return body == nullptr ? Frame{} : body->frame;
  };
  evaluator_.mode = [this](const std::string& name) { return mode_is(name); };
  evaluator_.mode_names = [this] { return mode_names_; };
  evaluator_.force_names = [this] { return std::vector<std::string>(force_names_.begin(), force_names_.end()); };
}

Mechanism Builder::build() {
  check_head();
  build_space();
  each("bodies", [&](const Entry& e) { read_body(e); });
  each("particles", [&](const Entry& e) { read_particle(e); });
  evaluator_.forces_are_known = false;
  read_gravity();
  each("loads", [&](const Entry& e) { read_load(e); });
  evaluator_.forces_are_known = true;
  each("constraints", [&](const Entry& e) { read_constraint(e); });
  each("contacts", [&](const Entry& e) { read_contact(e); });
  read_impacts();
  each("events", [&](const Entry& e) { read_event(e); });
  each("constraints", [&](const Entry& e) { read_latch(e); });
  each("handles", [&](const Entry& e) { read_handle(e); });
  each("outputs", [&](const Entry& e) { read_output(e); });
  each("initial", [&](const Entry& e) { read_initial(e); });
  read_modes();  // last: the effects of transitions are known when everything that uses modes has been read
  add_asked_reactions();
  if (!diagnostics_.has_errors()) check_speeds_determine_rates();
  if (!diagnostics_.has_errors()) each("contacts", [&](const Entry& e) { check_contact(e); });
  read_task();
  mechanism_.meanings = words_of_symbols(root_);
  each("shapes", [&](const Entry& e) { read_shape(e); });  // last: they have no part in the equations
  read_view();
  return std::move(mechanism_);
}

Mechanism Builder::build_with_auxiliary_speeds(std::unordered_set<std::string> places) {
  mechanism_.add_auxiliary_speeds(std::move(places));
  build_space();
  each("bodies", [&](const Entry& e) { read_body(e); });
  each("constraints", [&](const Entry& e) { read_constraint(e); });
  each("contacts", [&](const Entry& e) { read_contact(e); });
  return std::move(mechanism_);
}

// Names, frames, points, links, speeds and definitions.
void Builder::build_space() {
  declare_modes();
  declare_symbols();
  declare_links();
  declare_space();
  declare_constraints();
  set_origins();
  add_speeds();
  each("frames", [&](const Entry& e) { scope_.find(e.key, e.key_place); });
  each("points", [&](const Entry& e) { scope_.find(e.key, e.key_place); });
  each("bodies", [&](const Entry& e) {
    if (is_link(e)) scope_.find(e.key, e.key_place);
  });
  each("define", [&](const Entry& e) { scope_.find(e.key, e.key_place); });
  finish_states();
}

void Builder::check_head() {
  for (const Entry& entry : root_.entries) {
    const auto& known = top_level_keys();
    if (std::find(known.begin(), known.end(), entry.key) == known.end()) {
      diagnostics_.error(entry.key_place, "unknown section '" + entry.key + "'",
                         suggestion(entry.key, known, "sections"));
    } else if (is_section(entry.key) && !entry.value.is_map() && !entry.value.is_null()) {
      diagnostics_.error(entry.value.place, "'" + entry.key + "' must be a map: name: ...",
                         "give every entry a name: " + entry.key + ": {first: ..., second: ...}");
    }
  }
  const Entry* version = root_.find("tangible");
  if (version == nullptr) {
    diagnostics_.error(root_.place, "this is not a model file: the version of the format is missing",
                       "begin the file with `tangible: 1`");
  } else if (version->value.text != "1") {
    diagnostics_.error(version->value.place, "version '" + version->value.text + "' of the format is not known",
                       "this program reads version 1: write `tangible: 1`");
  }
  check_overrides();
}

void Builder::check_overrides() {
  std::vector<std::string> known;
  for (const Entry& entry : section("parameters")) known.push_back(entry.key);
  for (const auto& [name, value] : options_.set)
    if (std::find(known.begin(), known.end(), name) == known.end()) {
      diagnostics_.begin_origin(options_.set_label + name + "=" + value);
      diagnostics_.error({}, "there is no parameter '" + name + "' to set", suggestion(name, known, "parameters"));
      diagnostics_.end_origin();
    }
}

const std::vector<Entry>& Builder::section(std::string_view name) const {
  static const std::vector<Entry> none;
  const Entry* entry = root_.find(name);
  return entry == nullptr ? none : entry->value.entries;
}

Place Builder::place_of_value(const Node& node) const { return source_.place_in(node, 0); }

bool Builder::check_dimension(const Node& node, const Measure& found, const UnitDimension& wanted,
                              const std::string& what) {
  if (found.fits(wanted)) return true;
  diagnostics_.error(place_of_value(node),
                     "wrong dimension: " + what + " must be " + wanted.describe() + ", not " + found.describe(),
                     "check the units of the names in this expression");
  return false;
}

// A force may enter by a definition, which is evaluated before its use is known.
bool Builder::mentions_unknown_force(const Node& node, const Value& value) {
  if (evaluator_.forces_are_known) return false;
  std::vector<Expr> parts{value.scalar};
  for (const Vector::Part& part : value.vector.parts()) parts.insert(parts.end(), part.c.begin(), part.c.end());
  for (const Expr s : symbols_in(parts)) {
    const std::string_view name = s.name();
    if (!name.starts_with("force(") && !name.starts_with("torque(")) continue;
    diagnostics_.error(place_of_value(node),
                       std::string(name.substr(0, name.find(')') + 1)) +
                           " is a result of loads and constraints; it is not allowed here, not by a definition either",
                       "it is allowed in events, outputs and conditions");
    return true;
  }
  return false;
}

std::optional<Value> Builder::any_scalar(const Node& node, const std::string& what) {
  return require_scalar(node, evaluator_.evaluate(node), what);
}

std::optional<Value> Builder::require_scalar(const Node& node, Value value, const std::string& what) {
  if (mentions_unknown_force(node, value)) return std::nullopt;
  if (value.is(Value::Kind::nothing)) return std::nullopt;
  if (value.is(Value::Kind::condition)) value = Value::of(value.scalar, UnitDimension{});
  if (value.is(Value::Kind::scalar)) return value;
  diagnostics_.error(place_of_value(node), what + " must be a scalar, not " + describe(value.kind),
                     value.is(Value::Kind::vector) ? "take a component: dot(..., N.x)" : "");
  return std::nullopt;
}

std::optional<Expr> Builder::scalar(const Node& node, const UnitDimension& wanted, const std::string& what) {
  const auto value = any_scalar(node, what);
  if (!value || !check_dimension(node, value->measure, wanted, what)) return std::nullopt;
  return value->scalar;
}

std::optional<Expr> Builder::condition(const Node& node, const std::string& what) {
  const Value value = evaluator_.evaluate(node);
  if (value.is(Value::Kind::nothing)) return std::nullopt;
  if (value.is(Value::Kind::condition)) return value.scalar;
  if (value.is(Value::Kind::scalar) && value.measure.fits(dimension::none())) {
    const auto fixed = number_of(value.scalar);
    if (!fixed || *fixed == 0 || *fixed == 1) return value.scalar;
  }
  diagnostics_.error(place_of_value(node), what + " must be a condition, not " + describe(value.kind),
                     "compare something: x > 0");
  return std::nullopt;
}

std::optional<Value> Builder::any_vector(const Node& node, const std::string& what) {
  const char* const advice = "a vector is written with unit vectors of frames: 2*N.x + q1*B.y";
  if (node.is_sequence()) {
    diagnostics_.error(node.place, what + " must be a vector, not a list", advice);
    return std::nullopt;
  }
  Value value = evaluator_.evaluate(node);
  if (mentions_unknown_force(node, value)) return std::nullopt;
  if (value.is(Value::Kind::vector)) return value;
  if (value.is(Value::Kind::scalar) && value.scalar.is_zero()) return Value::of(Vector{}, Measure{});
  if (!value.is(Value::Kind::nothing))
    diagnostics_.error(
        place_of_value(node), what + " must be a vector, not " + describe(value.kind),
        value.is(Value::Kind::point) ? "p(A, B) is the position vector from point A to point B" : advice);
  return std::nullopt;
}

std::optional<Vector> Builder::vector(const Node& node, const UnitDimension& wanted, const std::string& what) {
  const auto value = any_vector(node, what);
  if (!value || !check_dimension(node, value->measure, wanted, what)) return std::nullopt;
  return value->vector;
}

std::vector<Vector> Builder::directions(const Node& node, const std::string& what) {
  std::vector<Vector> out;
  const auto add = [&](const Node& item) {
    if (const auto direction = vector(item, dimension::none(), what)) out.push_back(*direction);
  };
  if (node.is_scalar()) add(node);
  for (const Node& item : node.items) add(item);
  for (const Entry& entry : node.entries) add(entry.value);
  return out;
}

Frame Builder::frame(const Node& node) {
  const bool known = node.is_scalar() && (scope_.what(node.text) == "frame" || scope_.what(node.text) == "link");
  if (known) return scope_.find(node.text, node.place).frame;
  const std::string found = scope_.what(node.text);
  diagnostics_.error(
      node.place,
      found.empty() ? "unknown frame '" + node.text + "'" : "'" + node.text + "' is a " + found + ", not a frame",
      suggestion(node.text, scope_.names("frame"), "frames"));
  return {};
}

Point Builder::point(const Node& node) {
  if (node.is_scalar() && scope_.what(node.text) == "point") return scope_.find(node.text, node.place).point;
  const std::string found = scope_.what(node.text);
  diagnostics_.error(
      node.place,
      found.empty() ? "unknown point '" + node.text + "'" : "'" + node.text + "' is a " + found + ", not a point",
      suggestion(node.text, scope_.names("point"), "points"));
  return {};
}

Frame Builder::frame_of_body(const Node& node) {
  if (const RigidBody* body = mechanism_.bodies().find(node.text)) return body->frame;
  if (!scope_.what(node.text).empty()) return frame(node);
  std::vector<std::string> known = scope_.names("frame");
  for (const Entry& entry : section("bodies")) {
    if (entry.key == node.text) return {};  // it was wrong, which has been reported
    known.push_back(entry.key);
  }
  diagnostics_.error(node.place, "unknown body '" + node.text + "'", suggestion(node.text, known, "bodies and frames"));
  return {};
}

std::optional<bool> Builder::boolean(const Node& node) {
  if (node.is_scalar() && (node.text == "true" || node.text == "false")) return node.text == "true";
  diagnostics_.error(node.place, "'" + node.text + "' is neither true nor false");
  return std::nullopt;
}

std::optional<double> Builder::number_of(Expr e) const {
  for (const Expr s : symbols_in(std::vector<Expr>{e}))
    if (!parameter_values_.contains(s)) return std::nullopt;
  return evaluate(e, parameter_values_);
}

std::optional<double> Builder::number(const Node& node, const UnitDimension* wanted, const std::string& what) {
  const auto value = any_scalar(node, what);
  if (!value || (wanted != nullptr && !check_dimension(node, value->measure, *wanted, what))) return std::nullopt;
  const auto result = number_of(value->scalar);
  if (!result) {
    diagnostics_.error(place_of_value(node), what + " must be a number",
                       "only numbers, units and parameters are allowed here");
  } else if (!std::isfinite(*result)) {
    diagnostics_.error(place_of_value(node), what + " is not a finite number");
    return std::nullopt;
  }
  return result;
}

}  // namespace tangible
