// SPDX-License-Identifier: Apache-2.0
// Emitted C compiles without a warning and computes what the program computes.
#include "program/emit_c.h"

#include <gtest/gtest.h>

#include <cmath>

#include "program/c_names.h"
#include "program/compiled_c.h"
#include "program/evaluation.h"
#include "program/random_program.h"

namespace tangible {
namespace {

void expect_c_agrees(const Program& program, const std::vector<double>& inputs, const std::string& compiler) {
  const std::vector<CFile> files = emit_c(program, {"test program", "A test", inputs});
  const std::vector<double> got = run_c_example(files, compiler);
  Evaluation evaluation(program);
  std::ranges::copy(inputs, evaluation.inputs().begin());
  evaluation.run();
  ASSERT_EQ(got.size(), program.outputs.size());
  for (std::size_t i = 0; i < got.size(); ++i) {
    const double expected = evaluation.outputs()[i];
    if (!std::isfinite(expected)) continue;
    EXPECT_NEAR(got[i], expected, 1e-9 * (1 + std::abs(expected))) << "output " << i;
  }
}

TEST(EmitC, random_arithmetic_agrees_under_both_compilers) {
  for (const char* compiler : {"gcc", "clang"}) {
    const Program program =
        random_program(3, {.inputs = 6, .instructions = 40, .outputs = 12, .only_arithmetic = true});
    expect_c_agrees(program, random_inputs(3, 6), compiler);
  }
}

TEST(EmitC, every_operation_has_its_c) {
  Program program;
  program.inputs = {{"a", Stage::parameter}, {"b", Stage::state}, {"sin", Stage::state}};
  program.constants = {0.25, -2.0};
  for (std::size_t k = 0; k < op_count; ++k)
    program.instructions.push_back({static_cast<Op>(k), Stage::state, 1, 2, 3});
  for (ValueId k = 0; k < op_count; ++k) program.outputs.push_back({"y" + std::to_string(k), 5 + k});
  expect_c_agrees(program, {1.5, 0.3, 0.7}, "cc");
  expect_c_agrees(program, {1.5, -0.7, -0.3}, "cc");
}

TEST(EmitC, long_programs_are_cut_into_functions) {
  const Program program =
      random_program(8, {.inputs = 9, .instructions = 2500, .outputs = 30, .only_arithmetic = true});
  const std::vector<CFile> files = emit_c(program, {"long", "A long program", {}});
  EXPECT_NE(files[1].text.find("part_5"), std::string::npos);
  expect_c_agrees(program, std::vector<double>(9, 0.1), "cc");
}

TEST(EmitC, a_program_without_outputs_is_no_crash) {
  Program program;
  program.inputs = {{"a", Stage::state}};
  EXPECT_EQ(emit_c(program, {"nothing", "Nothing", {}}).size(), 4u);
}

TEST(EmitC, names_are_kept_and_made_identifiers) {
  CNames names;
  EXPECT_EQ(names.add("q1"), "q1");
  EXPECT_EQ(names.add("u1'"), "u1_dot");
  EXPECT_EQ(names.add("link 1.x"), "link_1_x");
  EXPECT_EQ(names.add("q1"), "q1_2");
  EXPECT_EQ(names.add("double"), "double_2");
  EXPECT_EQ(names.add("v7"), "v7_");
  EXPECT_EQ(names.add("1st"), "x1st");
}

TEST(EmitC, a_comment_cannot_be_ended_by_a_name) {
  EXPECT_EQ(c_comment("a*/b"), "a* /b");
  EXPECT_EQ(c_comment("a/*b"), "a/ *b");
}

TEST(EmitC, literals_read_back_as_the_same_number) {
  for (const double value : {0.1, 1e300, 5e-324, 3.0, -2.5})
    EXPECT_EQ(std::strtod(c_literal(std::abs(value)).c_str(), nullptr), std::abs(value));
  EXPECT_EQ(c_literal(3), "3.0");
  EXPECT_EQ(c_literal(-2.5), "(-2.5)");
}

}  // namespace
}  // namespace tangible
