// SPDX-License-Identifier: Apache-2.0
// Programs by name.
#include "app/model_program.h"

#include <map>

#include "app/programs.h"

namespace tangible {
namespace {

Embedding starting_embedding(const LoadedModel& model) {
  std::vector<std::string> active;
  for (const ConstraintRow& row : model.equations.rows)
    if (row.active == Activity::permanent || row.active == Activity::on) active.push_back(row.name);
  return embed_rows(model, active);
}

}  // namespace

std::vector<std::string> model_program_names() { return {"accelerations", "mass", "rates"}; }

Program model_program(const LoadedModel& model, const std::string& name) {
  if (name == "rates") return kinematical_program(*model.mechanism, model.equations);
  const Embedding embedding = starting_embedding(model);
  return name == "mass" ? mass_and_forcing_program(*model.mechanism, model.equations, embedding)
                        : acceleration_program(*model.mechanism, model.equations, embedding);
}

std::vector<double> initial_inputs(const LoadedModel& model, const Program& program) {
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
