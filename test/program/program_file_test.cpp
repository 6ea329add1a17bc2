// SPDX-License-Identifier: Apache-2.0
// Saved programs are read back; other files are refused.
#include "program/program_file.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <bit>
#include <limits>

#include "program/evaluation.h"
#include "program/random_program.h"

namespace tangible {
namespace {

void expect_same(const Program& a, const Program& b) {
  ASSERT_EQ(a.inputs.size(), b.inputs.size());
  for (std::size_t i = 0; i < a.inputs.size(); ++i) {
    EXPECT_EQ(a.inputs[i].name, b.inputs[i].name);
    EXPECT_EQ(a.inputs[i].stage, b.inputs[i].stage);
  }
  ASSERT_EQ(a.constants.size(), b.constants.size());
  for (std::size_t i = 0; i < a.constants.size(); ++i)
    EXPECT_EQ(std::bit_cast<std::uint64_t>(a.constants[i]), std::bit_cast<std::uint64_t>(b.constants[i]));
  EXPECT_EQ(a.to_text(), b.to_text());
}

RC_GTEST_PROP(ProgramFileProperty, a_saved_program_comes_back, (std::uint32_t seed)) {
  const Program program = random_program(seed, {.instructions = seed % 300});
  expect_same(program, load_program(save_program(program)));
}

TEST(ProgramFile, every_bit_of_a_constant_comes_back) {
  Program program;
  program.inputs = {{"a name with blanks", Stage::parameter}, {"", Stage::state}};
  program.constants = {0.1,
                       -0.0,
                       5e-324,
                       1.7976931348623157e308,
                       std::numeric_limits<double>::infinity(),
                       std::bit_cast<double>(0x7FF8'0000'0000'1234u),
                       -1.0 / 3};
  program.outputs = {{"mass 1 1", 2}};
  expect_same(program, load_program(save_program(program)));
}

TEST(ProgramFile, a_name_with_a_line_break_is_not_saved) {
  Program program;
  program.inputs = {{"two\nlines", Stage::state}};
  EXPECT_THROW(save_program(program), std::invalid_argument);
}

std::string complaint(std::string_view text) {
  try {
    load_program(text);
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "none";
}

TEST(ProgramFile, faults_are_named_with_their_line) {
  EXPECT_EQ(complaint(""), "line 1: the program ends too early");
  EXPECT_EQ(complaint("tangible program 2\n"), "line 1: expected \"tangible program 1\"");
  const std::string start = "tangible program 1\ninputs 1\nstate x\n";
  EXPECT_EQ(complaint(start + "constants -1\n"), "line 4: not a number: -1");
  EXPECT_EQ(complaint(start + "constants 1\n1.5\n"), "line 5: not a number: 1.5");
  const std::string middle = start + "constants 0\n";
  EXPECT_EQ(complaint(middle + "instructions 1\nsometimes + 0 0\n"), "line 6: not a stage: sometimes");
  EXPECT_EQ(complaint(middle + "instructions 1\nstate plus 0 0\n"), "line 6: not an operation: plus");
  EXPECT_EQ(complaint(middle + "instructions 1\nstate + 0\n"), "line 6: not a number: ");
  EXPECT_EQ(complaint(middle + "instructions 1\nstate neg 0 0\n"), "line 6: too many operands");
  EXPECT_EQ(complaint(middle + "instructions 0\noutputs 0\nmore\n"), "line 7: nothing may follow the outputs");
  EXPECT_EQ(complaint(middle + "instructions 1\nparameter neg 0\noutputs 0\n"),
            "instruction 0 uses value 0, which changes more often");
  EXPECT_EQ(complaint(middle + "instructions 99999999999\n"), "line 6: the program ends too early");
}

// Texts near a good one: whatever is not refused must be safe to run, on both back ends alike.
RC_GTEST_PROP(ProgramFileProperty, a_damaged_program_is_refused_or_runs, (std::uint32_t seed)) {
  std::string text = save_program(random_program(seed, {.instructions = 30}));
  std::mt19937 random(seed);
  for (int k = 0; k < 1 + static_cast<int>(seed % 4); ++k) {
    const std::size_t at = random() % text.size();
    switch (random() % 3) {
      case 0: text[at] = static_cast<char>("0123456789 \nx+*abc"[random() % 18]); break;
      case 1: text.erase(at, 1 + random() % 5); break;
      default: text.insert(at, text.substr(random() % text.size(), 4)); break;
    }
  }
  try {
    const Program program = load_program(text);
    Evaluation(program).run();
    Evaluation(program, Backend::interpreter).run();
  } catch (const std::invalid_argument&) {
  }
}

}  // namespace
}  // namespace tangible
