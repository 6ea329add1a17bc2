// SPDX-License-Identifier: Apache-2.0
// Programs by name, parts of them, and their derivatives.
#include "engine/model_program.h"

#include <algorithm>
#include <map>
#include <set>

#include "engine/programs.h"
#include "model/names.h"
#include "program/jacobian.h"
#include "program/passes.h"

namespace tangible {
namespace {

Program whole_program(const Formulation& model, const ProgramRequest& request) {
  const std::string& name = request.name;
  const Mechanism& m = *model.mechanism;
  const Equations& equations = model.equations;
  if (name == "rates") return kinematical_program(m, equations);
  if (name == "rows") return row_program(m, equations);
  if (name == "energies") return energy_program(m, equations);
  if (name == "places") return place_program(m, equations);
  if (name == "partials") return partial_velocity_program(m, equations);
  const Embedding embedding = embed_rows(model, request.active ? *request.active : rows_holding_at_start(equations));
  if (name == "mass") return mass_and_forcing_program(m, equations, embedding);
  if (name == "forces") return constraint_force_program(m, equations, embedding);
  if (name == "outputs") return output_program(m, equations, embedding);
  return acceleration_program(m, equations, embedding);
}

// A whole name, or its first words.
bool begins_with(const std::string& name, const std::string& words) {
  return name.starts_with(words) && (name.size() == words.size() || name[words.size()] == ' ');
}

// Outputs that show whether the others are right are always included.
bool is_status(const ProgramOutput& output) { return output.name == "regularity" || output.name == "violation"; }

Program with_outputs(Program program, const ProgramRequest& request) {
  const std::vector<std::string>& only = request.only;
  if (only.empty()) return program;
  for (const std::string& words : only)
    if (std::ranges::none_of(program.outputs, [&](const ProgramOutput& o) { return begins_with(o.name, words); })) {
      std::vector<std::string> names;
      for (const ProgramOutput& output : program.outputs) names.push_back(output.name);
      throw BadInput(request.only_label + words + ": error: the program has no output of that name\n  " +
                     suggestion(words, names, "outputs"));
    }
  std::erase_if(program.outputs, [&](const ProgramOutput& output) {
    return !is_status(output) &&
           std::ranges::none_of(only, [&](const std::string& words) { return begins_with(output.name, words); });
  });
  return remove_dead_code(program);
}

// The symbols of a model by the groups that a request may name.
std::map<std::string, std::set<std::string, std::less<>>> symbol_groups(const Formulation& model) {
  std::map<std::string, std::set<std::string, std::less<>>> groups;
  const auto add = [&](const char* group, Expr symbol) { groups[group].emplace(symbol.name()); };
  for (const char* group : {"q", "u", "t", "states", "inputs", "parameters"}) groups[group];
  for (const Expr q : model.equations.kinematical.q) add("q", q);
  for (const Expr u : model.equations.kinematical.u) add("u", u);
  add("t", model.mechanism->time());
  for (const StateVariable& z : model.mechanism->states()) add("states", z.symbol);
  for (const Input& i : model.mechanism->inputs()) add("inputs", i.symbol);
  for (const Parameter& p : model.mechanism->parameters()) add("parameters", p.symbol);
  return groups;
}

Program derivatives(const Formulation& model, Program program, const ProgramRequest& request) {
  std::erase_if(program.outputs, is_status);
  program = remove_dead_code(program);
  const auto groups = symbol_groups(model);
  std::set<std::size_t> chosen;
  for (const std::string& name : request.by) {
    const auto group = groups.find(name);
    const std::size_t before = chosen.size();
    for (std::size_t i = 0; i < program.inputs.size(); ++i)
      if (group != groups.end() ? group->second.contains(program.inputs[i].name) : program.inputs[i].name == name)
        chosen.insert(i);
    if (group == groups.end() && chosen.size() == before)
      throw BadInput(request.by_label + name +
                     ": error: neither a symbol of the model nor q, u, t, states, inputs, parameters");
  }
  const std::vector<std::size_t> inputs(chosen.begin(), chosen.end());
  return differentiate(program, inputs).program;
}

}  // namespace

std::vector<ModelProgram> model_programs() {
  return {{"accelerations", "of the independent speeds"},
          {"mass", "mass matrix and forcing"},
          {"rates", "of the coordinates"},
          {"rows", "of constraints and contacts, with the remainders of their rates"},
          {"forces", "of the constraints that hold, and reactions"},
          {"energies", "energies, powers of loads, momenta"},
          {"places", "positions, orientations and velocities of bodies, particles and handles"},
          {"partials", "their partial velocities"},
          {"outputs", "those that the model declares"}};
}

std::vector<std::string> rows_holding_at_start(const Equations& equations) {
  std::vector<std::string> active;
  for (const ConstraintRow& row : equations.rows)
    if (row.active == Activity::permanent || row.active == Activity::on) active.push_back(row.name);
  return active;
}

Program model_program(const Formulation& model, const ProgramRequest& request) {
  Program program = with_outputs(whole_program(model, request), request);
  return request.by.empty() ? program : derivatives(model, std::move(program), request);
}

std::vector<double> initial_inputs(const Formulation& model, const Program& program) {
  std::map<std::string, double> values;
  for (const Parameter& p : model.mechanism->parameters()) values[std::string(p.symbol.name())] = p.value;
  for (const Input& i : model.mechanism->inputs()) values[std::string(i.symbol.name())] = i.value;
  for (const Discrete& d : model.mechanism->discretes()) values[std::string(d.symbol.name())] = d.value;
  std::vector<double> result;
  for (const ProgramInput& input : program.inputs) {
    const auto found = values.find(input.name);
    result.push_back(found == values.end() ? 0.0 : found->second);
  }
  return result;
}

}  // namespace tangible
