// SPDX-License-Identifier: Apache-2.0
// Code for processors that need not be there gives the bits of the interpreter: it is disassembled by somebody else and
// carried out instruction by instruction. The same is done with code that runs here, so that the emulation is tested
// too.
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>

#include "program/batch.h"
#include "program/emulated_machine.h"
#include "program/evaluation.h"
#include "program/passes.h"
#include "program/random_program.h"
#include "program/same_bits.h"

namespace tangible {
namespace {

using Inputs = std::vector<std::vector<double>>;  // by lane

// A program for some lanes, encoded, in the emulated machine.
struct Emulated {
  Emulated(const Program& source, const CodeShape& shape)
      : interpreted(compile(source, Backend::interpreter)),
        program(interpreted->program()),
        lanes(shape.lanes),
        allocated(allocate_registers(program, shape.registers())),
        machine(encode(allocated, shape), shape.target),
        lines(allocated.offset_of(allocated.workspace_size, lanes) / 8 + 1) {
    const std::size_t first = allocated.offset_of(allocated.first_constant, lanes);
    std::ranges::copy(program.constants, values() + first);
  }
  void set(const Inputs& inputs) {
    for (std::size_t lane = 0; lane < lanes; ++lane)
      for (std::size_t i = 0; i < program.inputs.size(); ++i) values()[i * lanes + lane] = inputs[lane][i];
  }
  double output(std::size_t i, std::size_t lane) { return values()[(allocated.first_output + i) * lanes + lane]; }
  double* values() { return lines.front().values; }

  struct alignas(64) Line {
    double values[8] = {};
  };
  std::shared_ptr<const Code> interpreted;
  const Program& program;  // after the passes
  std::size_t lanes;
  MachineProgram allocated;
  EmulatedMachine machine;
  std::vector<Line> lines;
};

void expect_the_bits_of_the_interpreter(Emulated& emulated, const Inputs& inputs, Stage from = Stage::constant) {
  emulated.set(inputs);
  emulated.machine.run(emulated.values(), from);
  for (std::size_t lane = 0; lane < emulated.lanes; ++lane) {
    Evaluation reference(emulated.interpreted);
    std::ranges::copy(inputs[lane], reference.inputs().begin());
    reference.run();
    for (std::size_t i = 0; i < reference.outputs().size(); ++i)
      ASSERT_TRUE(same(emulated.output(i, lane), reference.outputs()[i]))
          << "output " << i << " of lane " << lane << ": " << emulated.output(i, lane) << " and not "
          << reference.outputs()[i];
  }
}

Inputs random_lanes(std::uint32_t seed, const Program& program, std::size_t lanes) {
  Inputs inputs;
  for (std::uint32_t lane = 0; lane < lanes; ++lane)
    inputs.push_back(random_inputs(seed + lane, program.inputs.size()));
  return inputs;
}

constexpr CodeShape all_shapes[] = {{1, Target::avx512}, {4, Target::avx512}, {8, Target::avx512},
                                    {1, Target::avx2},   {4, Target::avx2},   {8, Target::avx2}};

class OtherProcessor : public testing::Test {
 protected:
  void SetUp() override {
#if !defined(__x86_64__)
    GTEST_SKIP() << "code for x86-64 is encoded on x86-64";
#endif
    if (!has_disassembler()) GTEST_SKIP() << "binutils are not installed";
  }
};

TEST_F(OtherProcessor, random_programs_give_the_bits_of_the_interpreter_in_every_lane) {
  for (std::uint32_t seed = 1; seed <= 12; ++seed) {
    const Program program = random_program(
        seed, {.inputs = 1 + seed * 3, .constants = 1 + seed * 2, .instructions = 40 * seed, .outputs = 60});
    for (const CodeShape& shape : all_shapes) {
      SCOPED_TRACE(testing::Message() << name_of(shape.target) << ", " << shape.lanes << " lanes, seed " << seed);
      Emulated emulated(program, shape);
      expect_the_bits_of_the_interpreter(emulated, random_lanes(seed, program, shape.lanes));
      EXPECT_GT(emulated.machine.instructions_run(), program.instructions.size() / 2);
    }
  }
}

// Long enough for values that leave their registers, workspaces beyond every base, and constants beyond the first ones.
TEST_F(OtherProcessor, long_programs_give_the_bits_of_the_interpreter) {
  const Program program = random_program(
      3, {.inputs = 90, .constants = 900, .instructions = 6000, .outputs = 700, .only_arithmetic = true});
  for (const CodeShape& shape : all_shapes) {
    SCOPED_TRACE(testing::Message() << name_of(shape.target) << ", " << shape.lanes << " lanes");
    Emulated emulated(program, shape);
    EXPECT_GT(emulated.allocated.spills, 20u);
    expect_the_bits_of_the_interpreter(emulated, random_lanes(3, program, shape.lanes));
  }
}

TEST_F(OtherProcessor, later_stages_can_be_run_alone) {
  const Program program = random_program(8, {.inputs = 12, .instructions = 300, .outputs = 60});
  for (const CodeShape& shape : all_shapes) {
    SCOPED_TRACE(testing::Message() << name_of(shape.target) << ", " << shape.lanes << " lanes");
    Emulated emulated(program, shape);
    Inputs inputs = random_lanes(8, program, shape.lanes);
    expect_the_bits_of_the_interpreter(emulated, inputs);
    const Inputs changed = random_lanes(80, program, shape.lanes);
    for (std::size_t lane = 0; lane < shape.lanes; ++lane)
      for (std::size_t i = 0; i < program.inputs.size(); ++i)
        if (program.inputs[i].stage >= Stage::configuration) inputs[lane][i] = changed[lane][i];
    expect_the_bits_of_the_interpreter(emulated, inputs, Stage::configuration);
  }
}

// Each operation alone, with strange numbers in different lanes.
TEST_F(OtherProcessor, strange_numbers_go_through_every_operation) {
  const double infinity = std::numeric_limits<double>::infinity();
  const double numbers[] = {0.0,   -0.0, 1.0, -1.5, infinity, -infinity, std::numeric_limits<double>::quiet_NaN(),
                            5e-324};
  for (std::size_t k = 0; k < op_count; ++k) {
    Program program;
    program.inputs = {{"a", Stage::state}, {"b", Stage::state}, {"c", Stage::state}};
    program.instructions = {{static_cast<Op>(k), Stage::state, 0, 1, 2}};
    program.outputs = {{"y", 3}};
    for (const CodeShape& shape : all_shapes) {
      SCOPED_TRACE(testing::Message() << name_of(static_cast<Op>(k)) << ", " << name_of(shape.target) << ", "
                                      << shape.lanes << " lanes");
      Emulated emulated(program, shape);
      for (const double a : numbers) {
        Inputs inputs;
        for (std::size_t lane = 0; lane < shape.lanes; ++lane) inputs.push_back({a, numbers[lane], numbers[3]});
        expect_the_bits_of_the_interpreter(emulated, inputs);
      }
    }
  }
}

// One to five angles, one of them large: the slow path returns with all registers as they were.
TEST_F(OtherProcessor, large_angles_take_the_road_of_the_library) {
  for (ValueId angles = 1; angles <= 5; ++angles) {
    Program program;
    for (ValueId i = 0; i < angles; ++i) program.inputs.push_back({"q" + std::to_string(i), Stage::state});
    for (ValueId i = 0; i < angles; ++i) {
      program.instructions.push_back({Op::sin, Stage::state, i, 0, 0});
      program.instructions.push_back({Op::cos, Stage::state, i, 0, 0});
    }
    for (ValueId i = 0; i < 2 * angles; ++i) program.outputs.push_back({"y" + std::to_string(i), angles + i});
    for (const CodeShape& shape : all_shapes) {
      SCOPED_TRACE(testing::Message() << name_of(shape.target) << ", " << shape.lanes << " lanes, " << angles);
      Emulated emulated(program, shape);
      for (const double strange : {1e6, std::numeric_limits<double>::quiet_NaN(), 0.7}) {
        Inputs inputs = random_lanes(angles, program, shape.lanes);
        inputs[shape.lanes - 1][angles - 1] = strange;
        expect_the_bits_of_the_interpreter(emulated, inputs);
      }
    }
  }
}

TEST_F(OtherProcessor, avx_512_keeps_more_values_in_registers) {
  const Program program = apply_passes(random_program(
      5, {.inputs = 30, .constants = 20, .instructions = 2000, .outputs = 100, .only_arithmetic = true}));
  const auto spills = [&](const CodeShape& shape) { return allocate_registers(program, shape.registers()).spills; };
  EXPECT_LT(spills({1, Target::avx512}), spills({1, Target::avx2}));
  EXPECT_LT(spills({8, Target::avx512}), spills({8, Target::avx2}));
}

TEST(Target, what_this_processor_lacks_is_refused_in_words) {
  const Program program = random_program(2, {});
  for (const Target target : {Target::portable, Target::avx2, Target::avx512}) {
    if (unsupported_reason(target).empty()) {
      const auto code = compile(program, target);
      EXPECT_EQ(code->target(), target);
      EXPECT_EQ(code->native() != nullptr, target != Target::portable);
      continue;
    }
    try {
      compile(program, target);
      FAIL() << name_of(target);
    } catch (const std::runtime_error& error) {
      EXPECT_EQ(std::string(error.what()).find("this processor has no "), 0u) << error.what();
    }
  }
}

TEST(Target, the_best_one_that_runs_here_is_taken) {
  EXPECT_EQ(compile(random_program(2, {}))->target(), best_target());
  EXPECT_TRUE(unsupported_reason(best_target()).empty());
}

}  // namespace
}  // namespace tangible
