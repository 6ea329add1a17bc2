// SPDX-License-Identifier: Apache-2.0
// Lowering keeps the value and saves operations.
#include "program/lower.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>

#include "program/interpreter.h"
#include "symbolic/evaluate.h"
#include "symbolic/graph.h"
#include "symbolic/random_expr.h"
#include "symbolic/substitute.h"

namespace tangible {
namespace {

std::vector<double> run(const Program& program, const Values& values) {
  Workspace workspace(program);
  for (std::size_t i = 0; i < program.inputs.size(); ++i)
    workspace.inputs()[i] = values.at(symbol(program.inputs[i].name));
  interpret(program, workspace);
  std::vector<double> results;
  for (const ProgramOutput& output : program.outputs) results.push_back(workspace.value(output.value));
  return results;
}

RC_GTEST_PROP(LoweringProperty, a_program_computes_what_its_expressions_mean, (std::uint32_t seed)) {
  Graph graph;
  GraphScope scope(graph);
  const Expr e[] = {cook(*recipes(40)), cook(*recipes(40))};
  std::vector<LowerInput> inputs;
  for (const Expr s : symbols_in(e)) inputs.push_back({s, static_cast<Stage>(1 + (s.id() + seed) % 4)});
  const LowerOutput outputs[] = {{"first", e[0]}, {"second", e[1]}};
  const Program program = lower_to_program(outputs, inputs);
  program.validate();
  const Values values = random_values(seed);
  const std::vector<double> got = run(program, values);
  const std::vector<double> expected = evaluate(e, values);
  for (std::size_t i = 0; i < 2; ++i) {
    RC_PRE(std::isfinite(expected[i]));
    // Another order of operations: a few roundings of the largest intermediate, which safe recipes keep moderate.
    RC_ASSERT(std::abs(got[i] - expected[i]) <= 1e-9 * (1 + std::abs(expected[i])));
  }
}

RC_GTEST_PROP(LoweringProperty, stages_never_decrease, (std::uint32_t seed)) {
  Graph graph;
  GraphScope scope(graph);
  const Expr e = cook(*recipes(60));
  std::vector<LowerInput> inputs;
  for (const Expr s : symbols_in(std::span(&e, 1))) inputs.push_back({s, static_cast<Stage>(1 + (s.id() ^ seed) % 4)});
  const LowerOutput output[] = {{"e", e}};
  const Program program = lower_to_program(output, inputs);
  for (std::size_t i = 1; i < program.instructions.size(); ++i)
    RC_ASSERT(program.instructions[i - 1].stage <= program.instructions[i].stage);
}

struct Lowered : testing::Test {
  Graph graph;
  GraphScope scope{graph};
};

TEST_F(Lowered, wrist_costs_18_multiplications_9_additions_5_sines) {  // Gillespie (49): 29, 16, 10 as printed there
  const Expr s1 = sin(symbol("q1")), c1 = cos(symbol("q1")), c2 = cos(symbol("q2")), s3 = sin(symbol("q3")),
             c3 = cos(symbol("q3"));
  const Expr u1 = symbol("u1"), u2 = symbol("u2"), u3 = symbol("u3");
  const Expr M = symbol("M"), L = symbol("L"), G = symbol("G"), I1 = symbol("I1"), I2 = symbol("I2"), I3 = symbol("I3");
  const Expr T1 = symbol("T1"), T2 = symbol("T2"), T3 = symbol("T3"), F1 = symbol("F1"), F2 = symbol("F2");
  const LowerOutput outputs[] = {
      {"u1'", (T1 - L * (F2 + G * M * (s1 * c3 + s3 * c1 * c2)) - (I3 - I2 - M * L * L) * u2 * u3) / (I1 + M * L * L)},
      {"u2'", (T2 + L * (F1 + G * M * (s1 * s3 - c1 * c2 * c3)) + (I3 - I1 - M * L * L) * u1 * u3) / (I2 + M * L * L)},
      {"u3'", (T3 + (I1 - I2) * u1 * u2) / I3}};
  std::vector<LowerInput> inputs;
  for (const char* name : {"M", "L", "G", "I1", "I2", "I3"}) inputs.push_back({symbol(name), Stage::parameter});
  for (const char* name : {"q1", "q2", "q3"}) inputs.push_back({symbol(name), Stage::configuration});
  for (const char* name : {"u1", "u2", "u3"}) inputs.push_back({symbol(name), Stage::state});
  for (const char* name : {"T1", "T2", "T3", "F1", "F2"}) inputs.push_back({symbol(name), Stage::input});
  const Program program = lower_to_program(outputs, inputs);
  const ProgramCount count = program.count(Stage::configuration);
  EXPECT_LE(count.multiplications_and_divisions(), 18u) << program.to_text();
  EXPECT_LE(count.additions, 9u) << program.to_text();
  EXPECT_EQ(count.trigonometric, 5u);
}

TEST_F(Lowered, common_factors_are_multiplied_once) {
  const Expr a = symbol("a"), b = symbol("b"), c = symbol("c"), d = symbol("d");
  const LowerOutput outputs[] = {{"x", a * b * c}, {"y", a * b * d}, {"z", c / (a * b)}};
  const LowerInput inputs[] = {{a}, {b}, {c}, {d}};
  const Program program = lower_to_program(outputs, inputs);
  EXPECT_EQ(program.count().multiplications_and_divisions(), 4u) << program.to_text();
}

TEST_F(Lowered, a_symbol_that_is_no_input_is_named) {
  const LowerOutput output[] = {{"x", symbol("forgotten") + 1}};
  try {
    lower_to_program(output, {});
    FAIL();
  } catch (const std::invalid_argument& error) {
    EXPECT_NE(std::string(error.what()).find("forgotten"), std::string::npos);
  }
}

TEST_F(Lowered, invalid_programs_are_refused) {
  Program program;
  program.inputs = {{"x", Stage::state}};
  program.instructions = {{Op::add, Stage::state, 0, 1, 0}};  // uses its own result
  EXPECT_THROW(program.validate(), std::invalid_argument);
  program.instructions = {{Op::negate, Stage::state, 0, 0, 0}};
  program.outputs = {{"y", 7}};
  EXPECT_THROW(program.validate(), std::invalid_argument);
  program.outputs = {{"y", 1}};
  EXPECT_NO_THROW(program.validate());
}

}  // namespace
}  // namespace tangible
