// SPDX-License-Identifier: Apache-2.0
// From states in JSON to numbers in JSON.
#include "engine/evaluate_states.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>

#include "engine/evaluate_json.h"
#include "engine/friction_at_rest.h"
#include "engine/row_choice.h"
#include "engine/state_values.h"
#include "model/names.h"
#include "program/evaluation.h"

namespace tangible {
namespace {

using Json = nlohmann::ordered_json;

constexpr double min_row_regularity = 1e-8;  // below it, less than half of the digits are left

// Keys that mean nothing are reported; those that are misspelt are errors.
void check_keys(const Json& object, const std::vector<std::string>& known, const std::string& where,
                const StatesNotice& notice) {
  for (const auto& [key, value] : object.items()) {
    if (std::ranges::find(known, key) != known.end()) continue;
    if (!nearest(key, known).empty())
      throw BadInput(where + ": error: unknown key '" + key + "'\n  " + suggestion(key, known, "keys"));
    notice(where + ": warning: the key '" + key + "' has no meaning here");
  }
}

// Permanent rows and those of "active"; or exactly those of "only".
std::vector<std::string> named_rows(const Equations& equations, const Json& state, const std::string& where) {
  std::vector<std::string> names;
  const bool only = state.contains("only");
  if (!only)
    for (const ConstraintRow& row : equations.rows)
      if (row.active == Activity::permanent) names.push_back(row.name);
  const char* key = only ? "only" : "active";
  if (!state.contains(key)) return names;
  if (!state.at(key).is_array()) throw BadInput(where + ": error: `" + key + "` must be a list of constraints");
  if (!only && state.at(key).empty())
    throw BadInput(where +
                   ": error: `active` is empty\n  leave it out for the constraints that always hold, or write "
                   "\"only\": [] for none at all");
  for (const Json& name : state.at(key)) {
    if (!name.is_string() ||
        std::ranges::find(equations.rows, name.get<std::string>(), &ConstraintRow::name) == equations.rows.end())
      throw BadInput(where + ": error: the model has no constraint named " + name.dump());
    if (std::ranges::find(names, name.get<std::string>()) == names.end()) names.push_back(name);
  }
  return names;
}

// The key of the first number that is infinite or undefined; empty if there is none.
std::string first_not_finite(const Json& json, const std::string& path = "") {
  if (json.is_number_float()) return std::isfinite(json.get<double>()) ? "" : path;
  if (!json.is_structured()) return "";
  for (const auto& [key, value] : json.items()) {
    const std::string found = first_not_finite(value, path.empty() ? key : path + "." + key);
    if (!found.empty()) return found;
  }
  return "";
}

std::string rows_of(const std::vector<RowResidual>& residuals) {
  std::string names;
  for (const RowResidual& residual : residuals) names += (names.empty() ? "" : ", ") + residual.row;
  return names;
}

// The outputs of a program by name, computed by the fastest back end.
Json evaluate_program(Evaluation& evaluation, const Values& values) {
  std::map<std::string, double, std::less<>> by_name;
  for (const auto& [symbol, value] : values) by_name.emplace(symbol.name(), value);
  const Program& program = evaluation.code().program();
  for (std::size_t i = 0; i < program.inputs.size(); ++i) evaluation.inputs()[i] = by_name[program.inputs[i].name];
  evaluation.run();
  Json result = Json::object();
  for (std::size_t i = 0; i < program.outputs.size(); ++i) result[program.outputs[i].name] = evaluation.outputs()[i];
  return result;
}

// Evaluates state by state; what is not right is reported, and is no success.
class StatesEvaluation {
 public:
  StatesEvaluation(const Formulation& model, const StatesRequest& request, const StatesNotice& notice)
      : model_(model),
        request_(request),
        notice_(notice),
        reader_(model),
        start_(values_at_start(model)),
        masses_(model, start_),
        friction_(model) {}

  void read_parameters(const Json& input) {
    GivenSymbols given;
    reader_.read(input, "parameters", request_.origin, start_, given);
    masses_.check(start_, request_.origin);
  }

  Json evaluate(const Json& state, const std::string& where) {
    if (!state.is_object()) throw BadInput(where + ": error: not an object");
    check_keys(state, {"t", "parameters", "inputs", "q", "u", "states", "discrete", "active", "only"}, where, notice_);
    if (state.contains("t") && !state["t"].is_number()) throw BadInput(where + ": error: t is not a number");
    const StateQuery query = read_query(state, where);
    const std::vector<RowResidual> residuals =
        row_residuals(model_.equations, rows_that_hold(model_.equations, query.active), query.values);
    if (!residuals.empty())
      report(StatesOutcome::violated_rows, where + ": error: the state violates " + rows_of(residuals));
    Json json = has_program() ? evaluate_program(program_under(query.active), query.values)
                              : evaluate_to_json(model_, query, residuals);
    const std::string status = has_program() ? status_of_motion(query) : json["status"].get<std::string>();
    const std::string friction = needs_forces() ? friction_.describe(query.values) : "";
    if (!has_program() && status == "ok" && !friction.empty()) json["status"] = friction;
    if (!friction.empty()) report(StatesOutcome::failed, where + ": error: " + friction);
    if (residuals.empty() && status != "ok") report(StatesOutcome::failed, where + ": error: " + status);
    if (has_program() && json.contains("regularity") && !(json["regularity"].get<double>() > min_row_regularity))
      report(StatesOutcome::failed, where + ": error: the rows depend on each other at this configuration");
    if (const std::string key = first_not_finite(json); !key.empty())
      report(StatesOutcome::failed, where + ": error: " + key + " is not finite at this state");
    return json;
  }

  bool has_program() const { return !request_.program.name.empty(); }
  Evaluation& program_under(const std::vector<std::string>& active) {
    std::unique_ptr<Evaluation>& evaluation = programs_[active];
    if (!evaluation) {
      ProgramRequest request = request_.program;
      request.active = active;
      evaluation = std::make_unique<Evaluation>(model_program(model_, request));
    }
    return *evaluation;
  }
  StatesOutcome outcome() const { return outcome_; }

 private:
  StateQuery read_query(const Json& state, const std::string& where) {
    const bool names_rows = state.contains("active") || state.contains("only");
    StateQuery query{start_, has_program() && !names_rows ? rows_holding_at_start(model_.equations)
                                                          : named_rows(model_.equations, state, where)};
    GivenSymbols given;
    if (state.contains("t")) query.values[model_.mechanism->time()] = state["t"].get<double>();
    for (const char* group : {"parameters", "inputs", "q", "u", "states", "discrete"})
      reader_.read(state, group, where, query.values, given);
    if (state.contains("parameters")) masses_.check(query.values, where);
    if (const std::string frame = frame_without_orientation(model_, query.values); !frame.empty())
      throw BadInput(where + ": error: the Euler parameters of frame " + frame +
                     " are all zero, which is not an orientation\n  give values whose squares add up to 1");
    if (const std::string frame = frame_without_rotation(model_, query.values); !frame.empty())
      throw BadInput(where + ": error: the matrix of frame " + frame +
                     " is not a rotation with these values\n  check the values of `parameters`");
    const std::vector<std::size_t> rows = rows_that_hold(model_.equations, query.active);
    complete_speeds(model_, rows, given, query.values);
    query.rank = rank_of(rows);
    return query;
  }

  bool needs_forces() const {
    constexpr std::array without = {"rates", "rows", "energies", "places", "partials"};
    return std::ranges::find(without, request_.program.name) == without.end();
  }

  // Sought once for each set of rows: parameters that a state sets do not change it but at special values.
  std::size_t rank_of(const std::vector<std::size_t>& rows) {
    const auto [known, is_new] = ranks_.try_emplace(rows, 0);
    if (is_new) known->second = rank_when_assembled(model_, rows);
    return known->second;
  }

  // Programs that solve for the motion have no words for a motion that nothing determines.
  std::string status_of_motion(const StateQuery& query) const {
    const std::string& name = request_.program.name;
    if (name != "accelerations" && name != "forces" && name != "outputs") return "ok";
    return tangible::status_of_motion(model_.equations, evaluate_state(model_.equations, query));
  }

  // A failure outweighs a violation.
  void report(StatesOutcome outcome, const std::string& text) {
    notice_(text);
    outcome_ = std::max(outcome_, outcome);
  }

  const Formulation& model_;
  const StatesRequest& request_;
  const StatesNotice& notice_;
  ValueReader reader_;
  Values start_;
  MassCheck masses_;
  FrictionAtRest friction_;
  std::map<std::vector<std::string>, std::unique_ptr<Evaluation>> programs_;  // by the rows that hold
  std::map<std::vector<std::size_t>, std::size_t> ranks_;                     // by the rows that hold
  StatesOutcome outcome_ = StatesOutcome::ok;
};

}  // namespace

StatesResult evaluate_states(const Formulation& model, const Json& input, const StatesRequest& request,
                             const StatesNotice& notice) {
  const StatesNotice say = notice ? notice : [](const std::string&) {};
  if (input.is_object()) check_keys(input, {"parameters", "states"}, request.origin, say);
  if (!input.is_object() || !input.contains("states") || !input["states"].is_array())
    throw BadInput(request.origin + ": error: expected an object with a list \"states\"\n  " + states_advice);
  StatesEvaluation evaluation(model, request, say);
  evaluation.read_parameters(input);
  Json out;
  out["model"] = model.equations.name;
  if (evaluation.has_program())
    out["backend"] = evaluation.program_under(rows_holding_at_start(model.equations)).backend();
  out["states"] = Json::array();
  for (std::size_t i = 0; i < input["states"].size(); ++i)
    out["states"].push_back(
        evaluation.evaluate(input["states"][i], request.origin + ": states[" + std::to_string(i) + "]"));
  return {out.dump(2) + "\n", evaluation.outcome()};
}

}  // namespace tangible
