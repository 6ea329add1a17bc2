// SPDX-License-Identifier: Apache-2.0
// Programs of models against the same quantities by evaluation of the equations; their derivatives against
// differences.
#include "engine/model_program.h"

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>

#include "engine/evaluate_json.h"
#include "equations/embedding.h"
#include "formulated.h"
#include "program/evaluation.h"
#include "program/long_double.h"
#include "symbolic/evaluate.h"

namespace tangible {
namespace {

using Json = nlohmann::ordered_json;

struct Case {
  const char* path;
  std::vector<std::string> reactions;
};
const std::vector<Case> cases{{"models/spherical_wrist/spherical_wrist.yaml", {}},
                              {"models/four_bar/four_bar_absolute.yaml", {}},
                              {"models/four_bar/four_bar.yaml", {}},
                              {"models/shopping_cart/shopping_cart.yaml", {}},
                              {"models/latch/latch.yaml", {}},
                              {"models/rolling_disc/rolling_disc.yaml", {}},
                              {"models/three_link_arm/three_link_arm_zyx.yaml", {}}};

// Numbers for all symbols of a model: parameters and inputs of the file, a state that has nothing special.
Values some_state(const Formulation& model) {
  Values values;
  values[model.mechanism->time()] = 0.3;
  for (const Parameter& p : model.mechanism->parameters()) values[p.symbol] = p.value;
  for (const Input& i : model.mechanism->inputs()) values[i.symbol] = i.value + 0.2;
  for (const StateVariable& z : model.mechanism->states()) values[z.symbol] = 0.1;
  for (const Discrete& d : model.mechanism->discretes()) values[d.symbol] = d.value;
  for (const Contact& contact : model.mechanism->contacts())
    values[model.mechanism->constraint_force(contact.name)] = 0.7;
  double next = 0.4;
  for (const Expr q : model.equations.kinematical.q) values[q] = next += 0.13;
  for (const Expr u : model.equations.kinematical.u) values[u] = next -= 0.21;
  return values;
}

std::map<std::string, double> run(const Program& program, const Values& values, Backend backend = Backend::automatic) {
  Evaluation evaluation(program, backend);
  std::map<std::string, double> by_name;
  for (const auto& [symbol, value] : values) by_name[std::string(symbol.name())] = value;
  for (std::size_t i = 0; i < program.inputs.size(); ++i) evaluation.inputs()[i] = by_name.at(program.inputs[i].name);
  evaluation.run();
  std::map<std::string, double> results;
  for (std::size_t i = 0; i < program.outputs.size(); ++i) results[program.outputs[i].name] = evaluation.outputs()[i];
  return results;
}

// Of the rows, beside the requested outputs.
bool is_status(const std::string& name) { return name == "regularity" || name == "violation"; }

std::vector<std::string> rows_at_start(const Equations& equations) {
  std::vector<std::string> names;
  for (const ConstraintRow& row : equations.rows)
    if (row.active != Activity::off) names.push_back(row.name);
  return names;
}

// The speeds that depend on others under the rows that hold at the start take the values that these give them.
Values consistent_state(const Formulation& model) {
  Values values = some_state(model);
  const Embedding embedding = derive_embedding(model.equations, rows_at_start(model.equations));
  const std::vector<Expr>& u = model.equations.kinematical.u;
  for (std::size_t d = 0; d < embedding.dependent.size(); ++d) {
    double value = evaluate(embedding.E[d], values);
    for (std::size_t i = 0; i < embedding.independent.size(); ++i)
      value += evaluate(embedding.D(d, i), values) * values.at(u[embedding.independent[i]]);
    values[u[embedding.dependent[d]]] = value;
  }
  return values;
}

void expect_near(double got, double expected, const std::string& what) {
  EXPECT_NEAR(got, expected, 1e-9 * (1 + std::abs(expected))) << what;
}

TEST(ModelProgram, every_name_is_a_program_of_every_model) {
  for (const Case& each : cases) {
    const CurrentFormulation model = formulate_current({each.path, {}});
    for (const ModelProgram& program : model_programs())
      EXPECT_NO_THROW(model_program(model, {std::string(program.name), {}, {}}).validate()) << each.path;
  }
}

// The method of `evaluate`: dense matrices of numbers.
TEST(ModelProgram, rows_forces_and_energies_are_those_of_the_equations) {
  for (const Case& each : cases) {
    const CurrentFormulation model = formulate_current({each.path, {}});
    const Values values = consistent_state(model);
    const Json reference = evaluate_to_json(model, {values, rows_at_start(model.equations)});
    const auto rows = run(model_program(model, {"rows", {}, {}}), values);
    for (const ConstraintRow& row : model.equations.rows) {
      const Json& expected = reference["rows"][row.name];
      if (row.built_in) continue;
      expect_near(rows.at(row.name + " value"), expected["value"], row.name);
      expect_near(rows.at(row.name + " rate remainder"), expected["rate_remainder"], row.name);
    }
    const auto forces = run(model_program(model, {"forces", {}, {}}), values);
    for (const auto& [name, force] : forces)
      if (!is_status(name))
        expect_near(force, reference["constraint_forces"][name.substr(std::string("force of ").size())], name);
    const auto energies = run(model_program(model, {"energies", {}, {}}), values);
    expect_near(energies.at("kinetic"), reference["energy"]["kinetic"], each.path);
    expect_near(energies.at("potential"), reference["energy"]["potential"], each.path);
  }
}

// Velocities are rates of positions: moved along q' for a short time, both ways. Orientations are orthogonal.
TEST(ModelProgram, places_move_with_their_velocities) {
  for (const Case& each : cases) {
    const CurrentFormulation model = formulate_current({each.path, {}});
    const Values values = some_state(model);
    const Program program = model_program(model, {"places", {}, {}});
    const auto rates = run(model_program(model, {"rates", {}, {}}), values);
    const double h = 1e-5;
    const auto moved = [&](double by) {
      Values shifted = values;
      shifted[model.mechanism->time()] += by;
      const KinematicalEquations& k = model.equations.kinematical;
      for (std::size_t i = 0; i < k.q.size(); ++i) shifted[k.q[i]] += by * rates.at(std::string(k.q_rate[i].name()));
      return run(program, shifted);
    };
    const auto now = run(program, values), later = moved(h), earlier = moved(-h);
    for (const auto& [name, value] : now) {
      const std::size_t at = name.find(" position ");
      if (at != std::string::npos) {
        const std::string velocity = name.substr(0, at) + " velocity " + name.substr(name.size() - 1);
        EXPECT_NEAR((later.at(name) - earlier.at(name)) / (2 * h), now.at(velocity), 1e-8) << each.path << ": " << name;
      }
      const std::size_t turn = name.find(" orientation xx");
      if (turn == std::string::npos) continue;
      const auto entry = [&](const char* ij) { return now.at(name.substr(0, turn) + " orientation " + ij); };
      EXPECT_NEAR(std::hypot(entry("xx"), entry("yx"), entry("zx")), 1, 1e-14);
      EXPECT_NEAR(entry("xx") * entry("xy") + entry("yx") * entry("yy") + entry("zx") * entry("zy"), 0, 1e-14);
    }
  }
}

TEST(ModelProgram, velocities_are_partial_velocities_times_speeds) {
  for (const Case& each : cases) {
    const CurrentFormulation model = formulate_current({each.path, {}});
    const Values values = some_state(model);
    const auto places = run(model_program(model, {"places", {}, {}}), values);
    const auto partials = run(model_program(model, {"partials", {}, {}}), values);
    for (const auto& [name, value] : places) {
      const std::size_t at = name.find("velocity ");
      if (at == std::string::npos) continue;
      const std::string head = name.substr(0, at + 9), axis = name.substr(name.size() - 2);
      double sum = partials.at(head + "remainder" + axis);
      for (const Expr u : model.equations.kinematical.u)
        sum += partials.at(head + std::string(u.name()) + axis) * values.at(u);
      expect_near(sum, value, std::string(each.path) + ": " + name);
    }
  }
}

// Differences in long double, by Richardson's extrapolation: an error of h^6.
std::vector<long double> differences(const Program& program, const std::vector<double>& inputs, std::size_t by) {
  const auto slope = [&](long double h) {
    std::vector<long double> up(inputs.begin(), inputs.end()), down = up;
    up[by] += h;
    down[by] -= h;
    const std::vector<long double> above = exact_values(program, up), below = exact_values(program, down);
    std::vector<long double> slopes;
    for (const ProgramOutput& output : program.outputs)
      slopes.push_back((above[output.value] - below[output.value]) / (2 * h));
    return slopes;
  };
  const long double h = 2e-4L * (std::abs(inputs[by]) > 1e-12 ? std::abs(inputs[by]) : 1);
  const std::vector<long double> a = slope(h), b = slope(h / 2), c = slope(h / 4);
  std::vector<long double> result;
  for (std::size_t i = 0; i < a.size(); ++i)
    result.push_back((16 * (4 * c[i] - b[i]) / 3 - (4 * b[i] - a[i]) / 3) / 15);
  return result;
}

void expect_exact_derivatives(const Formulation& model, const char* name, const char* path) {
  const Values values = some_state(model);
  const Program program = model_program(model, {name, {}, {}});
  const auto jacobian =
      run(model_program(model, {name, {}, {"q", "u", "t", "states", "inputs", "parameters"}}), values);
  std::map<std::string, double> by_name;
  for (const auto& [symbol, value] : values) by_name[std::string(symbol.name())] = value;
  std::vector<double> inputs;
  for (const ProgramInput& input : program.inputs) inputs.push_back(by_name.at(input.name));
  for (std::size_t k = 0; k < inputs.size(); ++k) {
    const std::string& by = program.inputs[k].name;
    if (model.mechanism->discretes().find(by) != nullptr || by.starts_with("force(")) continue;
    const std::vector<long double> expected = differences(program, inputs, k);
    for (std::size_t i = 0; i < expected.size(); ++i) {
      if (is_status(program.outputs[i].name)) continue;  // has no derivatives
      const std::string entry = "d " + program.outputs[i].name + " / d " + program.inputs[k].name;
      const double exact = jacobian.contains(entry) ? jacobian.at(entry) : 0;  // left out: zero everywhere
      const auto scale = static_cast<double>(1 + std::abs(expected[i]));
      ASSERT_NEAR(exact, static_cast<double>(expected[i]), 1e-9 * scale) << path << ": " << entry;
    }
  }
}

TEST(ModelJacobian, of_every_model_accelerations_rows_and_outputs_have_exact_derivatives) {
  for (const auto& entry : std::filesystem::recursive_directory_iterator("models")) {
    if (entry.path().extension() != ".yaml") continue;
    const CurrentFormulation model = formulate_current({entry.path().string(), {}});
    for (const char* name : {"accelerations", "rows", "outputs"})
      expect_exact_derivatives(model, name, entry.path().c_str());
  }
}

TEST(ModelProgram, only_what_is_asked_for_is_computed) {
  const CurrentFormulation model = formulate_current({"models/three_link_arm/three_link_arm_zyx.yaml", {}});
  const Program all = model_program(model, {"places", {}, {}});
  const std::string one = all.outputs.front().name;
  const Program part = model_program(model, {"places", {one}, {}});
  ASSERT_EQ(part.outputs.size(), 1u);
  EXPECT_LT(4 * part.instructions.size(), all.instructions.size());
  const Values values = some_state(model);
  EXPECT_EQ(run(part, values).at(one), run(all, values).at(one));
}

TEST(ModelProgram, names_that_the_model_lacks_are_refused) {
  const CurrentFormulation model = formulate_current({"models/spherical_wrist/spherical_wrist.yaml", {}});
  EXPECT_THROW(model_program(model, {"places", {"nobody"}, {}}), BadInput);
  EXPECT_THROW(model_program(model, {"accelerations", {}, {"nothing"}}), BadInput);
}

TEST(ModelProgram, an_unknown_output_is_answered_with_the_known_ones) {
  const CurrentFormulation model = formulate_current({"models/brake/brake.yaml", {}});
  try {
    (void)model_program(model, {"accelerations", {"nobody"}, {}});
    FAIL();
  } catch (const BadInput& error) {
    EXPECT_NE(std::string(error.what()).find("\n  known outputs: u1'"), std::string::npos) << error.what();
  }
}

}  // namespace
}  // namespace tangible
