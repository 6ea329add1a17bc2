// SPDX-License-Identifier: Apache-2.0
// The interpreter against evaluation in long double, operation by operation.
#include "program/long_double.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "program/interpreter.h"
#include "program/random_program.h"

namespace tangible {
namespace {

// From the same operands every operation gives the exact result to two units in the last place. A fused operation
// whose terms cancel is exact itself; the sum of its terms in long double is not, by roundings of the product.
RC_GTEST_PROP(InterpreterProperty, every_operation_is_that_of_long_double_rounded, (std::uint32_t seed)) {
  const Program program = random_program(seed, {.inputs = 6, .instructions = 60, .outputs = 1});
  Workspace workspace(program);
  std::ranges::copy(random_inputs(seed, 6), workspace.inputs().begin());
  interpret(program, workspace);
  for (std::size_t i = 0; i < program.instructions.size(); ++i) {
    const Instruction& it = program.instructions[i];
    const int n = operand_count(it.op);
    const double a = workspace.value(it.a);
    const double b = n > 1 ? workspace.value(it.b) : 0, c = n > 2 ? workspace.value(it.c) : 0;
    const double got = workspace.value(static_cast<ValueId>(program.first_result() + i));
    const long double exact = exactly(it.op, a, b, c);
    if (std::isnan(exact) || std::isnan(got)) {
      RC_ASSERT(std::isnan(exact) && std::isnan(got));
      continue;
    }
    const bool overflows = std::abs(exact) > 1.79e308L;
    if (overflows || std::isinf(got)) {
      RC_ASSERT(std::abs(exact) > 1.79e308L);
      continue;
    }
    const bool is_fused = it.op >= Op::multiply_add;
    const long double product = is_fused ? std::abs(static_cast<long double>(a) * b) * 0x1p-62L : 0;
    RC_ASSERT(std::abs(got - exact) <= 0x1p-51L * std::abs(exact) + product + 1e-28L);
  }
}

}  // namespace
}  // namespace tangible
