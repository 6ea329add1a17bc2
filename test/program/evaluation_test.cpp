// SPDX-License-Identifier: Apache-2.0
// The guarantees of evaluation.
#include "program/evaluation.h"

#include <gtest/gtest.h>

#include <cmath>

namespace tangible {
namespace {

// y = sin(p) + 2 x, z = y x; p is a parameter.
Program small_program() {
  Program program;
  program.inputs = {{"p", Stage::parameter}, {"x", Stage::state}};
  program.constants = {2.0};
  program.instructions = {{Op::sin, Stage::parameter, 0, 0, 0},
                          {Op::multiply, Stage::state, 2, 1, 0},
                          {Op::add, Stage::state, 3, 4, 0},
                          {Op::multiply, Stage::state, 5, 1, 0}};
  program.outputs = {{"y", 5}, {"z", 6}};
  return program;
}

TEST(Evaluation, outputs_stand_in_the_order_of_the_program) {
  Evaluation evaluation(small_program());
  evaluation.inputs()[0] = 0.5;
  evaluation.inputs()[1] = 3;
  evaluation.run();
  ASSERT_EQ(evaluation.outputs().size(), 2u);
  EXPECT_DOUBLE_EQ(evaluation.outputs()[0], std::sin(0.5) + 6);
  EXPECT_DOUBLE_EQ(evaluation.outputs()[1], 3 * (std::sin(0.5) + 6));
}

TEST(Evaluation, a_later_stage_is_run_on_what_earlier_stages_left) {
  Evaluation evaluation(small_program());
  evaluation.inputs()[0] = 0.5;
  evaluation.run();
  evaluation.inputs()[1] = 4;
  evaluation.run(Stage::state);
  EXPECT_DOUBLE_EQ(evaluation.outputs()[0], std::sin(0.5) + 8);
}

TEST(Evaluation, copies_share_the_code_but_not_the_numbers) {
  Evaluation first(small_program());
  first.inputs()[1] = 1;
  Evaluation second = first;
  second.inputs()[1] = 2;
  first.run();
  second.run();
  EXPECT_EQ(&first.code(), &second.code());
  EXPECT_DOUBLE_EQ(first.outputs()[0], 2);
  EXPECT_DOUBLE_EQ(second.outputs()[0], 4);
}

TEST(Evaluation, an_invalid_program_is_not_made_ready) {
  Program program = small_program();
  program.outputs[0].value = 99;
  EXPECT_THROW(Evaluation{program}, std::invalid_argument);
}

TEST(Evaluation, the_interpreter_is_used_when_it_is_asked_for) {
  const Evaluation evaluation(small_program(), Backend::interpreter);
  EXPECT_EQ(evaluation.backend(), "interpreter");
  EXPECT_EQ(evaluation.code().fallback(), "");
}

}  // namespace
}  // namespace tangible
