// SPDX-License-Identifier: Apache-2.0
// Random mechanisms: all back ends give the bits of the interpreter, the interpreter the numbers of long double, and
// the accelerations satisfy the equations that they come from.
#include "app/random_mechanism.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <bit>
#include <cmath>

#include "engine/programs.h"
#include "model/read_model.h"
#include "program/batch.h"
#include "program/compiled_c.h"
#include "program/evaluation.h"
#include "program/interpreter.h"
#include "program/long_double.h"
#include "program/random_program.h"
#include "symbolic/graph.h"

namespace tangible {
namespace {

struct Programs {
  Program accelerations;
  Program mass;
};

Programs programs_of(const std::string& text) {
  Graph graph;
  GraphScope scope(graph);
  const ReadResult read = read_model_text(text);
  if (!read) throw std::runtime_error(read.diagnostics.to_string() + text);
  const Equations equations = derive_equations(*read.mechanism);
  const Embedding embedding = derive_embedding(equations, {});
  return {acceleration_program(*read.mechanism, equations, embedding),
          mass_and_forcing_program(*read.mechanism, equations, embedding)};
}

// Angles between 0.3 and 1.2, so that no attitude is singular.
std::vector<double> inputs_for(const Program& program, std::uint32_t seed) {
  std::vector<double> values = random_inputs(seed, program.inputs.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (program.inputs[i].name == "g") values[i] = 9.81;
    if (program.inputs[i].stage == Stage::configuration) values[i] = 0.75 + 0.15 * values[i];
  }
  return values;
}

std::vector<double> run(const Program& program, const std::vector<double>& inputs, Backend backend) {
  Evaluation evaluation(program, backend);
  std::ranges::copy(inputs, evaluation.inputs().begin());
  evaluation.run();
  return {evaluation.outputs().begin(), evaluation.outputs().end()};
}

RC_GTEST_PROP(RandomMechanism, has_the_same_accelerations_by_every_back_end, (std::uint32_t seed)) {
  const auto bodies = *rc::gen::inRange<std::size_t>(1, 6);
  const Program program = programs_of(RandomMechanism(seed, bodies).text()).accelerations;
  const std::vector<double> reference = run(program, inputs_for(program, seed), Backend::interpreter);
  const std::vector<double> native = run(program, inputs_for(program, seed), Backend::automatic);
  BatchEvaluation batch(compile(program), 8);
  for (std::uint32_t lane = 0; lane < 8; ++lane) {
    const std::vector<double> inputs = inputs_for(program, seed + lane);
    for (std::size_t i = 0; i < inputs.size(); ++i) batch.input(i, lane) = inputs[i];
  }
  batch.run();
  for (std::size_t i = 0; i < reference.size(); ++i) {
    RC_ASSERT(std::isfinite(reference[i]));
    RC_ASSERT(std::bit_cast<std::uint64_t>(native[i]) == std::bit_cast<std::uint64_t>(reference[i]));
    RC_ASSERT(std::bit_cast<std::uint64_t>(batch.output(i, 0)) == std::bit_cast<std::uint64_t>(reference[i]));
  }
}

// M u' - f, with M and f from a program of their own, is zero but for roundings of what is added.
RC_GTEST_PROP(RandomMechanism, accelerations_satisfy_the_equations_and_long_double, (std::uint32_t seed)) {
  const auto bodies = *rc::gen::inRange<std::size_t>(1, 5);
  const Programs programs = programs_of(RandomMechanism(seed, bodies).text());
  const std::vector<double> inputs = inputs_for(programs.accelerations, seed);
  const std::vector<double> rates = run(programs.accelerations, inputs, Backend::interpreter);
  const std::vector<long double> exact = exact_values(programs.accelerations, {inputs.begin(), inputs.end()});
  double largest = 1;
  for (const double rate : rates) largest = std::max(largest, std::abs(rate));
  for (std::size_t i = 0; i < rates.size(); ++i)
    RC_ASSERT(std::abs(rates[i] - exact[programs.accelerations.outputs[i].value]) < 1e-9L * largest);
  const std::vector<double> mass = run(programs.mass, inputs, Backend::interpreter);
  const std::size_t n = rates.size();
  const auto row_begin = [](std::size_t r) {
    return r * (r + 1) / 2 + r;
  };  // rows of the lower half, each with forcing
  for (std::size_t r = 0; r < n; ++r) {
    double residual = -mass[row_begin(r) + r + 1], size = std::abs(residual) + 1;
    for (std::size_t s = 0; s < n; ++s) {
      const double entry = s <= r ? mass[row_begin(r) + s] : mass[row_begin(s) + r];
      residual += entry * rates[s];
      size += std::abs(entry * rates[s]);
    }
    RC_ASSERT(std::abs(residual) < 1e-9 * size);
  }
}

TEST(RandomMechanism, exported_c_agrees) {
  for (const std::uint32_t seed : {1u, 2u, 3u}) {
    const Program program = programs_of(RandomMechanism(seed, 3).text()).accelerations;
    const std::vector<double> inputs = inputs_for(program, seed);
    const std::vector<double> expected = run(program, inputs, Backend::interpreter);
    const std::vector<double> got = run_c_example(emit_c(program, {"random", "random", inputs}), "cc");
    ASSERT_EQ(got.size(), expected.size());
    for (std::size_t i = 0; i < got.size(); ++i)
      EXPECT_NEAR(got[i], expected[i], 1e-9 * (1 + std::abs(expected[i]))) << seed;
  }
}

}  // namespace
}  // namespace tangible
