// SPDX-License-Identifier: Apache-2.0
// task: the coordinates of a device as functions of the mechanism's, the configurations that constraints leave, a
// scripted hand, and numbers to watch.
//
//   task:
//     x: {x1: q1, x2: q2}                    x = phi(q)
//     z: {z1: 0.2 rad}                       with values where the motion begins
//     psi: {x1: r*cos(z1), x2: r*sin(z1)}    x = psi(z); or the coordinates as functions of z
//     hand: {x1: "-k*x1 - b*x1'", until: 3 s}
//     metrics: {radial_error: "sqrt(x1^2 + x2^2) - r"}
#include <algorithm>

#include "model/builder.h"
#include "model/names.h"
#include "symbolic/substitute.h"

namespace tangible {
namespace {

Measure force_conjugate_to(const Measure& x) {
  if (!x.is_known()) return Measure::unknown();
  return Measure(dimension::force() * dimension::velocity() / (x.dimension() / dimension::time()));
}

}  // namespace

void Builder::read_task() {
  const Entry* entry = root_.find("task");
  if (entry == nullptr || !entry->value.is_map()) return;
  Fields fields(*entry, "task", {"x", "z", "psi", "hand", "metrics"}, diagnostics_);
  TaskMap task;
  task.where = task.psi_where = where(entry->key_place);
  evaluator_.forces_are_known = false;
  read_task_coordinates(fields, task);
  read_task_parameters(fields, task);
  if (const Node* psi = fields.find("psi")) {
    task.psi_where = where(psi->place);
    read_psi(*psi, task);
  }
  if (const Node* hand = fields.find("hand")) read_hand(*hand, task);
  read_metrics(fields, task);
  evaluator_.forces_are_known = true;
  if (!diagnostics_.has_errors()) mechanism_.task = std::move(task);
}

std::vector<Expr> Builder::with_parameters(std::vector<Expr> symbols) const {
  for (const Parameter& p : mechanism_.parameters()) symbols.push_back(p.symbol);
  return symbols;
}

bool Builder::check_task_symbols(const Node& node, Expr value, const std::vector<Expr>& allowed,
                                 const std::string& what) {
  for (const Expr s : symbols_in(std::vector<Expr>{value})) {
    if (std::ranges::find(allowed, s) != allowed.end()) continue;
    diagnostics_.error(place_of_value(node), what + ", not of " + std::string(s.name()));
    return false;
  }
  return true;
}

// Where the file defines no speeds, those of the program's choice have names that the scope does not know.
bool Builder::check_task_name(const Entry& entry) {
  if (!find_automatic_speed(entry.key)) return true;
  diagnostics_.error(entry.key_place, "the name '" + entry.key + "' is that of a speed that the program chose",
                     "choose another name, for example " + entry.key + "_1");
  return false;
}

// Names of x and z are declared when all other sections have been read: they have a meaning in this one alone.
void Builder::read_task_coordinates(Fields& fields, TaskMap& task) {
  const Node* node = fields.require("x", "functions of the coordinates: x: {x1: q1, x2: ...}");
  if (node == nullptr) return;
  if (!node->is_map() || node->entries.empty()) {
    diagnostics_.error(node->place, "`x` is a map of names and functions of the coordinates", "x: {x1: q1, x2: q2}");
    return;
  }
  std::vector<Expr> coordinates;
  for (const Coordinate& q : mechanism_.coordinates()) coordinates.push_back(q.symbol);
  const std::vector<Expr> allowed = with_parameters(coordinates);
  std::vector<std::pair<const Entry*, Value>> phi;
  for (const Entry& entry : node->entries)
    if (auto value = any_scalar(entry.value, "'" + entry.key + "' of `x`")) phi.emplace_back(&entry, *std::move(value));
  for (const auto& [entry, value] : phi) {
    if (!check_task_symbols(entry->value, value.scalar, allowed,
                            "x = phi(q) is a function of coordinates and parameters"))
      continue;
    TaskCoordinate x;
    x.name = entry->key;
    x.where = where(entry->key_place);
    x.symbol = symbol(x.name);
    x.rate = symbol(x.name + "'");
    x.force = symbol(x.name + ".force");
    x.phi = value.scalar;
    x.dimension = to_mechanics(value.measure);
    const Measure measure = value.measure.is_number() ? Measure::unknown() : value.measure;
    if (!check_task_name(*entry)) continue;
    if (!scope_.declare(x.name, "task coordinate", entry->key_place, [=] { return Value::of(x.symbol, measure); }))
      continue;
    scope_.declare_dotted(x.name + "'", "task velocity", entry->key_place,
                          [=] { return Value::of(x.rate, measure / Measure(dimension::time())); });
    scope_.declare_dotted(x.name + ".force", "force of the hand", entry->key_place,
                          [=] { return Value::of(x.force, force_conjugate_to(measure)); });
    task.x.push_back(x);
  }
}

void Builder::read_task_parameters(Fields& fields, TaskMap& task) {
  const Node* node = fields.find("z");
  if (node == nullptr) {
    if (fields.has("psi")) fields.require("z", "the parameters of psi and where they begin: z: {z1: 0.2 rad}");
    return;
  }
  if (!fields.has("psi")) fields.require("psi", "x, or the coordinates, as functions of z: psi: {x1: r*cos(z1)}");
  if (!node->is_map() || node->entries.empty())
    diagnostics_.error(node->place, "`z` is a map of names and values where they begin", "z: {z1: 0.2 rad}");
  for (const Entry& entry : node->entries) {
    const auto value = any_scalar(entry.value, "'" + entry.key + "' of `z`");
    const auto start = value ? number(entry.value, nullptr, "'" + entry.key + "' of `z`") : std::nullopt;
    if (!start) continue;
    const Measure measure = value->measure.is_number() ? Measure::unknown() : value->measure;
    const TaskParameter z{entry.key, symbol(entry.key),     symbol(entry.key + "'"),
                          *start,    to_mechanics(measure), where(entry.key_place)};
    if (!check_task_name(entry)) continue;
    if (scope_.declare(z.name, "task parameter", entry.key_place, [=] { return Value::of(z.symbol, measure); }))
      task.z.push_back(z);
  }
}

void Builder::read_psi(const Node& node, TaskMap& task) {
  std::vector<std::string> of_x, of_q;
  for (const TaskCoordinate& x : task.x) of_x.push_back(x.name);
  for (const Coordinate& q : mechanism_.coordinates()) of_q.push_back(q.name);
  const auto is_coordinate = [&](const Entry& e) { return std::ranges::find(of_q, e.key) != of_q.end(); };
  const bool gives_q = node.is_map() && std::ranges::any_of(node.entries, is_coordinate);
  const std::vector<std::string>& names = gives_q ? of_q : of_x;
  if (!node.is_map() || node.entries.empty()) {
    diagnostics_.error(node.place, "`psi` is a map of functions of z, one for each of `x`, or for each coordinate");
    return;
  }
  std::vector<Expr> symbols;
  for (const TaskParameter& z : task.z) symbols.push_back(z.symbol);
  const std::vector<Expr> allowed = with_parameters(symbols);
  std::vector<std::optional<Expr>> values(names.size());
  for (const Entry& entry : node.entries) {
    const auto name = std::ranges::find(names, entry.key);
    if (name == names.end()) {
      diagnostics_.error(entry.key_place, "'" + entry.key + "' is none of " + (gives_q ? "the coordinates" : "`x`"),
                         suggestion(entry.key, names, "names"));
      continue;
    }
    const auto value = any_scalar(entry.value, "'" + entry.key + "' of `psi`");
    const Measure wanted = scope_.find(entry.key, entry.key_place).measure;
    if (!value || !check_task_symbols(entry.value, value->scalar, allowed, "psi is a function of z and parameters"))
      continue;
    if (wanted.is_known()) check_dimension(entry.value, value->measure, wanted.dimension(), "'" + entry.key + "'");
    values[static_cast<std::size_t>(name - names.begin())] = value->scalar;
  }
  for (std::size_t i = 0; i < names.size() && !diagnostics_.has_errors(); ++i)
    if (!values[i])
      diagnostics_.error(
          node.place, "`psi` says nothing about '" + names[i] + "'",
          "give a function of z, or a number, for each of " + std::string(gives_q ? "the coordinates" : "`x`"));
  if (diagnostics_.has_errors()) return;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (gives_q)
      task.coordinates_of_z.push_back(*values[i]);
    else
      task.x[i].psi = *values[i];
  }
}

// A missing component is zero.
void Builder::read_hand(const Node& node, TaskMap& task) {
  if (!node.is_map()) {
    diagnostics_.error(node.place, "`hand` is a map of forces conjugate to x", "hand: {x1: \"-k*x1\", until: 3 s}");
    return;
  }
  task.has_hand = true;
  std::vector<Expr> symbols{mechanism_.time()};
  std::vector<std::string> names{"until"};
  for (const TaskCoordinate& x : task.x) {
    symbols.insert(symbols.end(), {x.symbol, x.rate});
    names.push_back(x.name);
  }
  const std::vector<Expr> allowed = with_parameters(symbols);
  for (const Entry& entry : node.entries) {
    if (entry.key == "until") {
      const UnitDimension time = dimension::time();
      task.release = number(entry.value, &time, "`until` of `hand`");
      continue;
    }
    const auto x = std::ranges::find(task.x, entry.key, &TaskCoordinate::name);
    if (x == task.x.end()) {
      diagnostics_.error(entry.key_place, "'" + entry.key + "' is none of `x`", suggestion(entry.key, names, "names"));
      continue;
    }
    const auto value = any_scalar(entry.value, "the force on '" + entry.key + "'");
    if (!value || !check_task_symbols(entry.value, value->scalar, allowed,
                                      "the force of a hand is a function of t, x, x' and parameters"))
      continue;
    const Measure wanted = force_conjugate_to(scope_.find(entry.key, entry.key_place).measure);
    if (wanted.is_known())
      check_dimension(entry.value, value->measure, wanted.dimension(), "the force on '" + entry.key + "'");
    x->hand = value->scalar;
  }
}

// Each may mention those before it.
void Builder::read_metrics(Fields& fields, TaskMap& task) {
  const Node* node = fields.find("metrics");
  if (node == nullptr) return;
  if (!node->is_map()) diagnostics_.error(node->place, "`metrics` is a map of names and expressions");
  std::vector<Expr> allowed{mechanism_.time()};
  for (const Coordinate& q : mechanism_.coordinates()) allowed.insert(allowed.end(), {q.symbol, q.rate});
  for (const Speed& u : mechanism_.speeds()) allowed.push_back(u.symbol);
  for (const TaskCoordinate& x : task.x) allowed.insert(allowed.end(), {x.symbol, x.rate, x.force});
  allowed = with_parameters(std::move(allowed));
  for (const Entry& entry : node->entries) {
    const auto value = any_scalar(entry.value, "metric '" + entry.key + "'");
    if (!value || !check_task_symbols(entry.value, value->scalar, allowed,
                                      "a metric is a function of t, x, x', the forces of the hand, coordinates, "
                                      "speeds and parameters"))
      continue;
    if (!scope_.declare(entry.key, "metric", entry.key_place, [value] { return *value; })) continue;
    task.metrics.push_back({entry.key, value->scalar, to_mechanics(value->measure), where(entry.key_place)});
  }
}

}  // namespace tangible
