// SPDX-License-Identifier: Apache-2.0
// Every lane of a batch is an evaluation.
#include "program/batch.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <bit>

#include "program/native_code.h"
#include "program/random_program.h"
#include "program/same_bits.h"

namespace tangible {
namespace {

void compare_lanes(const Program& program, Backend backend, std::uint32_t seed, std::size_t lanes) {
  const std::shared_ptr<const Code> code = compile(program, backend);
  BatchEvaluation batch(code, lanes);
  Evaluation single(code);
  for (std::size_t lane = 0; lane < lanes; ++lane) {
    const std::vector<double> values = random_inputs(seed + static_cast<std::uint32_t>(lane), program.inputs.size());
    for (std::size_t i = 0; i < values.size(); ++i) batch.input(i, lane) = values[i];
  }
  batch.run();
  for (std::size_t lane = 0; lane < lanes; ++lane) {
    std::ranges::copy(random_inputs(seed + static_cast<std::uint32_t>(lane), program.inputs.size()),
                      single.inputs().begin());
    single.run();
    for (std::size_t i = 0; i < program.outputs.size(); ++i)
      ASSERT_TRUE(same(single.outputs()[i], batch.output(i, lane))) << "output " << i << " of lane " << lane;
  }
}

TEST(Batch, eight_lanes_are_one_vector_of_avx512_and_with_avx2_two_at_once_only_for_short_programs) {
  const Program brief = random_program(1, {.inputs = 4, .instructions = 40, .outputs = 2});
  const Program lengthy = random_program(1, {.inputs = 4, .instructions = 400, .outputs = 2});
  EXPECT_EQ(batch_shape(brief, 8, Target::avx2).lanes, 8u);
  EXPECT_EQ(batch_shape(lengthy, 8, Target::avx2).lanes, 4u);
  EXPECT_EQ(batch_shape(lengthy, 8, Target::avx512).lanes, 8u);
  EXPECT_EQ(batch_shape(lengthy, 3, Target::avx512).lanes, 4u);
}

RC_GTEST_PROP(BatchProperty, every_lane_gives_the_bits_of_a_single_evaluation, (std::uint32_t seed)) {
  const auto size = *rc::gen::inRange<std::size_t>(1, 1000);
  const auto lanes = *rc::gen::inRange<std::size_t>(1, 10);
  compare_lanes(random_program(seed, {.inputs = 9, .instructions = size, .outputs = 1 + size / 5}), Backend::automatic,
                seed, lanes);
}

RC_GTEST_PROP(BatchProperty, the_interpreter_has_lanes_too, (std::uint32_t seed)) {
  compare_lanes(random_program(seed, {}), Backend::interpreter, seed, 5);
}

TEST(Batch, large_angles_may_stand_in_some_lanes_alone) {
  Program program;
  program.inputs = {{"q", Stage::state}, {"p", Stage::state}};
  program.instructions = {{Op::sin, Stage::state, 0, 0, 0}, {Op::cos, Stage::state, 1, 0, 0}};
  program.outputs = {{"s", 2}, {"c", 3}};
  const auto code = compile(program);
  BatchEvaluation batch(code, 8);
  Evaluation single(code);
  for (std::size_t lane = 0; lane < 8; ++lane) batch.input(0, lane) = batch.input(1, lane) = lane % 3 == 0 ? 1e9 : 0.5;
  batch.run();
  for (std::size_t lane = 0; lane < 8; ++lane) {
    single.inputs()[0] = single.inputs()[1] = lane % 3 == 0 ? 1e9 : 0.5;
    single.run();
    EXPECT_EQ(batch.output(0, lane), single.outputs()[0]);
    EXPECT_EQ(batch.output(1, lane), single.outputs()[1]);
  }
}

// The check of two vectors of angles is one for both: it may send angles to the slow path that need not go there.
TEST(Batch, two_angles_that_are_large_together_give_the_bits_of_single_ones) {
  Program program;
  program.inputs = {{"q", Stage::state}, {"p", Stage::state}};
  program.instructions = {{Op::sin, Stage::state, 0, 0, 0},
                          {Op::cos, Stage::state, 0, 0, 0},
                          {Op::sin, Stage::state, 1, 0, 0},
                          {Op::cos, Stage::state, 1, 0, 0}};
  for (ValueId k = 0; k < 4; ++k) program.outputs.push_back({"o" + std::to_string(k), 2 + k});
  const auto code = compile(program);
  for (const std::size_t lanes : {4u, 8u}) {
    BatchEvaluation batch(code, lanes);
    Evaluation single(code);
    for (std::size_t lane = 0; lane < lanes; ++lane) {
      batch.input(0, lane) = 99'999.0;
      batch.input(1, lane) = -60'000.0 - static_cast<double>(lane);
    }
    batch.run();
    for (std::size_t lane = 0; lane < lanes; ++lane) {
      single.inputs()[0] = 99'999.0;
      single.inputs()[1] = -60'000.0 - static_cast<double>(lane);
      single.run();
      for (std::size_t k = 0; k < 4; ++k) EXPECT_EQ(batch.output(k, lane), single.outputs()[k]);
    }
  }
}

// Sines that are outputs, that a later stage uses, that nothing uses, and duplicates, are found by their users, whether
// they are in memory or in registers alone.
TEST(Batch, sines_are_found_by_all_who_use_them) {
  for (const bool has_twins : {false, true}) {
    Program program;
    program.inputs = {{"q", Stage::parameter}, {"p", Stage::parameter}, {"r", Stage::state}};
    program.instructions = {{Op::sin, Stage::parameter, 0, 0, 0}, {Op::cos, Stage::parameter, 0, 0, 0},
                            {Op::cos, Stage::parameter, 1, 0, 0}, {has_twins ? Op::cos : Op::sin, Stage::parameter, 1},
                            {Op::multiply, Stage::state, 3, 2},   {Op::add, Stage::state, 5, 6}};
    program.outputs = {{"a", 4}, {"b", 7}, {"c", 8}};
    const auto code = compile(program);
    for (const std::size_t lanes : {4u, 8u}) {
      BatchEvaluation batch(code, lanes);
      for (std::size_t lane = 0; lane < lanes; ++lane)
        for (std::size_t i = 0; i < 3; ++i) batch.input(i, lane) = 0.3 + static_cast<double>(3 * lane + i);
      batch.run();
      for (std::size_t lane = 0; lane < lanes; ++lane) batch.input(2, lane) = -1.5 - static_cast<double>(lane);
      batch.run(Stage::configuration);
      for (std::size_t lane = 0; lane < lanes; ++lane) {
        Evaluation single(program, Backend::interpreter);
        for (std::size_t i = 0; i < 3; ++i) single.inputs()[i] = batch.input(i, lane);
        single.run();
        for (std::size_t k = 0; k < 3; ++k) EXPECT_EQ(batch.output(k, lane), single.outputs()[k]);
      }
    }
  }
}

// Interpreted, by vectors of four, by two of them, and with a remainder.
TEST(Batch, inputs_are_set_and_outputs_read_in_all_lanes_at_once) {
  const Program program = random_program(4, {.inputs = 3, .instructions = 20, .outputs = 2, .only_arithmetic = true});
  for (const Backend backend : {Backend::interpreter, Backend::automatic}) {
    for (const std::size_t lanes : {1u, 4u, 5u, 8u, 19u}) {
      BatchEvaluation one_by_one(compile(program, backend), lanes), together = one_by_one;
      std::vector<double> values, results(2 * lanes);
      for (std::size_t i = 0; i < 3; ++i) {
        for (std::size_t lane = 0; lane < lanes; ++lane) {
          values.push_back(0.1 * static_cast<double>(i + 3 * lane));
          one_by_one.input(i, lane) = values.back();
        }
      }
      together.set_inputs(0, std::span(values).first(lanes));
      together.set_inputs(1, std::span(values).subspan(lanes));
      one_by_one.run();
      together.run();
      together.get_outputs(0, results);
      for (std::size_t i = 0; i < 2; ++i)
        for (std::size_t lane = 0; lane < lanes; ++lane)
          EXPECT_EQ(results[i * lanes + lane], one_by_one.output(i, lane));
    }
  }
}

TEST(Batch, a_batch_without_lanes_is_refused) {
  EXPECT_THROW(BatchEvaluation(compile(Program{}), 0), std::invalid_argument);
}

}  // namespace
}  // namespace tangible
