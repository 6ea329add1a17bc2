// SPDX-License-Identifier: Apache-2.0
// Models of the library evaluated at the states of outside references (test/oracles).
#pragma once

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "engine/evaluate_state.h"
#include "equivalence/reference.h"
#include "formulated.h"

namespace tangible {

// All numbers of nested lists and objects, in order.
inline std::vector<double> numbers(const Json& json) {
  if (json.is_number()) return {json.get<double>()};
  std::vector<double> all;
  for (const Json& part : json)
    for (const double x : numbers(part)) all.push_back(x);
  return all;
}

// To 1e-9 of the largest number of the reference; below 1e-3 of the unit that counts as 1e-3.
inline void expect_equal(const std::string& what, const Json& ours, const Json& reference) {
  const std::vector<double> a = numbers(ours), b = numbers(reference);
  ASSERT_EQ(a.size(), b.size()) << what;
  double scale = 1e-3;
  for (const double x : b) scale = std::max(scale, std::abs(x));
  for (std::size_t i = 0; i < a.size(); ++i) EXPECT_NEAR(a[i], b[i], 1e-9 * scale) << what << " [" << i << "]";
}

inline Json negated(const Json& list) {
  Json result = Json::array();
  for (const double x : numbers(list)) result.push_back(-x);
  return result;
}

inline Json times(const Json& matrix, const Json& vector) {
  const std::vector<double> x = numbers(vector);
  Json result = Json::array();
  for (const Json& row : matrix) {
    double sum = 0;
    for (std::size_t i = 0; i < x.size(); ++i) sum += row[i].get<double>() * x[i];
    result.push_back(sum);
  }
  return result;
}

inline Json plus(const Json& a, const Json& b) {
  Json result = a;
  for (std::size_t i = 0; i < result.size(); ++i) result[i] = a[i].get<double>() + b[i].get<double>();
  return result;
}

// A model with values for its symbols: its own until others are set.
class ModelUnderTest {
 public:
  explicit ModelUnderTest(const std::string& path) : model_(formulate_current({.path = path, .set = {}, .coriolis = true})) {
    know(model_.mechanism->time(), 0);
    for (const Parameter& p : model_.mechanism->parameters()) know(p.symbol, p.value);
    for (const Input& i : model_.mechanism->inputs()) know(i.symbol, i.value);
    for (const Discrete& d : model_.mechanism->discretes()) know(d.symbol, d.value);
    for (const Expr q : model_.equations.kinematical.q) know(q, 0);
    for (const Expr u : model_.equations.kinematical.u) know(u, 0);
  }

  void set(const std::string& name, const Json& value) {
    const auto found = symbols_.find(name);
    ASSERT_NE(found, symbols_.end()) << "the model has no " << name;
    values_[found->second] = value.get<double>();
  }
  void set_list(const std::vector<std::string>& names, const Json& list) {
    ASSERT_EQ(names.size(), list.size());
    for (std::size_t i = 0; i < names.size(); ++i) set(names[i], list[i]);
  }
  // All of an object by their names, but for some.
  void set_all(const Json& object, const std::vector<std::string>& except = {}) {
    for (const auto& [name, value] : object.items())
      if (std::ranges::find(except, name) == except.end()) set(name, value);
  }
  void set_coordinates(const Json& list) { set_each(model_.equations.kinematical.q, list); }
  void set_speeds(const Json& list) { set_each(model_.equations.kinematical.u, list); }

  // Everything at the values now, under the rows of these names and no others.
  Json under(const std::vector<std::string>& rows) const { return evaluate_to_json(model_, {values_, rows}); }

 private:
  void know(Expr symbol, double value) {
    symbols_[std::string(symbol.name())] = symbol;
    values_[symbol] = value;
  }
  void set_each(const std::vector<Expr>& symbols, const Json& list) {
    ASSERT_EQ(symbols.size(), list.size());
    for (std::size_t i = 0; i < symbols.size(); ++i) values_[symbols[i]] = list[i].get<double>();
  }

  CurrentFormulation model_;
  std::map<std::string, Expr> symbols_;
  Values values_;
};

// The coefficients of rows, one list for each.
inline Json coefficients(const Json& evaluated, const std::vector<std::string>& rows) {
  Json result = Json::array();
  for (const std::string& row : rows) result.push_back(evaluated["rows"][row]["coefficients"]);
  return result;
}
inline Json rate_remainders(const Json& evaluated, const std::vector<std::string>& rows) {
  Json result = Json::array();
  for (const std::string& row : rows) result.push_back(evaluated["rows"][row]["rate_remainder"]);
  return result;
}
inline Json forces(const Json& evaluated, const std::vector<std::string>& rows) {
  Json result = Json::array();
  for (const std::string& row : rows) result.push_back(evaluated["constraint_forces"][row]);
  return result;
}

}  // namespace tangible
