// SPDX-License-Identifier: Apache-2.0
// speeds: definitions that are affine in the coordinate rates, and together determine them.
#include <algorithm>
#include <cmath>
#include <random>

#include "model/builder.h"
#include "symbolic/differentiate.h"
#include "symbolic/equality.h"
#include "symbolic/evaluate.h"
#include "symbolic/substitute.h"

namespace tangible {
namespace {

bool is_rate(const Mechanism& mechanism, Expr symbol) {
  const std::string_view name = symbol.name();
  if (!name.ends_with('\'') || name.ends_with("''")) return false;
  return mechanism.coordinates().find(name.substr(0, name.size() - 1)) != nullptr;
}

// The rank of a matrix by elimination with full pivoting; rows are scaled first, so that units do not matter.
std::size_t rank(std::vector<std::vector<double>> a) {
  for (auto& row : a) {
    double largest = 0;
    for (const double x : row) largest = std::max(largest, std::abs(x));
    if (largest > 0)
      for (double& x : row) x /= largest;
  }
  std::size_t r = 0;
  const std::size_t columns = a.empty() ? 0 : a.front().size();
  std::vector<bool> used(columns, false);
  for (; r < a.size(); ++r) {
    std::size_t best_row = r, best_column = 0;
    double best = 1e-9;
    for (std::size_t i = r; i < a.size(); ++i)
      for (std::size_t j = 0; j < columns; ++j)
        if (!used[j] && std::abs(a[i][j]) > best) {
          best = std::abs(a[i][j]);
          best_row = i;
          best_column = j;
        }
    if (best <= 1e-9) break;
    std::swap(a[r], a[best_row]);
    used[best_column] = true;
    for (std::size_t i = r + 1; i < a.size(); ++i) {
      const double factor = a[i][best_column] / a[r][best_column];
      for (std::size_t j = 0; j < columns; ++j) a[i][j] -= factor * a[r][j];
    }
  }
  return r;
}

}  // namespace

void Builder::declare_speeds() {
  each("speeds", [&](const Entry& entry) {
    scope_.declare(entry.key, "speed", entry.key_place, [this, &entry] { return make_speed(entry); });
  });
}

// The value of a speed is its symbol; its dimension is that of the definition.
Value Builder::make_speed(const Entry& entry) {
  const auto value = any_scalar(entry.value, "speed '" + entry.key + "'");
  if (!value) return {};
  // A speed may be defined with others; all end up in coordinate rates.
  Substitution others;
  for (const auto& [name, definition] : speed_definitions_) others[symbol(name)] = definition;
  const Expr definition = substitute(value->scalar, others);
  if (!check_speed(entry, definition)) return {};
  speed_measures_[entry.key] = value->measure;
  speed_definitions_[entry.key] = definition;
  return Value::of(symbol(entry.key), value->measure.is_number() ? Measure::unknown() : value->measure);
}

void Builder::add_speeds() {
  each("speeds", [&](const Entry& entry) {
    scope_.find(entry.key, entry.key_place);
    if (!speed_definitions_.contains(entry.key)) return;
    mechanism_.speed(entry.key, speed_definitions_.at(entry.key), to_mechanics(speed_measures_.at(entry.key)),
                     where(entry.key_place));
  });
}

bool Builder::check_speed(const Entry& entry, Expr definition) {
  const std::string what = "speed '" + entry.key + "'";
  std::vector<Expr> rates;
  for (const Expr s : symbols_in(std::vector<Expr>{definition})) {
    const std::string name(s.name());
    if (is_rate(mechanism_, s)) {
      rates.push_back(s);
    } else if (name.find('\'') != std::string::npos) {
      diagnostics_.error(place_of_value(entry.value), what + " mentions an acceleration (" + name + ")",
                         "a generalized speed is made of coordinate rates");
      return false;
    } else if (const std::string kind = scope_.what(name);
               kind == "input" || kind == "state" || kind == "discrete variable") {
      diagnostics_.error(place_of_value(entry.value), what + " depends on the " + kind + " '" + name + "'",
                         "a generalized speed is made of coordinates, their rates, parameters and t");
      return false;
    }
  }
  if (rates.empty()) {
    diagnostics_.error(place_of_value(entry.value), what + " contains no coordinate rate",
                       "define it with velocities, for example dot(v(P), B.x), or with a rate such as q1'");
    return false;
  }
  for (const Expr rate : rates) {
    const Expr coefficient = differentiate(definition, rate);
    for (const Expr s : symbols_in(std::vector<Expr>{coefficient}))
      if (is_rate(mechanism_, s) && !is_zero(differentiate(coefficient, s))) {
        diagnostics_.error(
            place_of_value(entry.value), what + " is not linear in the coordinate rates",
            "a generalized speed is a linear combination of " + std::string(rate.name()) + " and the like");
        return false;
      }
  }
  return true;
}

// Speeds, permanent rows and e.e = 1 together must be as many independent equations as there are coordinate rates:
// tested in numbers, at a random state, because a symbolic rank may cost much.
void Builder::check_speeds_determine_rates() {
  const auto& coordinates = mechanism_.coordinates();
  constexpr std::size_t largest = 200;  // an elimination of that size takes milliseconds
  if (mechanism_.speeds().empty() || coordinates.size() > largest) return;
  std::vector<Expr> equations;
  for (const Speed& speed : mechanism_.speeds()) equations.push_back(speed.definition);
  Substitution definitions;
  for (const Speed& speed : mechanism_.speeds()) definitions[speed.symbol] = speed.definition;
  for (const Constraint& row : mechanism_.constraints()) {
    if (row.active != Activity::permanent) continue;
    const bool motion = row.kind == ConstraintKind::motion;
    equations.push_back(motion ? substitute(row.expression, definitions) : mechanism_.dt(row.expression));
  }
  std::vector<Expr> rates;
  for (const Coordinate& q : coordinates) rates.push_back(q.rate);
  Values values = parameter_values_;
  std::mt19937 random(20240101);
  std::uniform_real_distribution<double> uniform(0.2, 1.1);
  std::vector<std::vector<double>> numbers;
  for (const auto& row : jacobian(equations, rates)) {
    for (const Expr s : symbols_in(row))
      if (!values.contains(s)) values[s] = uniform(random);
    numbers.push_back(evaluate(row, values));
  }
  for (const auto& row : numbers)
    if (std::any_of(row.begin(), row.end(), [](double x) { return !std::isfinite(x); })) return;
  const std::size_t found = rank(numbers);
  if (found == coordinates.size()) return;
  const Entry* section_entry = root_.find("speeds");
  diagnostics_.error(
      section_entry == nullptr ? Place{} : section_entry->key_place,
      "the speeds do not determine the coordinate rates: together with the permanent constraints they give " +
          std::to_string(found) + " independent equations for " + std::to_string(coordinates.size()) + " rates",
      "add a speed, or leave `speeds` out and let the program choose");
}

}  // namespace tangible
