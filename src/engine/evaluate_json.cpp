// SPDX-License-Identifier: Apache-2.0
// The values of the equations at a state, as JSON.
#include "engine/evaluate_json.h"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "equations/conflict.h"

namespace tangible {
namespace {

using Json = nlohmann::ordered_json;

Json to_json(const Eigen::VectorXd& v) { return std::vector<double>(v.data(), v.data() + v.size()); }

Json to_json(const Eigen::MatrixXd& m) {
  Json rows = Json::array();
  for (Eigen::Index i = 0; i < m.rows(); ++i) rows.push_back(to_json(Eigen::VectorXd(m.row(i).transpose())));
  return rows;
}

Json by_name(std::span<const Expr> symbols, const Eigen::VectorXd& v) {
  Json object = Json::object();
  for (std::size_t i = 0; i < symbols.size(); ++i)
    object[std::string(symbols[i].name())] = v(static_cast<Eigen::Index>(i));
  return object;
}

Json names_at(const Equations& equations, const std::vector<int>& indices) {
  Json names = Json::array();
  for (const int r : indices) names.push_back(equations.kinematical.u[static_cast<std::size_t>(r)].name());
  return names;
}

Json rows_to_json(const Equations& equations, const EvaluatedState& state, const Values& values) {
  Json rows = Json::object();
  for (const ConstraintRow& row : equations.rows) {
    const Eigen::VectorXd a = evaluate_vector(row.a, values);
    const double c = evaluate(row.c, values);
    Json& entry = rows[row.name];
    entry["coefficients"] = to_json(a);
    entry["constant"] = c;
    entry["rate_remainder"] = evaluate(row.rate_remainder, values);
    entry["value"] = a.dot(state.u) + c;
    if (row.kind == ConstraintKind::configuration) entry["configuration"] = evaluate(row.configuration, values);
    entry["built_in"] = row.built_in;
  }
  return rows;
}

// Forces of the rows that hold, by index; of built-in rows through their auxiliary equations.
std::map<std::size_t, double> row_forces(const Equations& equations, const EvaluatedState& state,
                                         const Values& values) {
  std::map<std::size_t, double> forces;
  for (std::size_t i = 0; i < state.rows.size(); ++i)
    forces[state.rows[i]] = state.embedded.row_forces(static_cast<Eigen::Index>(i));
  for (std::size_t k = 0; k < equations.auxiliary.size(); ++k) {
    const AuxiliaryEquation& equation = equations.auxiliary[k];
    double force = evaluate_vector(equation.mass, values).dot(state.embedded.u_rate) -
                   evaluate(equation.active, values) - evaluate(equation.inertia_velocity, values);
    for (std::size_t i = 0; i < state.rows.size(); ++i)
      force -= evaluate(equations.rows[state.rows[i]].auxiliary[k], values) *
               state.embedded.row_forces(static_cast<Eigen::Index>(i));
    const auto row = std::ranges::find(equations.rows, equation.row, &ConstraintRow::name);
    forces[static_cast<std::size_t>(row - equations.rows.begin())] = force;
  }
  return forces;
}

double reaction_component(const ReactionEquation& reaction, const EvaluatedState& state,
                          const std::map<std::size_t, double>& forces, const Values& values) {
  double component = evaluate_vector(reaction.mass, values).dot(state.embedded.u_rate) -
                     evaluate(reaction.active, values) - evaluate(reaction.inertia_velocity, values);
  for (const auto& [k, force] : forces) component -= evaluate(reaction.row_coefficients[k], values) * force;
  return component;
}

// Rows by name, and the reactions of joints as vectors: {"force(arm)": {"arm": [...], "N": [...]}}.
Json forces_to_json(const Formulation& model, const EvaluatedState& state, const Values& values) {
  const Equations& equations = model.equations;
  const std::map<std::size_t, double> forces = row_forces(equations, state, values);
  Json json = Json::object();
  for (const auto& [k, force] : forces) json[equations.rows[k].name] = force;
  std::size_t next = 0;
  for (const Reaction& reaction : model.mechanism->reactions()) {
    Eigen::Vector3d own;
    for (Eigen::Index i = 0; i < 3; ++i)
      own(i) = reaction_component(equations.reactions[next++], state, forces, values);
    Eigen::Matrix3d turn;
    const Matrix3& to_N = rotation(model.mechanism->N(), reaction.axes);
    for (std::size_t i = 0; i < 9; ++i)
      turn(static_cast<Eigen::Index>(i / 3), static_cast<Eigen::Index>(i % 3)) = evaluate(to_N(i / 3, i % 3), values);
    json[reaction.name][reaction.axes.name()] = to_json(Eigen::VectorXd(own));
    json[reaction.name]["N"] = to_json(Eigen::VectorXd(turn * own));
  }
  return json;
}

Json residuals_to_json(const std::vector<RowResidual>& violated) {
  Json residuals = Json::object();
  for (const RowResidual& row : violated) {
    if (row.motion != 0) residuals[row.row]["motion"] = row.motion;
    if (row.configuration != 0) residuals[row.row]["configuration"] = row.configuration;
  }
  return residuals;
}

Json energy_to_json(const Energy& energy, const Values& values) {
  Json json;
  const double kinetic = evaluate(energy.kinetic, values);
  const double potential = evaluate(energy.potential, values);
  json["kinetic"] = kinetic;
  json["potential"] = potential;
  json["total"] = kinetic + potential;
  for (const LoadPower& load : energy.loads) json["power"][load.load] = evaluate(load.power, values);
  return json;
}

// The fewest of the active rows that no motion satisfies at this state.
std::vector<std::string> inconsistent_rows(const Equations& equations, const EvaluatedState& state) {
  const std::vector<std::size_t> conflict =
      find_minimal_conflict(state.rows.size(), [&](const std::vector<std::size_t>& some) {
        FreeSystem part = state.free;
        part.rows = state.free.rows(some, Eigen::all);
        part.constants = state.free.constants(some);
        part.rate_remainders = state.free.rate_remainders(some);
        return embed(part).status == EmbeddedSystem::Status::inconsistent_rows;
      });
  std::vector<std::string> names;
  for (const std::size_t i : conflict) names.push_back(equations.rows[state.rows[i]].name);
  return names;
}

std::string status_text(const Equations& equations, const EvaluatedState& state) {
  switch (state.embedded.status) {
    case EmbeddedSystem::Status::ok: return "ok";
    case EmbeddedSystem::Status::inconsistent_rows: return conflict_message(inconsistent_rows(equations, state));
    case EmbeddedSystem::Status::singular_mass: return "the embedded mass matrix is singular";
  }
  return "unknown";
}

// The rows that follow from the others here but not in general: the motion is not determined by them.
std::string singular_rows(const Equations& equations, const EvaluatedState& state) {
  if (state.rows.size() - state.embedded.redundant_rows.size() >= state.rank) return "";
  std::string names;
  for (const int i : state.embedded.redundant_rows)
    names += (names.empty() ? "" : ", ") + equations.rows[state.rows[static_cast<std::size_t>(i)]].name;
  return "the rows depend on each other at this configuration: " + names;
}

std::string violation_text(const std::vector<RowResidual>& violated) {
  std::string names;
  for (const RowResidual& row : violated) names += (names.empty() ? "" : ", ") + row.row;
  return "the state violates " + names;
}

}  // namespace

std::string status_of_motion(const Equations& equations, const EvaluatedState& state) {
  if (!state.rates_are_determined)
    return "the speeds do not determine the rates of the coordinates at this configuration";
  const std::string status = status_text(equations, state);
  if (status != "ok") return status;
  const std::string singular = singular_rows(equations, state);
  return singular.empty() ? status : singular;
}

nlohmann::ordered_json evaluate_to_json(const Formulation& model, const StateQuery& query,
                                        const std::vector<RowResidual>& violated) {
  const Equations& equations = model.equations;
  const EvaluatedState state = evaluate_state(equations, query);
  Json json;
  json["active"] = query.active;
  json["W"] = to_json(state.W);
  json["X"] = to_json(state.X);
  json["qdot"] = by_name(equations.kinematical.q, state.q_rate);
  json["F_r"] = to_json(state.active);
  json["F_r_star"] = {{"mass_matrix", to_json(state.free.mass)}, {"velocity_terms", to_json(state.inertia_velocity)}};
  if (model.coriolis) json["C"] = to_json(evaluate_matrix(*model.coriolis, query.values));
  json["forcing"] = to_json(state.free.forcing);
  json["rows"] = rows_to_json(equations, state, query.values);
  std::string status = status_of_motion(equations, state);
  if (status == "ok" && !violated.empty()) status = violation_text(violated);
  json["status"] = status;
  json["independent_speeds"] = names_at(equations, state.embedded.independent);
  json["dependent_speeds"] = names_at(equations, state.embedded.dependent);
  json["D"] = to_json(state.embedded.D);
  json["E"] = to_json(state.embedded.E);
  json["embedded"] = {{"mass_matrix", to_json(state.embedded.mass)}, {"forcing", to_json(state.embedded.forcing)}};
  Json redundant = Json::array();
  for (const int i : state.embedded.redundant_rows)
    redundant.push_back(equations.rows[state.rows[static_cast<std::size_t>(i)]].name);
  json["redundant"] = redundant;
  json["forces_are_unique"] = redundant.empty();
  json["udot"] = by_name(equations.kinematical.u, state.embedded.u_rate);
  json["constraint_forces"] = forces_to_json(model, state, query.values);
  json["energy"] = energy_to_json(equations.energy, query.values);
  json["momentum"] = {{"linear_N", to_json(evaluate_vector(equations.energy.linear_momentum_N, query.values))},
                      {"angular_O_N", to_json(evaluate_vector(equations.energy.angular_momentum_O_N, query.values))}};
  json["residuals"] = residuals_to_json(violated);
  return json;
}

}  // namespace tangible
