// SPDX-License-Identifier: Apache-2.0
// Names of a state file to symbols, and the check of masses.
#include "engine/state_values.h"

#include <cmath>
#include <nlohmann/json.hpp>

#include "dynamics/matrix_solvers.h"
#include "model/names.h"

namespace tangible {
namespace {

// With the values of the parameters alone; none if it moves, or is not known.
std::optional<double> number_with(Expr e, const Values& values) {
  try {
    return evaluate(e, values);
  } catch (const std::out_of_range&) {
    return std::nullopt;
  }
}

}  // namespace

ValueReader::ValueReader(const Formulation& model) {
  for (const Parameter& p : model.mechanism->parameters()) known_["parameters"][p.name] = p.symbol;
  for (const Input& i : model.mechanism->inputs()) known_["inputs"][i.name] = i.symbol;
  for (const Expr q : model.equations.kinematical.q) known_["q"][std::string(q.name())] = q;
  for (const Expr u : model.equations.kinematical.u) known_["u"][std::string(u.name())] = u;
  for (const StateVariable& z : model.mechanism->states()) known_["states"][z.name] = z.symbol;
  for (const Discrete& d : model.mechanism->discretes()) known_["discrete"][d.name] = d.symbol;
}

void ValueReader::read(const nlohmann::ordered_json& object, const std::string& group, const std::string& where,
                       Values& values, GivenSymbols& given) const {
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
    given.insert(found->second);
  }
}

MassCheck::MassCheck(const Formulation& model, const Values& start) : model_(model) {
  const Values values = parameters_of(start);
  for (const RigidBody& body : model.mechanism->bodies()) {
    things_.push_back({"body '" + body.name + "'", body.mass, components(body.central_inertia, body.frame)});
    // The values in its file are checked elsewhere.
    things_.back().has_inertia = is_possible(things_.back(), values);
  }
  for (const Particle& particle : model.mechanism->particles())
    things_.push_back({"particle '" + particle.name + "'", particle.mass, {}, false});
}

void MassCheck::check(const Values& all, const std::string& where) const {
  const Values values = parameters_of(all);
  for (const Thing& thing : things_) {
    if (const auto mass = number_with(thing.mass, values); mass && *mass < 0)
      throw BadInput(where + ": error: the mass of " + thing.what + " is negative\n  check the values of `parameters`");
    if (thing.has_inertia && !is_possible(thing, values))
      throw BadInput(where + ": error: the inertia of " + thing.what +
                     " is not positive definite\n  check the values of `parameters`");
  }
}

Values MassCheck::parameters_of(const Values& all) const {
  Values values;
  for (const Parameter& p : model_.mechanism->parameters()) values[p.symbol] = all.at(p.symbol);
  return values;
}

bool MassCheck::is_possible(const Thing& thing, const Values& values) {
  Eigen::MatrixXd matrix(3, 3);
  for (std::size_t i = 0; i < 9; ++i) {
    const auto entry = number_with(thing.inertia(i / 3, i % 3), values);
    if (!entry || !std::isfinite(*entry)) return true;
    matrix(static_cast<Eigen::Index>(i / 3), static_cast<Eigen::Index>(i % 3)) = *entry;
  }
  const Eigen::VectorXd moments = symmetric_eigenvalues(matrix);
  return moments.minCoeff() >= -1e-12 * moments.cwiseAbs().maxCoeff();
}

}  // namespace tangible
