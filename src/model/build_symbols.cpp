// SPDX-License-Identifier: Apache-2.0
// parameters, inputs, coordinates, discrete, states, define, tables.
#include <cctype>
#include <cmath>

#include "model/builder.h"
#include "symbolic/substitute.h"

namespace tangible {

void Builder::declare_symbols() {
  const Place nowhere;
  scope_.declare_dotted("N", "frame", nowhere, [this] { return Value::of(mechanism_.N()); });
  scope_.declare_dotted("ground", "frame", nowhere, [this] { return Value::of(mechanism_.N()); });
  scope_.declare_dotted("O", "point", nowhere, [this] { return Value::of(mechanism_.O()); });
  scope_.declare_dotted("t", "time", nowhere, [this] { return Value::of(mechanism_.time(), dimension::time()); });
  scope_.declare_dotted("pi", "number", nowhere, [] { return Value::of(pi(), dimension::none()); });
  each("parameters", [&](const Entry& e) { declare_parameter(e); });
  each("inputs", [&](const Entry& e) { declare_with_unit(e, false); });
  each("coordinates", [&](const Entry& e) { declare_with_unit(e, true); });
  each("discrete", [&](const Entry& e) { declare_discrete(e); });
  each("states", [&](const Entry& e) { declare_state(e); });
  declare_tables();
  declare_speeds();
  declare_definitions();
}

// A parameter is a number with a unit. Without a unit its dimension is not known, and it fits everywhere.
void Builder::declare_parameter(const Entry& entry) {
  if (!check_name(entry.key, entry.key_place, diagnostics_)) return;  // its value would be reported, too
  ParameterValue value = read_parameter(entry.value, entry.key);
  if (const auto set = options_.set.find(entry.key); set != options_.set.end())
    value = read_override(entry, value, set->second);
  const Measure measure = value.measure;
  const bool declared = scope_.declare(entry.key, "parameter", entry.key_place, [this, entry, measure] {
    return Value::of(*mechanism_.find_symbol(entry.key), measure);
  });
  if (!declared) return;
  const Expr symbol =
      mechanism_.parameter(entry.key, value.number.value_or(1), to_mechanics(measure), where(entry.key_place));
  if (value.number) parameter_values_[symbol] = *value.number;
}

Builder::ParameterValue Builder::read_parameter(const Node& node, const std::string& name) {
  const std::string what = "parameter '" + name + "'";
  const auto value = any_scalar(node, what);
  if (!value) return {};
  if (!symbols_in(std::vector<Expr>{value->scalar}).empty()) {
    diagnostics_.error(place_of_value(node), "the value of " + what + " depends on other names",
                       "write such an expression under `define`");
    return {};
  }
  ParameterValue out;
  if (!value->measure.is_number()) out.measure = value->measure;
  if (const double number = evaluate(value->scalar, {}); std::isfinite(number))
    out.number = number;
  else
    diagnostics_.error(place_of_value(node), "the value of " + what + " is not a finite number");
  return out;
}

// The value that the caller gives instead. Errors in it are reported for the caller's setting, not for the file.
// Without a unit it is SI of the same dimension.
Builder::ParameterValue Builder::read_override(const Entry& entry, const ParameterValue& own, const std::string& text) {
  diagnostics_.begin_origin(options_.set_label + entry.key + "=" + text);
  Node node = entry.value;
  node.kind = Node::Kind::scalar;
  node.text = text;
  node.entries.clear();
  node.items.clear();
  std::string word = text;
  for (char& c : word) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  const bool endless = word.starts_with("nan") || word.starts_with("inf") || word.starts_with("-inf");
  if (endless)
    diagnostics_.error(
        {}, "the value of parameter '" + entry.key + "' is not a finite number",
        "give a number, and a unit if it has one: " + options_.set_label + entry.key + "=\"" + entry.value.text + "\"");
  ParameterValue value = endless ? own : read_parameter(node, entry.key);
  if (own.measure.is_known()) {
    if (!value.measure.fits(own.measure.dimension()))
      diagnostics_.error({}, "wrong dimension: parameter '" + entry.key + "' is " + own.measure.describe() + ", not " +
                                 value.measure.describe());
    value.measure = own.measure;
  }
  diagnostics_.end_origin();
  return value;
}

// `q1: m`, `F: N`: the unit gives the dimension; values are SI. An input may have an initial value: `F: 2 N`.
void Builder::declare_with_unit(const Entry& entry, bool is_coordinate) {
  const Node& node = entry.value;
  const std::string what = is_coordinate ? "coordinate" : "input";
  Measure measure = Measure::unknown();
  double start = 0;
  try {
    if (!node.is_scalar()) throw UnitError{what + " '" + entry.key + "' needs a unit", 0};
    const Unit unit = parse_unit(node.text);
    measure = unit.dimension;
    if (!unit.factor.is_one() || unit.pi_power != 0)
      diagnostics_.error(
          place_of_value(node), what + "s are counted in SI units, not in " + node.text,
          "write " + (measure.dimension().is_none() ? std::string("rad") : measure.dimension().to_string()));
  } catch (const UnitError& error) {
    const bool is_quantity = node.is_scalar() && !is_coordinate && !node.text.empty() &&
                             node.text.find_first_of("0123456789") != std::string::npos;
    if (is_quantity) {
      const auto value = any_scalar(node, "input '" + entry.key + "'");
      if (value && value->measure.is_known()) measure = value->measure;
      if (value) start = number(node, nullptr, "the value of an input").value_or(0);
    } else {
      diagnostics_.error(source_.place_in(node, error.at), error.message, "for example " + entry.key + ": m");
    }
  }
  if (!scope_.declare(entry.key, what, entry.key_place,
                      [this, entry, measure] { return Value::of(*mechanism_.find_symbol(entry.key), measure); }))
    return;
  if (is_coordinate) {
    mechanism_.coordinate(entry.key, to_mechanics(measure), where(entry.key_place));
  } else {
    mechanism_.input(entry.key, start, to_mechanics(measure), where(entry.key_place));
  }
}

// `hits: 0`, `latched: false`, `rest: 3 cm`: the value to begin with.
void Builder::declare_discrete(const Entry& entry) {
  const Value value = evaluator_.evaluate(entry.value);
  const bool is_condition = value.is(Value::Kind::condition);
  const double start = number(entry.value, nullptr, "the value of discrete variable '" + entry.key + "'").value_or(0);
  const Measure measure = value.measure.is_number() && !is_condition ? Measure::unknown() : value.measure;
  const bool declared = scope_.declare(entry.key, "discrete variable", entry.key_place, [=, this] {
    const Expr symbol = *mechanism_.find_symbol(entry.key);
    return is_condition ? Value::condition(symbol) : Value::of(symbol, measure);
  });
  if (declared) mechanism_.discrete(entry.key, start, to_mechanics(measure), where(entry.key_place));
}

// `z: {unit: N, rate: (F - z)/tau}`: an own first-order state.
void Builder::declare_state(const Entry& entry) {
  Measure measure = Measure::unknown();
  const Entry* unit = entry.value.find("unit");
  if (unit != nullptr) {
    try {
      measure = parse_unit(unit->value.text).dimension;
    } catch (const UnitError& error) {
      diagnostics_.error(source_.place_in(unit->value, error.at), error.message);
    }
  }
  const bool declared = scope_.declare(entry.key, "state", entry.key_place, [this, entry, measure] {
    return Value::of(*mechanism_.find_symbol(entry.key), measure);
  });
  if (declared) mechanism_.state(entry.key, to_mechanics(measure), where(entry.key_place));
}

void Builder::finish_states() {
  evaluator_.forces_are_known = false;
  each("states", [&](const Entry& entry) {
    const std::string what = "state '" + entry.key + "'";
    if (mechanism_.states().find(entry.key) == nullptr) return;
    if (entry.value.is_scalar()) {
      if (const auto rate = any_scalar(entry.value, "the rate of " + what))
        mechanism_.set_state_rate(entry.key, rate->scalar);
      return;
    }
    Fields fields(entry, what, {"unit", "rate"}, diagnostics_);
    const Node* node = fields.require("rate");
    if (node == nullptr) return;
    const auto rate = any_scalar(*node, "the rate of " + what);
    if (!rate) return;
    const Measure own = scope_.find(entry.key, entry.key_place).measure;
    if (own.is_known())
      check_dimension(*node, rate->measure, own.dimension() / dimension::time(), "the rate of " + what);
    mechanism_.set_state_rate(entry.key, rate->scalar);
  });
  evaluator_.forces_are_known = true;
}

void Builder::declare_definitions() {
  each("define", [&](const Entry& entry) {
    scope_.declare(entry.key, "definition", entry.key_place, [this, &entry]() -> Value {
      const Value value = evaluator_.evaluate(entry.value);
      const SourceLocation location = where(entry.key_place);
      if (value.is(Value::Kind::scalar) || value.is(Value::Kind::condition)) {
        mechanism_.define(entry.key, value.scalar, to_mechanics(value.measure), location);
      } else if (value.is(Value::Kind::vector)) {
        mechanism_.define(entry.key, value.vector, to_mechanics(value.measure), location);
      } else if (!value.is(Value::Kind::nothing)) {
        diagnostics_.error(place_of_value(entry.value),
                           "definition '" + entry.key + "' must be a scalar or a vector, not " + describe(value.kind));
        return {};
      }
      return value;
    });
  });
}

void Builder::declare_tables() {
  each("tables", [&](const Entry& entry) {
    scope_.declare(entry.key, "table", entry.key_place, [this, &entry] { return make_table(entry); });
    scope_.find(entry.key, entry.key_place);
  });
}

// `felt: {x: [0, 1 mm, 2 mm], y: [0, 3 N, 11 N], between: cubic, beyond: hold}`
Value Builder::make_table(const Entry& entry) {
  Fields fields(entry, "table '" + entry.key + "'", {"x", "y", "between", "beyond"}, diagnostics_);
  auto out = std::make_shared<TableValue>();
  out->table.name = entry.key;
  out->table.where = where(entry.key_place);
  const Node* x = fields.require("x");
  const Node* y = fields.require("y");
  if (x == nullptr || y == nullptr || !read_column(*x, out->table.x, out->x) || !read_column(*y, out->table.y, out->y))
    return {};
  const auto choose = [&](const char* key, const char* first, const char* second) {
    const Node* node = fields.find(key);
    if (node == nullptr || node->text == first) return false;
    if (node->text != second)
      diagnostics_.error(node->place, "`" + std::string(key) + "` of a table is " + first + " or " + second +
                                          ", not '" + node->text + "'");
    return true;
  };
  if (choose("between", "linear", "cubic")) out->table.between = Table::Between::cubic;
  if (choose("beyond", "straight", "hold")) out->table.beyond = Table::Beyond::hold;
  mechanism_.table(out->table);
  Value value;
  value.kind = Value::Kind::table;
  value.table = out;
  return value;
}

bool Builder::read_column(const Node& node, std::vector<double>& values, Measure& measure) {
  if (!node.is_sequence()) {
    diagnostics_.error(node.place, "a column of a table is a list of numbers", "for example [0, 1 mm, 2 mm]");
    return false;
  }
  for (const Node& item : node.items) {
    const auto value = any_scalar(item, "an entry of a table");
    const auto result = value ? number(item, nullptr, "an entry of a table") : std::nullopt;
    if (!result) return false;
    const auto joined = join(measure, value->measure);
    if (!joined) {
      diagnostics_.error(place_of_value(item),
                         "wrong dimension: " + value->measure.describe() + " in a column of " + measure.describe());
      return false;
    }
    measure = *joined;
    values.push_back(*result);
    for (const Expr parameter : symbols_in(std::vector<Expr>{value->scalar}))
      mechanism_.fix_parameter(parameter.name());
  }
  if (measure.is_number()) measure = Measure::unknown();
  return true;
}

}  // namespace tangible
