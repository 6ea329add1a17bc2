// SPDX-License-Identifier: Apache-2.0
// Blocks of lanes.
#include "program/batch.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

#include <algorithm>
#include <bit>
#include <stdexcept>

#include "program/interpreter.h"
#include "program/native_code.h"
#include "program/passes.h"

namespace tangible {
namespace {

constexpr std::size_t doubles_per_line = 8;
// With AVX2, code for eight lanes has half of the registers for each four: more values leave them, but two chains are
// under way at any time. It is the faster one as long as few values are alive.
constexpr std::size_t largest_for_two_halves = 80;

CodeShape shape_for(const Program& program, std::size_t lanes, Target target) {
  const bool eight = target == Target::avx512 || program.instructions.size() <= largest_for_two_halves;
  return {lanes > 4 && eight ? 8u : 4u, target};
}

// Vectors of four, at distances of so many doubles. Written whole, they are found in the store buffer by the loads that
// follow soon; halves of them would have to reach the cache first.
#if defined(__x86_64__)
[[gnu::target("avx")]] void copy_vectors(const double* from, std::size_t from_step, double* to, std::size_t to_step,
                                         std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) _mm256_storeu_pd(to + i * to_step, _mm256_loadu_pd(from + i * from_step));
}
#else
void copy_vectors(const double* from, std::size_t from_step, double* to, std::size_t to_step, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) std::copy_n(from + i * from_step, 4, to + i * to_step);
}
#endif

}  // namespace

void BatchEvaluation::set_inputs(std::size_t first, std::span<const double> by_lane) {
  const std::size_t count = lanes_ == 8 ? by_lane.size() / 8 : by_lane.size() / lanes_;  // eight: without a division
  const bool by_vectors = block_lanes_ >= 4 && lanes_ % 4 == 0;
  for (std::size_t lane = 0; by_vectors && lane < lanes_; lane += 4)
    copy_vectors(&by_lane[lane], lanes_, &values()[index(first, lane)], block_lanes_, count);
  for (std::size_t i = 0; !by_vectors && i < count; ++i)
    for (std::size_t lane = 0; lane < lanes_; ++lane) input(first + i, lane) = by_lane[i * lanes_ + lane];
}

void BatchEvaluation::get_outputs(std::size_t first, std::span<double> by_lane) const {
  const std::size_t count = lanes_ == 8 ? by_lane.size() / 8 : by_lane.size() / lanes_;  // eight: without a division
  const bool by_vectors = block_lanes_ >= 4 && lanes_ % 4 == 0;
  for (std::size_t lane = 0; by_vectors && lane < lanes_; lane += 4)
    copy_vectors(&values()[index(first_output_ + first, lane)], block_lanes_, &by_lane[lane], lanes_, count);
  for (std::size_t i = 0; !by_vectors && i < count; ++i)
    for (std::size_t lane = 0; lane < lanes_; ++lane) by_lane[i * lanes_ + lane] = output(first + i, lane);
}

BatchEvaluation::BatchEvaluation(std::shared_ptr<const Code> code, std::size_t lanes)
    : code_(std::move(code)), lanes_(lanes) {
  if (lanes == 0) throw std::invalid_argument("a batch needs at least one lane");
  const Program& program = code_->program();
  std::size_t first_constant = program.first_constant();
  first_output_ = program.value_count();
  block_size_ = program.value_count() + program.outputs.size();
  if (code_->native() != nullptr) {
    const CodeShape shape = shape_for(program, lanes, code_->target());
    const MachineProgram machine = allocate_registers(program, shape.registers());
    vector_code_ = std::make_shared<const NativeCode>(machine, shape);
    block_lanes_ = shape.lanes;
    block_bits_ = static_cast<unsigned>(std::countr_zero(block_lanes_));
    first_constant = machine.offset_of(machine.first_constant, block_lanes_);
    first_output_ = machine.first_output;
    block_size_ = machine.offset_of(machine.workspace_size, block_lanes_);
  }
  block_count_ = (lanes + block_lanes_ - 1) / block_lanes_;
  lines_.resize(block_count_ * block_size_ / doubles_per_line + 1);
  for (std::size_t block = 0; block < block_count_; ++block)
    std::ranges::copy(program.constants, values() + block * block_size_ + first_constant);
}

void BatchEvaluation::run(Stage from) noexcept {
  from = std::min(from, finest_stage);
  const Program& program = code_->program();
  for (std::size_t block = 0; block < block_count_; ++block) {
    double* v = values() + block * block_size_;
    if (vector_code_ != nullptr) {
      vector_code_->run(v, from);
      continue;
    }
    interpret(program, v, from);
    for (std::size_t i = 0; i < program.outputs.size(); ++i) v[first_output_ + i] = v[program.outputs[i].value];
  }
}

}  // namespace tangible
