// SPDX-License-Identifier: Apache-2.0
// Rows that follow from others: everywhere, or only where the mechanism is assembled; which ones may change on the way.
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <numbers>

#include "engine/assembled_states.h"
#include "engine/complete_state.h"
#include "engine/evaluate_json.h"
#include "engine/friction_at_rest.h"
#include "engine/model_program.h"
#include "engine/row_choice.h"
#include "formulated.h"
#include "program/evaluation.h"

namespace tangible {
namespace {

std::map<std::string, double> outputs_at(Evaluation& evaluation, const Values& state) {
  std::map<std::string, double> by_name, results;
  for (const auto& [symbol, value] : state) by_name[std::string(symbol.name())] = value;
  const Program& program = evaluation.code().program();
  for (std::size_t i = 0; i < program.inputs.size(); ++i) evaluation.inputs()[i] = by_name[program.inputs[i].name];
  evaluation.run();
  for (std::size_t i = 0; i < program.outputs.size(); ++i) results[program.outputs[i].name] = evaluation.outputs()[i];
  return results;
}

std::vector<std::size_t> rows_of(const Formulation& model) {
  return rows_that_hold(model.equations, rows_holding_at_start(model.equations));
}

EvaluatedState evaluate_here(const Formulation& model, const Values& state) {
  return evaluate_state(model.equations,
                        {state, rows_holding_at_start(model.equations), rank_when_assembled(model, rows_of(model))});
}

// All cranks at one angle, and turning alike.
Values cranks_at(const Formulation& model, double angle, double speed) {
  Values state = values_at_start(model);
  for (const char* q : {"q1", "q2", "q3"}) state[symbol(q)] = angle;
  for (const char* u : {"u1", "u2", "u3"}) state[symbol(u)] = speed;
  state[symbol("q4")] = state[symbol("u4")] = 0;
  return state;
}

// Closed in space, a plane loop has a row that is 0 = 0: it has no direction to select, and takes no part.
TEST(RedundantRows, may_include_one_that_is_zero_everywhere) {
  const CurrentFormulation model = formulate_current({"test/app/special/three_parallel_bars.yaml"});
  Evaluation program(model_program(model, {"accelerations", {}, {}}));
  Values state = values_at_start(model);
  for (const double angle : {0.3, 1.1, -0.6}) {
    for (const char* q : {"q1", "q2", "q3"}) state[symbol(q)] = angle;
    state[symbol("q4")] = -angle;
    // Of the beam only the weight turns with the cranks: I q'' = (3 m l/2 + m l) g sin(q), I = 3 (0.01 + m l^2/4) + m
    // l^2.
    const double expected = 2.5 * 0.4 * 9.81 * std::sin(angle) / (0.03 + 0.75 * 0.16 + 0.16);
    const std::map<std::string, double> results = outputs_at(program, state);
    EXPECT_NEAR(results.at("u1'"), expected, 1e-11) << angle;
    EXPECT_LT(results.at("violation"), 1e-15);
    EXPECT_GT(results.at("regularity"), 1e-3);
  }
}

// Two of the masses sit on cranks, the third is the beam's, which does not turn: m a^2 (3 q'') = -3 m g a cos(q).
TEST(RedundantRows, of_three_cranks_leave_the_motion_of_one_pendulum) {
  const CurrentFormulation model = formulate_current({"test/app/special/three_cranks.yaml"});
  Evaluation program(model_program(model, {"accelerations", {}, {}}));
  for (const double angle : {0.3, 1.0, std::numbers::pi / 2, 2.5, -std::numbers::pi / 2, -0.7}) {
    const Values state = cranks_at(model, angle, 1.3);
    const double expected = -9.81 / 0.3 * std::cos(angle);
    const EvaluatedState at = evaluate_here(model, state);
    EXPECT_EQ(status_of_motion(model.equations, at), "ok") << angle;
    EXPECT_EQ(at.embedded.redundant_rows.size(), 1U);
    for (Eigen::Index r = 0; r < 3; ++r) EXPECT_NEAR(at.embedded.u_rate(r), expected, 1e-11) << angle;
    const std::map<std::string, double> results = outputs_at(program, state);
    EXPECT_NEAR(results.at("u1'"), expected, 1e-11) << angle;
    EXPECT_GT(results.at("regularity"), 1e-3) << angle;
    EXPECT_LT(results.at("violation"), 1e-12) << angle;
  }
}

TEST(RedundantRows, of_three_cranks_in_one_line_are_reported_as_singular) {
  const CurrentFormulation model = formulate_current({"test/app/special/three_cranks.yaml"});
  Evaluation program(model_program(model, {"accelerations", {}, {}}));
  for (const double angle : {0.0, std::numbers::pi}) {
    const Values state = cranks_at(model, angle, 0);
    EXPECT_NE(status_of_motion(model.equations, evaluate_here(model, state)), "ok") << angle;
    EXPECT_LT(outputs_at(program, state).at("regularity"), 1e-8) << angle;
  }
}

TEST(RedundantRows, of_a_mechanism_that_is_not_assembled_are_reported) {
  const CurrentFormulation model = formulate_current({"test/app/special/three_cranks.yaml"});
  Evaluation program(model_program(model, {"accelerations", {}, {}}));
  Values state = cranks_at(model, 1.0, 0);
  state[symbol("q2")] = 1.4;
  const std::map<std::string, double> results = outputs_at(program, state);
  EXPECT_LT(results.at("regularity"), 1e-8);
  EXPECT_GT(results.at("violation"), 1e-3);
}

// Both wheels together say one thing too many: in directions of N, which row that is changes with the yaw.
TEST(RedundantRows, of_wheels_on_an_axle_take_turns_as_it_yaws) {
  const CurrentFormulation model = formulate_current({"test/app/special/wheels_on_an_axle.yaml"});
  Evaluation program(model_program(model, {"accelerations", {}, {}}));
  std::map<std::string, double> first;
  for (const double yaw : {0.3, 0.0, std::numbers::pi / 2, std::numbers::pi, -std::numbers::pi / 2}) {
    Values state = values_at_start(model);
    state[symbol("q")] = yaw;
    state[symbol("u1")] = 2;
    state[symbol("u2")] = -1;
    complete_speeds(model, rows_of(model), {symbol("u1"), symbol("u2")}, state);
    const std::map<std::string, double> results = outputs_at(program, state);
    EXPECT_GT(results.at("regularity"), 0.05) << yaw;
    if (first.empty()) first = results;
    for (const char* name : {"u1'", "u2'"}) EXPECT_NEAR(results.at(name), first.at(name), 1e-12) << yaw;
  }
  EXPECT_GT(std::abs(first.at("u1'")), 0.01);
}

// Its two loops close in a plane that turns with the spindle: what they say across that plane follows. The pivot
// sin(q2) + sin(q2 + q4), which vanishes wherever they are closed, would make u1 = 0 of a spindle that is driven.
TEST(RedundantRows, printed_equations_divide_by_nothing_that_vanishes_in_every_assembled_mechanism) {
  for (const char* path : {"models/flyball_governor/flyball_governor.yaml", "models/bricard/bricard.yaml",
                           "models/double_parallelogram/double_parallelogram.yaml"}) {
    const CurrentFormulation model = formulate_current({path});
    const Embedding embedding = embed_rows(model, rows_holding_at_start(model.equations));
    EXPECT_FALSE(embedding.closed.empty()) << path;
    EXPECT_EQ(embedding.independent.size(), 1U) << path;
    const AssembledStates states = assembled_states(model, rows_of(model));
    ASSERT_GE(states.near.size(), 2U) << path;
    std::vector<double> largest(embedding.divisors.size());
    for (const Values& state : states.near) {
      const std::vector<double> divisors = evaluate(embedding.divisors, state);
      for (std::size_t i = 0; i < divisors.size(); ++i) largest[i] = std::max(largest[i], std::abs(divisors[i]));
    }
    for (const double divisor : largest) EXPECT_GT(divisor, 1e-6) << path;
  }
}

TEST(FrictionAtRest, is_reported_where_its_speed_is_zero_and_nowhere_else) {
  const CurrentFormulation model = formulate_text(R"(tangible: 1
parameters: {m: 1 kg, F: 2 N}
coordinates: {x: m}
points: {P: {from: O, at: x*N.x}}
speeds: {u: x'}
particles: {block: {at: P, mass: m}}
loads: {rub: {force: -F*sign(u)*N.x, at: P}}
)",
                                                  "a test");
  const FrictionAtRest friction(model);
  Values state = values_at_start(model);
  EXPECT_NE(friction.describe(state).find("rub may have any force up to 2"), std::string::npos)
      << friction.describe(state);
  state[symbol("u")] = 0.1;
  EXPECT_EQ(friction.describe(state), "");
}

}  // namespace
}  // namespace tangible
