// SPDX-License-Identifier: Apache-2.0
// The guarantees of evaluation for a loop in real time: no allocation, shared code, bounded errors, any length.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <atomic>
#include <bit>
#include <cstdlib>
#include <new>
#include <thread>

#include "program/batch.h"
#include "program/evaluation.h"
#include "program/interpreter.h"
#include "program/machine_program.h"
#include "program/passes.h"
#include "program/random_program.h"
#include "program/rewriting.h"
#include "program/same_bits.h"

namespace {

thread_local std::size_t allocations = 0;

}  // namespace

void* operator new(std::size_t size) {
  ++allocations;
  if (void* memory = std::malloc(size)) return memory;
  throw std::bad_alloc();
}
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {  // of std::stable_sort
  ++allocations;
  return std::malloc(size);
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, const std::nothrow_t&) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

namespace tangible {
namespace {

TEST(Promise, evaluation_allocates_nothing) {
  const Program program = random_program(11, {.inputs = 10, .instructions = 800, .outputs = 50});
  for (const Backend backend : {Backend::interpreter, Backend::automatic}) {
    const auto code = compile(program, backend);
    Evaluation evaluation(code);
    BatchEvaluation batch(code, 8);
    evaluation.inputs()[0] = 1e7;  // a large angle may take the slow path
    const std::size_t before = allocations;
    for (int i = 0; i < 10; ++i) evaluation.run();
    batch.run();
    batch.run(Stage::state);
    EXPECT_EQ(allocations, before) << name_of(backend);
  }
  EXPECT_GT(allocations, 0u);  // the counter counts
}

TEST(Promise, many_threads_share_one_code) {
  const Program program = random_program(5, {.inputs = 10, .instructions = 2000, .outputs = 100});
  const auto code = compile(program);
  std::atomic<int> differences = 0;
  std::vector<std::thread> threads;
  for (std::uint32_t t = 0; t < 4; ++t) {
    threads.emplace_back([&, t] {
      Evaluation mine(code);
      BatchEvaluation lanes(code, 3);
      Evaluation reference(program, Backend::interpreter);
      for (std::uint32_t k = 0; k < 50; ++k) {
        const std::vector<double> values = random_inputs(100 * t + k, 10);
        std::ranges::copy(values, mine.inputs().begin());
        std::ranges::copy(values, reference.inputs().begin());
        for (std::size_t i = 0; i < values.size(); ++i) lanes.input(i, k % 3) = values[i];
        mine.run();
        lanes.run();
        reference.run();
        for (std::size_t i = 0; i < mine.outputs().size(); ++i)
          if (!same(mine.outputs()[i], reference.outputs()[i]) || !same(lanes.output(i, k % 3), mine.outputs()[i]))
            ++differences;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(differences, 0);
}

TEST(Promise, a_million_instructions_run_on_both_back_ends) {
  const Program program = random_program(
      9, {.inputs = 20, .constants = 20, .instructions = 1'000'000, .outputs = 5000, .only_arithmetic = true});
  Evaluation native(program);
  Evaluation interpreted(program, Backend::interpreter);
  const std::vector<double> values = random_inputs(9, 20);
  std::ranges::copy(values, native.inputs().begin());
  std::ranges::copy(values, interpreted.inputs().begin());
  native.run();
  interpreted.run();
  std::size_t differences = 0;
  for (std::size_t i = 0; i < native.outputs().size(); ++i)
    differences += same(native.outputs()[i], interpreted.outputs()[i]) ? 0u : 1u;
  EXPECT_EQ(differences, 0u);
}

// The value in higher precision, and the sum of the sizes of everything that was added on the way to it: whatever the
// order of operations, n of them are off by no more than n units of that size.
struct Reference {
  long double value;
  long double size;
};
std::vector<Reference> reference_values(const Program& program, const std::vector<double>& inputs) {
  std::vector<Reference> v;
  for (const double x : inputs) v.push_back({x, std::abs(x)});
  for (const double x : program.constants) v.push_back({x, std::abs(x)});
  for (const Instruction& it : program.instructions) {
    const Reference a = v[it.a], b = v[it.b], c = operand_count(it.op) > 2 ? v[it.c] : Reference{0, 0};
    switch (it.op) {
      case Op::add: v.push_back({a.value + b.value, a.size + b.size}); break;
      case Op::subtract: v.push_back({a.value - b.value, a.size + b.size}); break;
      case Op::multiply: v.push_back({a.value * b.value, a.size * b.size}); break;
      case Op::multiply_add: v.push_back({a.value * b.value + c.value, a.size * b.size + c.size}); break;
      case Op::multiply_subtract: v.push_back({a.value * b.value - c.value, a.size * b.size + c.size}); break;
      default: v.push_back({c.value - a.value * b.value, a.size * b.size + c.size}); break;
    }
  }
  return v;
}

// Roundings on the longest way to each value; a product doubles what its factors carry.
double roundings_of(const Program& program) {
  std::vector<double> count(program.first_result(), 0.0);
  double most = 0;
  for (const Instruction& it : program.instructions) {
    double sum = 0;
    for (const ValueId operand : operands_of(it)) sum += count[operand];
    count.push_back(sum + 2);
    most = std::max(most, count.back());
  }
  return most;
}

RC_GTEST_PROP(PromiseProperty, results_are_as_near_to_long_double_as_their_roundings_say, (std::uint32_t seed)) {
  const Program program =
      random_program(seed, {.inputs = 8, .instructions = 1 + seed % 30, .outputs = 10, .only_arithmetic = true});
  const std::vector<double> inputs = random_inputs(seed, 8);
  const std::vector<Reference> exact = reference_values(program, inputs);
  const double unit = 0x1p-53 * roundings_of(program);
  RC_PRE(unit < 1e-3);
  Evaluation after_passes(program);
  std::ranges::copy(inputs, after_passes.inputs().begin());
  after_passes.run();
  Workspace plain(program);
  std::ranges::copy(inputs, plain.inputs().begin());
  interpret(program, plain);
  for (std::size_t i = 0; i < program.outputs.size(); ++i) {
    const Reference& r = exact[program.outputs[i].value];
    RC_PRE(r.size < 1e300L);
    // Underflow adds an absolute rounding.
    const long double allowed = 2 * static_cast<long double>(unit) * r.size + 1e-300L;
    RC_ASSERT(std::abs(plain.value(program.outputs[i].value) - r.value) <= allowed);
    RC_ASSERT(std::abs(after_passes.outputs()[i] - r.value) <= allowed);
  }
}

TEST(Passes, each_pass_keeps_the_program_valid_and_its_names) {
  Program program = random_program(21, {.inputs = 9, .instructions = 700, .outputs = 40});
  std::vector<PassReport> report;
  for (const Pass& pass : passes()) {
    const Program next = pass.run(program);
    EXPECT_NO_THROW(next.validate()) << pass.name;
    ASSERT_EQ(next.outputs.size(), program.outputs.size()) << pass.name;
    EXPECT_EQ(next.outputs[7].name, program.outputs[7].name);
    EXPECT_EQ(next.inputs.size(), program.inputs.size());
    program = next;
  }
  apply_passes(program, &report);
  EXPECT_EQ(report.size(), passes().size() + 1);
}

// Sum of four products: three of them are fused.
TEST(Passes, sums_of_products_become_fused_multiply_adds) {
  Program program;
  for (int i = 0; i < 8; ++i) program.inputs.push_back({"x" + std::to_string(i), Stage::state});
  for (ValueId i = 0; i < 4; ++i) program.instructions.push_back({Op::multiply, Stage::state, 2 * i, 2 * i + 1, 0});
  program.instructions.push_back({Op::add, Stage::state, 8, 9, 0});
  program.instructions.push_back({Op::subtract, Stage::state, 12, 10, 0});
  program.instructions.push_back({Op::add, Stage::state, 13, 11, 0});
  program.outputs = {{"y", 14}};
  const ProgramCount count = apply_passes(program).count();
  EXPECT_EQ(count.multiply_adds, 3u);
  EXPECT_EQ(count.total(), 4u);
}

TEST(Passes, what_is_divided_twice_by_one_value_is_divided_once) {
  Program program;
  program.inputs = {{"a", Stage::state}, {"b", Stage::state}, {"d", Stage::state}};
  program.instructions = {{Op::divide, Stage::state, 0, 2, 0}, {Op::divide, Stage::state, 1, 2, 0}};
  program.outputs = {{"x", 3}, {"y", 4}};
  EXPECT_EQ(apply_passes(program).count().divisions, 1u);
}

TEST(Passes, a_product_of_an_earlier_stage_is_not_computed_again) {
  Program program;
  program.inputs = {{"p", Stage::parameter}, {"x", Stage::state}};
  program.instructions = {{Op::multiply, Stage::parameter, 0, 0, 0}, {Op::add, Stage::state, 2, 1, 0}};
  program.outputs = {{"y", 3}};
  const Program after = apply_passes(program);
  EXPECT_EQ(after.count(Stage::configuration).multiply_adds, 0u);
  EXPECT_EQ(after.count(Stage::configuration).additions, 1u);
}

TEST(Passes, seven_angles_make_two_groups_of_sines) {
  Program program;
  for (int i = 0; i < 7; ++i) program.inputs.push_back({"q" + std::to_string(i), Stage::configuration});
  for (ValueId i = 0; i < 7; ++i) {
    program.instructions.push_back({Op::sin, Stage::configuration, i, 0, 0});
    program.instructions.push_back({Op::multiply, Stage::configuration, 7 + 3 * i, i, 0});
    program.instructions.push_back({Op::cos, Stage::configuration, i, 0, 0});
    program.outputs.push_back({"y" + std::to_string(i), 8 + 3 * i});
    program.outputs.push_back({"z" + std::to_string(i), 9 + 3 * i});
  }
  const MachineProgram machine = allocate_registers(apply_passes(program));
  ASSERT_EQ(machine.sine_work.size(), 2u);
  EXPECT_EQ(machine.sine_work[0].count + machine.sine_work[1].count, 7u);
}

}  // namespace
}  // namespace tangible
