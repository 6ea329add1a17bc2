// SPDX-License-Identifier: Apache-2.0
// Derivatives of programs against differences of their values.
#include "program/jacobian.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>

#include "program/evaluation.h"
#include "program/random_program.h"

namespace tangible {
namespace {

double value_at(const Program& program, std::vector<double> inputs, std::size_t output) {
  Evaluation evaluation(program);
  std::ranges::copy(inputs, evaluation.inputs().begin());
  evaluation.run();
  return evaluation.outputs()[output];
}

// Of fourth order: an error of h^4 beside roundings of 1/h.
double difference_quotient(const Program& program, const std::vector<double>& inputs, std::size_t output,
                           std::size_t input) {
  const double h = 3e-4;
  const auto shifted = [&](double by) {
    std::vector<double> moved = inputs;
    moved[input] += by;
    return value_at(program, moved, output);
  };
  return (8 * (shifted(h) - shifted(-h)) - (shifted(2 * h) - shifted(-2 * h))) / (12 * h);
}

TEST(Jacobian, every_operation_has_its_derivative) {
  for (std::size_t k = 0; k < op_count; ++k) {
    Program program;
    program.inputs = {{"a", Stage::state}, {"b", Stage::state}, {"c", Stage::state}};
    program.instructions = {{static_cast<Op>(k), Stage::state, 0, 1, 2}};
    program.outputs = {{"y", 3}};
    const std::vector<std::size_t> all{0, 1, 2};
    const Jacobian jacobian = differentiate(program, all);
    const std::vector<double> at{0.6, 0.35, 0.8};
    for (const std::size_t input : all) {
      double got = 0;
      for (std::size_t e = 0; e < jacobian.entries.size(); ++e)
        if (jacobian.entries[e].input == input) got = value_at(jacobian.program, at, e);
      EXPECT_NEAR(got, difference_quotient(program, at, 0, input), 1e-9)
          << name_of(static_cast<Op>(k)) << " with respect to " << program.inputs[input].name;
    }
  }
}

TEST(Jacobian, what_does_not_depend_is_no_entry) {
  Program program;
  program.inputs = {{"a", Stage::state}, {"b", Stage::state}};
  program.instructions = {{Op::sin, Stage::state, 0, 0, 0}, {Op::multiply, Stage::state, 1, 1, 0}};
  program.outputs = {{"x", 2}, {"y", 3}};
  const std::vector<std::size_t> all{0, 1};
  const Jacobian jacobian = differentiate(program, all);
  ASSERT_EQ(jacobian.entries.size(), 2u);
  EXPECT_EQ(jacobian.program.outputs[0].name, "d x / d a");
  EXPECT_EQ(jacobian.program.outputs[1].name, "d y / d b");
}

RC_GTEST_PROP(JacobianProperty, chains_of_products_and_sums_agree_with_differences, (std::uint32_t seed)) {
  const Program program =
      random_program(seed, {.inputs = 4, .instructions = 12, .outputs = 3, .only_arithmetic = true});
  const std::vector<std::size_t> all{0, 1, 2, 3};
  const Jacobian jacobian = differentiate(program, all);
  jacobian.program.validate();
  std::vector<double> at = random_inputs(seed, 4);
  for (double& x : at) x *= 0.3;
  for (std::size_t e = 0; e < jacobian.entries.size(); ++e) {
    const double got = value_at(jacobian.program, at, e);
    RC_PRE(std::abs(got) < 1e3);
    const auto [output, input] = jacobian.entries[e];
    const double size = 1 + std::abs(value_at(program, at, output)) + std::abs(got);
    RC_PRE(size < 1e3);
    // Higher derivatives of products of a dozen factors below 1 stay moderate.
    RC_ASSERT(std::abs(got - difference_quotient(program, at, output, input)) < 1e-6 * size);
  }
}

}  // namespace
}  // namespace tangible
