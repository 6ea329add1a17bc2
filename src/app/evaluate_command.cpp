// SPDX-License-Identifier: Apache-2.0
// tangible evaluate: numbers at given states.
#include <algorithm>
#include <cmath>
#include <iostream>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/command.h"
#include "app/program_options.h"
#include "engine/evaluate_json.h"
#include "engine/json_file.h"
#include "engine/state_values.h"
#include "model/names.h"
#include "program/evaluation.h"

namespace tangible {
namespace {

using Json = nlohmann::ordered_json;

struct EvaluateOptions {
  ModelArguments load;
  std::string states;
  ProgramRequest request{"", {}, {}};  // no name: everything that the equations say
};

constexpr double least_regularity = 1e-8;  // below it, less than half of the digits are left

const std::string states_advice =
    "write {\"states\": [{\"q\": {...}, \"u\": {...}}]}, as docs/reference/command-line.md tells";

// Keys that mean nothing are told; those that are misspelt are errors.
void check_keys(const Json& object, const std::vector<std::string>& known, const std::string& where) {
  for (const auto& [key, value] : object.items()) {
    if (std::ranges::find(known, key) != known.end()) continue;
    if (!nearest(key, known).empty())
      throw BadInput(where + ": error: unknown key '" + key + "'\n  " + suggestion(key, known, "keys"));
    std::cerr << where << ": warning: the key '" << key << "' has no meaning here\n";
  }
}

// Permanent rows and those of "active"; or exactly those of "only".
std::vector<std::string> active_rows(const Equations& equations, const Json& state, const std::string& where) {
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

std::string names_of(const std::vector<RowResidual>& residuals) {
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

// Evaluates state by state; what is not right is said on the error output, and is no success.
class StatesEvaluation {
 public:
  StatesEvaluation(const Formulation& model, const EvaluateOptions& options)
      : model_(model), options_(options), reader_(model), start_(values_at_start(model)), masses_(model, start_) {}

  void read_parameters(const Json& input) {
    GivenSymbols given;
    reader_.read(input, "parameters", options_.states, start_, given);
    masses_.check(start_, options_.states);
  }

  Json evaluate(const Json& state, const std::string& where) {
    if (!state.is_object()) throw BadInput(where + ": error: not an object");
    check_keys(state, {"t", "parameters", "inputs", "q", "u", "states", "discrete", "active", "only"}, where);
    if (state.contains("t") && !state["t"].is_number()) throw BadInput(where + ": error: t is not a number");
    const StateQuery query = read_query(state, where);
    const std::vector<RowResidual> residuals =
        row_residuals(model_.equations, rows_that_hold(model_.equations, query.active), query.values);
    if (!residuals.empty()) report(violated_rows, where + ": error: the state violates " + names_of(residuals));
    Json json = has_program() ? evaluate_program(program_under(query.active), query.values)
                              : evaluate_to_json(model_, query, residuals);
    const std::string status = has_program() ? status_of_motion(query) : json["status"].get<std::string>();
    if (residuals.empty() && status != "ok") report(failure, where + ": error: " + status);
    if (has_program() && json.contains("regularity") && !(json["regularity"].get<double>() > least_regularity))
      report(failure, where + ": error: the rows depend on each other at this configuration");
    if (const std::string key = first_not_finite(json); !key.empty())
      report(failure, where + ": error: " + key + " is not finite at this state");
    return json;
  }

  bool has_program() const { return !options_.request.name.empty(); }
  Evaluation& program_under(const std::vector<std::string>& active) {
    std::unique_ptr<Evaluation>& evaluation = programs_[active];
    if (!evaluation) {
      ProgramRequest request = options_.request;
      request.active = active;
      evaluation = std::make_unique<Evaluation>(model_program(model_, request));
    }
    return *evaluation;
  }
  int exit_code() const { return exit_code_; }

 private:
  StateQuery read_query(const Json& state, const std::string& where) {
    const bool names_rows = state.contains("active") || state.contains("only");
    StateQuery query{start_, has_program() && !names_rows ? rows_holding_at_start(model_.equations)
                                                          : active_rows(model_.equations, state, where)};
    GivenSymbols given;
    if (state.contains("t")) query.values[model_.mechanism->time()] = state["t"].get<double>();
    for (const char* group : {"parameters", "inputs", "q", "u", "states", "discrete"})
      reader_.read(state, group, where, query.values, given);
    if (state.contains("parameters")) masses_.check(query.values, where);
    if (const std::string frame = frame_without_orientation(model_, query.values); !frame.empty())
      throw BadInput(where + ": error: the Euler parameters of frame " + frame +
                     " are all zero, which is no orientation\n  give values whose squares add up to 1");
    complete_speeds(model_, rows_that_hold(model_.equations, query.active), given, query.values);
    return query;
  }

  // Programs that solve for the motion have no words for a motion that nothing determines.
  std::string status_of_motion(const StateQuery& query) const {
    const std::string& name = options_.request.name;
    if (name != "accelerations" && name != "forces" && name != "outputs") return "ok";
    return tangible::status_of_motion(model_.equations, evaluate_state(model_.equations, query));
  }

  // A failure outweighs a violation.
  void report(ExitCode code, const std::string& text) {
    std::cerr << text << "\n";
    if (exit_code_ != failure) exit_code_ = code;
  }

  const Formulation& model_;
  const EvaluateOptions& options_;
  ValueReader reader_;
  Values start_;
  MassCheck masses_;
  std::map<std::vector<std::string>, std::unique_ptr<Evaluation>> programs_;  // by the rows that hold
  int exit_code_ = success;
};

int run(const EvaluateOptions& options) {
  ModelArguments load = options.load;
  load.all_joints = load.coriolis = options.request.name.empty();
  const CurrentFormulation model = open_model(load);
  const Json input = parse_json(read_whole_file(options.states), options.states, states_advice);
  if (input.is_object()) check_keys(input, {"parameters", "states"}, options.states);
  if (!input.is_object() || !input.contains("states") || !input["states"].is_array())
    throw BadInput(options.states + ": error: expected an object with a list \"states\"\n  " + states_advice);
  StatesEvaluation evaluation(model, options);
  evaluation.read_parameters(input);
  Json out;
  out["model"] = model.equations.name;
  if (evaluation.has_program())
    out["backend"] = evaluation.program_under(rows_holding_at_start(model.equations)).backend();
  out["states"] = Json::array();
  for (std::size_t i = 0; i < input["states"].size(); ++i)
    out["states"].push_back(
        evaluation.evaluate(input["states"][i], options.states + ": states[" + std::to_string(i) + "]"));
  std::cout << out.dump(2) << "\n";
  return evaluation.exit_code();
}

}  // namespace

void add_evaluate_command(CLI::App& app, int& exit_code) {
  auto options = std::make_shared<EvaluateOptions>();
  CLI::App* command = app.add_subcommand("evaluate", "Evaluate the equations of a model at given states, as JSON");
  command->add_option("MODEL", options->load.path, "The model file")->required();
  command
      ->add_option("--states", options->states,
                   "A JSON file {\"parameters\": {...}, \"states\": [{\"t\":, \"q\": {...}, \"u\": {...}, "
                   "\"inputs\": {...}, \"active\": [...]}]}; - reads standard input")
      ->required();
  command
      ->add_option("--reactions", options->load.reactions, "Points and frames: what holds them; joints are told anyway")
      ->delimiter(',');
  command->add_option("--set", options->load.set, "Override a parameter: --set m=\"2 kg\"");
  add_program_options(*command, options->request);
  command->footer("Example:\n  tangible evaluate models/shopping_cart/shopping_cart.yaml --states states.json");
  command->callback([options, &exit_code] { exit_code = run(*options); });
}

}  // namespace tangible
