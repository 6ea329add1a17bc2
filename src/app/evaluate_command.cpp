// SPDX-License-Identifier: Apache-2.0
// tangible evaluate: numbers at given states.
#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <iostream>
#include <nlohmann/json.hpp>

#include "app/command.h"
#include "app/evaluate_json.h"
#include "app/json_file.h"
#include "app/program_options.h"
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

const std::string states_advice =
    "write {\"states\": [{\"q\": {...}, \"u\": {...}}]}, as docs/reference/command-line.md tells";

// Numbers by name into symbols; unknown names are errors.
class ValueReader {
 public:
  explicit ValueReader(const Formulation& model) {
    for (const Parameter& p : model.mechanism->parameters()) known_["parameters"][p.name] = p.symbol;
    for (const Input& i : model.mechanism->inputs()) known_["inputs"][i.name] = i.symbol;
    for (const Expr q : model.equations.kinematical.q) known_["q"][std::string(q.name())] = q;
    for (const Expr u : model.equations.kinematical.u) known_["u"][std::string(u.name())] = u;
    for (const State& z : model.mechanism->states()) known_["states"][z.name] = z.symbol;
    for (const Discrete& d : model.mechanism->discretes()) known_["discrete"][d.name] = d.symbol;
  }

  void read(const Json& object, const std::string& group, const std::string& where, Values& values) const {
    if (!object.contains(group)) return;
    if (!object.at(group).is_object())
      throw BadInput(where + ": error: `" + group + "` must be an object, as in {\"" + group + "\": {\"name\": 1}}");
    for (const auto& [name, value] : object.at(group).items()) {
      const auto& names = known_.at(group);
      const auto found = names.find(name);
      if (found == names.end()) {
        std::vector<std::string> list;
        for (const auto& [known, symbol] : names) list.push_back(known);
        throw BadInput(where + ": error: the model has no " + group + " named " + name + "\n  " +
                       suggestion(name, list, group));
      }
      if (!value.is_number()) throw BadInput(where + ": error: " + group + "." + name + " is not a number");
      values[found->second] = value.get<double>();
    }
  }

 private:
  std::map<std::string, std::map<std::string, Expr>> known_{{"parameters", {}}, {"inputs", {}}, {"q", {}},
                                                            {"u", {}},          {"states", {}}, {"discrete", {}}};
};

Values default_values(const Formulation& model) {
  Values values;
  values[model.mechanism->time()] = 0;
  for (const Parameter& p : model.mechanism->parameters()) values[p.symbol] = p.value;
  for (const Input& i : model.mechanism->inputs()) values[i.symbol] = i.value;
  for (const State& z : model.mechanism->states()) values[z.symbol] = 0;
  for (const Discrete& d : model.mechanism->discretes()) values[d.symbol] = d.value;
  for (const Expr q : model.equations.kinematical.q) values[q] = 0;
  for (const Expr u : model.equations.kinematical.u) values[u] = 0;
  return values;
}

// Masses and inertias that nothing can have are refused, as in model files.
class MassCheck {
 public:
  explicit MassCheck(const Formulation& model) : model_(model) {
    const Values values = parameters_of(default_values(model));
    for (const RigidBody& body : model.mechanism->bodies()) {
      things_.push_back({"body '" + body.name + "'", body.mass, components(body.central_inertia, body.frame)});
      // What its file says of it is the file's own affair.
      things_.back().has_inertia = is_possible(things_.back(), values);
    }
    for (const Particle& particle : model.mechanism->particles())
      things_.push_back({"particle '" + particle.name + "'", particle.mass, {}, false});
  }

  void check(const Values& all, const std::string& where) const {
    const Values values = parameters_of(all);
    for (const Thing& thing : things_) {
      if (const auto mass = number_of(thing.mass, values); mass && *mass < 0)
        throw BadInput(where + ": error: the mass of " + thing.what +
                       " is negative\n  check the values of `parameters`");
      if (thing.has_inertia && !is_possible(thing, values))
        throw BadInput(where + ": error: the inertia of " + thing.what +
                       " is not positive definite\n  check the values of `parameters`");
    }
  }

 private:
  struct Thing {
    std::string what;
    Expr mass;
    Matrix3 inertia;
    bool has_inertia = true;
  };

  Values parameters_of(const Values& all) const {
    Values values;
    for (const Parameter& p : model_.mechanism->parameters()) values[p.symbol] = all.at(p.symbol);
    return values;
  }

  // With the values of the parameters alone; none if it moves, or is not known.
  static std::optional<double> number_of(Expr e, const Values& values) {
    try {
      return evaluate(e, values);
    } catch (const std::out_of_range&) {
      return std::nullopt;
    }
  }

  static bool is_possible(const Thing& thing, const Values& values) {
    Eigen::Matrix3d matrix;
    for (std::size_t i = 0; i < 9; ++i) {
      const auto entry = number_of(thing.inertia(i / 3, i % 3), values);
      if (!entry || !std::isfinite(*entry)) return true;
      matrix(static_cast<Eigen::Index>(i / 3), static_cast<Eigen::Index>(i % 3)) = *entry;
    }
    const Eigen::Vector3d moments = Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d>(matrix).eigenvalues();
    return moments.minCoeff() >= -1e-12 * moments.cwiseAbs().maxCoeff();
  }

  const Formulation& model_;
  std::vector<Thing> things_;
};

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
  for (const Json& name : state.at(key)) {
    if (!name.is_string() ||
        std::ranges::find(equations.rows, name.get<std::string>(), &ConstraintRow::name) == equations.rows.end())
      throw BadInput(where + ": error: the model has no constraint named " + name.dump());
    if (std::ranges::find(names, name.get<std::string>()) == names.end()) names.push_back(name);
  }
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

void run(const EvaluateOptions& options) {
  ModelArguments load = options.load;
  load.all_joints = load.coriolis = options.request.name.empty();
  const CurrentFormulation model = open_model(load);
  const Json input = parse_json(read_whole_file(options.states), options.states, states_advice);
  if (input.is_object()) check_keys(input, {"parameters", "states"}, options.states);
  if (!input.is_object() || !input.contains("states") || !input["states"].is_array())
    throw BadInput(options.states + ": error: expected an object with a list \"states\"\n  " + states_advice);
  const ValueReader reader(model);
  Values defaults = default_values(model);
  const MassCheck masses(model);
  reader.read(input, "parameters", options.states, defaults);
  masses.check(defaults, options.states);
  Json out;
  out["model"] = model.equations.name;
  std::optional<Evaluation> evaluation;
  if (!options.request.name.empty()) {
    evaluation.emplace(model_program(model, options.request));
    out["backend"] = evaluation->backend();
  }
  out["states"] = Json::array();
  for (std::size_t i = 0; i < input["states"].size(); ++i) {
    const Json& state = input["states"][i];
    const std::string where = options.states + ": states[" + std::to_string(i) + "]";
    if (!state.is_object()) throw BadInput(where + ": error: not an object");
    check_keys(state, {"t", "parameters", "inputs", "q", "u", "states", "discrete", "active", "only"}, where);
    if (state.contains("t") && !state["t"].is_number()) throw BadInput(where + ": error: t is not a number");
    StateQuery query{defaults, active_rows(model.equations, state, where)};
    if (state.contains("t")) query.values[model.mechanism->time()] = state["t"].get<double>();
    for (const char* group : {"parameters", "inputs", "q", "u", "states", "discrete"})
      reader.read(state, group, where, query.values);
    if (state.contains("parameters")) masses.check(query.values, where);
    out["states"].push_back(evaluation ? evaluate_program(*evaluation, query.values) : evaluate_to_json(model, query));
  }
  std::cout << out.dump(2) << "\n";
}

}  // namespace

void add_evaluate_command(CLI::App& app, int&) {
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
  command->callback([options] { run(*options); });
}

}  // namespace tangible
