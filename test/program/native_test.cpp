// SPDX-License-Identifier: Apache-2.0
// Native code computes what the interpreter computes, bit for bit.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <bit>
#include <limits>

#include "program/evaluation.h"
#include "program/native_code.h"
#include "program/random_program.h"
#include "program/same_bits.h"
#include "program/trigonometry.h"

namespace tangible {
namespace {

struct Both {
  explicit Both(const Program& program) : native(program), interpreted(program, Backend::interpreter) {}
  void set(const std::vector<double>& values) {
    std::ranges::copy(values, native.inputs().begin());
    std::ranges::copy(values, interpreted.inputs().begin());
  }
  // The first output that differs, or -1.
  int run_and_compare(Stage from = Stage::constant) {
    native.run(from);
    interpreted.run(from);
    for (std::size_t i = 0; i < native.outputs().size(); ++i)
      if (!same(native.outputs()[i], interpreted.outputs()[i])) return static_cast<int>(i);
    return -1;
  }
  Evaluation native;
  Evaluation interpreted;
};

RC_GTEST_PROP(NativeProperty, native_code_and_interpreter_agree_to_the_bit, (std::uint32_t seed)) {
  const auto size = *rc::gen::inRange<std::size_t>(1, 2000);
  const Program program = random_program(
      seed, {.inputs = 1 + seed % 40, .constants = 1 + seed % 30, .instructions = size, .outputs = 1 + size / 4});
  Both both(program);
  both.set(random_inputs(seed, program.inputs.size()));
  RC_ASSERT(both.run_and_compare() == -1);
}

RC_GTEST_PROP(NativeProperty, later_stages_can_be_run_alone, (std::uint32_t seed)) {
  const Program program = random_program(seed, {.inputs = 12, .instructions = 300, .outputs = 60});
  Both both(program);
  std::vector<double> values = random_inputs(seed, 12);
  both.set(values);
  RC_ASSERT(both.run_and_compare() == -1);
  const std::vector<double> changed = random_inputs(seed + 1, 12);
  for (const Stage from : {Stage::parameter, Stage::configuration, Stage::state, Stage::input}) {
    for (std::size_t i = 0; i < 12; ++i)
      if (program.inputs[i].stage >= from) values[i] = changed[i];
    both.set(values);
    RC_ASSERT(both.run_and_compare(from) == -1);
    Evaluation fresh(program, Backend::interpreter);
    std::ranges::copy(values, fresh.inputs().begin());
    fresh.run();
    for (std::size_t i = 0; i < fresh.outputs().size(); ++i)
      RC_ASSERT(same(fresh.outputs()[i], both.native.outputs()[i]));
  }
}

TEST(Native, large_angles_take_the_road_of_the_library) {
  Program program;
  for (int i = 0; i < 7; ++i) program.inputs.push_back({"q" + std::to_string(i), Stage::state});
  for (ValueId i = 0; i < 7; ++i) {
    program.instructions.push_back({Op::sin, Stage::state, i, 0, 0});
    program.instructions.push_back({Op::cos, Stage::state, i, 0, 0});
  }
  for (ValueId i = 0; i < 14; ++i) program.outputs.push_back({"y" + std::to_string(i), 7 + i});
  Both both(program);
  const double infinity = std::numeric_limits<double>::infinity();
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (const double strange : {1e6, -1e300, infinity, nan, 1e5, 1e-310}) {
    for (std::size_t at = 0; at < 7; ++at) {
      std::vector<double> values{0.1, -0.2, 0.3, 1.4, -5.5, 6.6, 777.7};
      values[at] = strange;
      both.set(values);
      EXPECT_EQ(both.run_and_compare(), -1) << strange << " in place " << at;
      EXPECT_TRUE(same(both.native.outputs()[2 * at], sine_cosine(strange).sine));
    }
  }
}

TEST(Native, strange_numbers_go_through_every_operation) {
  const double infinity = std::numeric_limits<double>::infinity();
  const double numbers[] = {0.0,   -0.0, 1.0, -1.5, infinity, -infinity, std::numeric_limits<double>::quiet_NaN(),
                            5e-324};
  for (std::size_t k = 0; k < op_count; ++k) {
    Program program;
    program.inputs = {{"a", Stage::state}, {"b", Stage::state}, {"c", Stage::state}};
    program.instructions = {{static_cast<Op>(k), Stage::state, 0, 1, 2}};
    program.outputs = {{"y", 3}};
    Both both(program);
    for (const double a : numbers)
      for (const double b : numbers)
        for (const double c : {numbers[0], numbers[3]}) {
          both.set({a, b, c});
          EXPECT_EQ(both.run_and_compare(), -1) << name_of(static_cast<Op>(k)) << " " << a << " " << b << " " << c;
        }
  }
}

TEST(Native, this_machine_says_what_it_lacks_or_runs_native_code) {
  const Evaluation evaluation(random_program(1, {}));
  if (why_no_native_code().empty())
    EXPECT_EQ(evaluation.backend(), "native");
  else
    EXPECT_EQ(evaluation.code().fallback(), why_no_native_code());
}

TEST(Native, programs_without_instructions_copy_their_inputs) {
  Program program;
  program.inputs = {{"x", Stage::state}};
  program.constants = {2.5};
  program.outputs = {{"a", 0}, {"b", 1}, {"c", 0}};
  Both both(program);
  both.set({7});
  EXPECT_EQ(both.run_and_compare(), -1);
  EXPECT_EQ(both.native.outputs()[0], 7);
  EXPECT_EQ(both.native.outputs()[1], 2.5);
  EXPECT_EQ(both.native.outputs()[2], 7);
}

}  // namespace
}  // namespace tangible
