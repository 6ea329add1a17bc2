// SPDX-License-Identifier: Apache-2.0
// Mechanisms of the library against separate bodies with multipliers in 50 digits, and against Lagrange's equations by
// SymPy: see the scripts beside the numbers (test/oracles/make_*.py).
#include "engine/model_program.h"
#include "equivalence/oracle.h"
#include "program/evaluation.h"

namespace tangible {
namespace {

struct ComparedModel {
  std::string path;
  std::vector<std::string> rows;     // all that hold
  std::vector<std::string> torques;  // inputs, as the reference lists them
  std::vector<int> order;            // of the speeds: u_r is the rate of coordinate order[r]
};

Json permuted(const Json& list, const std::vector<int>& order) {
  Json result = Json::array();
  for (const int i : order) result.push_back(list[static_cast<std::size_t>(i)]);
  return result;
}

// The program that `evaluate --program accelerations` and exported code run, at the values of a state.
Json run_accelerations(Evaluation& evaluation, const std::map<std::string, double>& values) {
  const Program& program = evaluation.code().program();
  for (std::size_t i = 0; i < program.inputs.size(); ++i) evaluation.inputs()[i] = values.at(program.inputs[i].name);
  evaluation.run();
  Json result = Json::object();
  for (std::size_t i = 0; i < program.outputs.size(); ++i) result[program.outputs[i].name] = evaluation.outputs()[i];
  return result;
}

class ComparedStates {
 public:
  explicit ComparedStates(const ComparedModel& compared)
      : compared_(compared),
        model_(compared.path),
        formulation_(formulate_current({.path = compared.path})),
        accelerations_(model_program(formulation_, {"accelerations", {}, {}})) {}

  // Numbers of the reference, which are known to 1e-15, against both methods in double precision.
  Json compare(const Json& state) {
    const Json speeds = permuted(state["q_rate"], compared_.order),
               rates = permuted(state["q_second"], compared_.order);
    model_.set_list(compared_.torques, state["torques"]);
    model_.set_coordinates(state["q"]);
    model_.set_speeds(speeds);
    const Json ours = model_.under(compared_.rows);
    expect_equal("udot", ours["udot"], rates);
    compare_program(state, speeds, rates);
    return ours;
  }

 private:
  void compare_program(const Json& state, const Json& speeds, const Json& rates) {
    std::map<std::string, double> values;
    const auto put = [&](Expr symbol, double value) { values[std::string(symbol.name())] = value; };
    for (const Parameter& p : formulation_.mechanism->parameters()) put(p.symbol, p.value);
    put(formulation_.mechanism->time(), 0);
    const KinematicalEquations& k = formulation_.equations.kinematical;
    for (std::size_t i = 0; i < k.q.size(); ++i) put(k.q[i], state["q"][i]);
    for (std::size_t r = 0; r < k.u.size(); ++r) put(k.u[r], speeds[r]);
    for (std::size_t i = 0; i < compared_.torques.size(); ++i) values[compared_.torques[i]] = state["torques"][i];
    const Json program = run_accelerations(accelerations_, values);
    Json found = Json::array(), expected = Json::array();
    for (std::size_t r = 0; r < k.u.size(); ++r) {
      const std::string name(k.u_rate[r].name());
      if (!program.contains(name)) continue;  // of a dependent speed
      found.push_back(program[name]);
      expected.push_back(rates[r]);
    }
    EXPECT_EQ(found.size(), 3U);
    expect_equal("udot by the program", found, expected);
    EXPECT_GT(program["regularity"].get<double>(), 1e-8);
  }

  ComparedModel compared_;
  ModelUnderTest model_;
  CurrentFormulation formulation_;
  Evaluation accelerations_;
};

TEST(NewtonEuler, bicycle_accelerates_as_four_bodies_with_multipliers_do) {
  ComparedStates bicycle({.path = "models/bicycle/bicycle.yaml",
                          .rows = {"rear_rolls_x", "rear_rolls_y", "front_touches", "front_rolls_x", "front_rolls_y"},
                          .torques = {"T_lean", "T_steer"},
                          .order = {3, 5, 6, 0, 1, 2, 4, 7}});
  const Json oracle = read_oracle("bicycle");
  ASSERT_EQ(oracle["states"].size(), 13U);
  for (const Json& state : oracle["states"]) bicycle.compare(state);
}

// Upright and hanging straight, folded at right angles, and at random poses.
TEST(NewtonEuler, two_arms_with_one_box_accelerate_as_five_bodies_with_multipliers_do) {
  ComparedStates arms({.path = "models/two_arms/two_arms.yaml",
                       .rows = {"grip.x", "grip.y"},
                       .torques = {"T_left", "T_right"},
                       .order = {0, 1, 2, 3, 4}});
  const Json oracle = read_oracle("two_arms");
  ASSERT_EQ(oracle["states"].size(), 14U);
  for (const Json& state : oracle["states"]) {
    const Json ours = arms.compare(state);
    // The row leads from the box to the hand: its force is that on the hand.
    expect_equal("grip", forces(ours, {"grip.x", "grip.y"}), negated(state["grip"]));
  }
}

TEST(NewtonEuler, runner_of_thirteen_segments_has_the_mass_matrix_and_forces_of_lagrange) {
  ModelUnderTest runner("models/runner/runner.yaml");
  const Json oracle = read_oracle("runner");
  for (const Json& state : oracle["states"]) {
    runner.set("t", state["t"]);
    runner.set_list(oracle["names"].get<std::vector<std::string>>(), state["q"]);
    runner.set_speeds(state["q_rate"]);
    const Json ours = runner.under({});
    expect_equal("M", ours["F_r_star"]["mass_matrix"], state["mass"]);
    expect_equal("forcing", ours["forcing"], state["forcing"]);
    expect_equal("udot", ours["udot"], state["q_second"]);
    expect_equal("kinetic energy", ours["energy"]["kinetic"], state["kinetic"]);
  }
}

}  // namespace
}  // namespace tangible
