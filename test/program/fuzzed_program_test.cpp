// SPDX-License-Identifier: Apache-2.0
// Programs that are not valid are refused; what is not refused can be run, and all back ends agree on it.
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <stdexcept>

#include "program/batch.h"
#include "program/evaluation.h"
#include "program/program_file.h"
#include "program/random_program.h"
#include "program/same_bits.h"

namespace tangible {
namespace {

// A change to one place of a program: to a value nearby, or to any value that its type can hold.
void damage(Program& program, std::mt19937& random) {
  const auto below = [&](std::size_t n) { return random() % std::max<std::size_t>(n, 1); };
  const auto any_value = [&]() -> ValueId {
    return below(3) == 0 ? static_cast<ValueId>(random()) : static_cast<ValueId>(below(program.value_count() + 3));
  };
  const auto any_stage = [&] { return static_cast<Stage>(below(4) == 0 ? random() : below(5)); };
  std::vector<Instruction>& all = program.instructions;
  Instruction& it = all[below(all.size())];
  switch (below(10)) {
    case 0: it.op = static_cast<Op>(below(2) == 0 ? random() : below(op_count)); break;
    case 1: it.stage = any_stage(); break;
    case 2: it.a = any_value(); break;
    case 3: it.b = any_value(); break;
    case 4: it.c = any_value(); break;
    case 5: std::swap(it, all[below(all.size())]); break;
    case 6:
      if (all.size() > 1) all.erase(all.begin() + static_cast<std::ptrdiff_t>(below(all.size())));
      break;
    case 7: program.outputs[below(program.outputs.size())].value = any_value(); break;
    case 8: program.inputs[below(program.inputs.size())].stage = any_stage(); break;
    default: below(2) == 0 ? program.constants.clear() : program.inputs.resize(1 + below(program.inputs.size()));
  }
}

// True if it was run; false if it was refused.
bool runs_alike_everywhere(const Program& program) {
  try {
    program.validate();
  } catch (const std::invalid_argument& error) {
    EXPECT_NE(std::string(error.what()), "");
    EXPECT_THROW(compile(program), std::invalid_argument);
    EXPECT_THROW(compile(program, Backend::interpreter), std::invalid_argument);
    return false;
  }
  Evaluation interpreted(program, Backend::interpreter), native(program);
  BatchEvaluation batch(compile(program), 8);
  const std::vector<double> inputs = random_inputs(1, program.inputs.size());
  std::ranges::copy(inputs, interpreted.inputs().begin());
  std::ranges::copy(inputs, native.inputs().begin());
  for (std::size_t i = 0; i < inputs.size(); ++i) batch.input(i, 5) = inputs[i];
  interpreted.run();
  native.run();
  batch.run();
  for (std::size_t i = 0; i < program.outputs.size(); ++i) {
    EXPECT_TRUE(same(interpreted.outputs()[i], native.outputs()[i]));
    EXPECT_TRUE(same(interpreted.outputs()[i], batch.output(i, 5)));
  }
  return true;
}

TEST(FuzzedProgram, damaged_programs_are_refused_or_run_alike_on_all_back_ends) {
  std::mt19937 random(20031107);
  int refused = 0, run = 0;
  for (std::uint32_t seed = 0; seed < 600; ++seed) {
    Program program = random_program(seed, {.instructions = 5 + seed % 60});
    for (std::uint32_t k = 0; k <= seed % 3; ++k) damage(program, random);
    runs_alike_everywhere(program) ? ++run : ++refused;
  }
  EXPECT_GT(refused, 100);
  EXPECT_GT(run, 100);
}

TEST(FuzzedProgram, a_saved_program_that_ends_anywhere_is_refused) {
  const std::string text = save_program(random_program(3, {.instructions = 20}));
  for (std::size_t size = 0; size < text.size(); ++size)
    EXPECT_THROW(load_program(std::string_view(text).substr(0, size)), std::invalid_argument) << size;
}

// Any byte in the place of any other.
TEST(FuzzedProgram, a_saved_program_with_changed_bytes_is_refused_or_runs_alike) {
  std::mt19937 random(7);
  const std::string text = save_program(random_program(4, {.instructions = 30}));
  int refused = 0, run = 0;
  for (int k = 0; k < 6000; ++k) {
    std::string changed = text;
    changed[random() % text.size()] ^= static_cast<char>(1 + random() % 255);
    try {
      runs_alike_everywhere(load_program(changed)) ? ++run : ++refused;
    } catch (const std::invalid_argument& error) {
      EXPECT_NE(std::string(error.what()), "");
      ++refused;
    }
  }
  EXPECT_GT(refused, 100);
  EXPECT_GT(run, 100);
}

TEST(FuzzedProgram, a_claim_of_many_lines_takes_no_memory) {
  const std::string head = "tangible program 1\n";
  for (const char* claim : {"inputs 18446744073709551615\n", "inputs 0\nconstants 99999999999999\n",
                            "inputs 0\nconstants 0\ninstructions 4000000000\n"})
    EXPECT_THROW(load_program(head + claim), std::invalid_argument) << claim;
}

}  // namespace
}  // namespace tangible
