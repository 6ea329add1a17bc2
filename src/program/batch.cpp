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
constexpr std::size_t largest_for_two_halves = 150;

// Eight lanes of each value, one value after the other, to and from one block of eight lanes or two blocks of four.
// Vectors are written whole, so that the loads that follow soon find them in the store buffer: of halves they would
// have to wait until both have reached the cache.
#if defined(__x86_64__)
[[gnu::target("avx")]] void copy_one_block(const double* from, double* to, std::size_t count, std::size_t) {
  for (std::size_t i = 0; i < 8 * count; i += 8) {
    _mm256_storeu_pd(to + i, _mm256_loadu_pd(from + i));
    _mm256_storeu_pd(to + i + 4, _mm256_loadu_pd(from + i + 4));
  }
}
[[gnu::target("avx")]] void to_two_blocks(const double* from, double* to, std::size_t count, std::size_t block) {
  for (std::size_t i = 0; i < 4 * count; i += 4) {
    _mm256_storeu_pd(to + i, _mm256_loadu_pd(from + 2 * i));
    _mm256_storeu_pd(to + block + i, _mm256_loadu_pd(from + 2 * i + 4));
  }
}
[[gnu::target("avx")]] void from_two_blocks(const double* from, double* to, std::size_t count, std::size_t block) {
  for (std::size_t i = 0; i < 4 * count; i += 4) {
    _mm256_storeu_pd(to + 2 * i, _mm256_loadu_pd(from + i));
    _mm256_storeu_pd(to + 2 * i + 4, _mm256_loadu_pd(from + block + i));
  }
}
[[gnu::target("avx512f")]] void to_wide_block(const double* from, double* to, std::size_t count, std::size_t) {
  for (std::size_t i = 0; i < 8 * count; i += 8) _mm512_storeu_pd(to + i, _mm512_loadu_pd(from + i));
}
#endif

}  // namespace

CodeShape batch_shape(const Program& program, std::size_t lanes, Target target) {
  const bool eight = target == Target::avx512 || program.instructions.size() <= largest_for_two_halves;
  return {lanes > 4 && eight ? 8u : 4u, target};
}

void BatchEvaluation::choose_copies([[maybe_unused]] bool wide) {
#if defined(__x86_64__)
  if (lanes_ != 8 || vector_code_ == nullptr) return;
  const bool one = block_lanes_ == 8;
  set_eight_ = wide ? to_wide_block : one ? copy_one_block : to_two_blocks;
  get_eight_ = one ? copy_one_block : from_two_blocks;
#endif
}

void BatchEvaluation::set_any_inputs(std::size_t first, std::span<const double> by_lane) {
  for (std::size_t i = 0; i < by_lane.size() / lanes_; ++i)
    for (std::size_t lane = 0; lane < lanes_; ++lane) input(first + i, lane) = by_lane[i * lanes_ + lane];
}

void BatchEvaluation::get_any_outputs(std::size_t first, std::span<double> by_lane) const {
  for (std::size_t i = 0; i < by_lane.size() / lanes_; ++i)
    for (std::size_t lane = 0; lane < lanes_; ++lane) by_lane[i * lanes_ + lane] = output(first + i, lane);
}

BatchEvaluation::BatchEvaluation(std::shared_ptr<const Code> code, std::size_t lanes)
    : code_(std::move(code)), lanes_(lanes) {
  if (lanes == 0) throw std::invalid_argument("a batch needs at least one lane");
  static_assert(entry_offset == NativeCode::entry_offset);
  const Program& program = code_->program();
  std::size_t first_constant = program.first_constant();
  first_output_ = program.value_count();
  block_size_ = program.value_count() + program.outputs.size();
  if (code_->native() != nullptr) {
    const CodeShape shape = batch_shape(program, lanes, code_->target());
    const MachineProgram machine = allocate_registers(program, shape.registers());
    vector_code_ = std::make_shared<const NativeCode>(machine, shape);
    block_lanes_ = shape.lanes;
    for (std::size_t stage = 0; stage < entries_.size(); ++stage)
      entries_[stage] = vector_code_->entry(std::min(static_cast<Stage>(stage), finest_stage));
    block_bits_ = static_cast<unsigned>(std::countr_zero(block_lanes_));
    first_constant = machine.offset_of(machine.first_constant, block_lanes_);
    first_output_ = machine.first_output;
    block_size_ = machine.offset_of(machine.workspace_size, block_lanes_);
  }
  choose_copies(code_->target() == Target::avx512);
  block_count_ = (lanes + block_lanes_ - 1) / block_lanes_;
  // The pointer that entries get is within it, too.
  lines_.resize((block_count_ * block_size_ + NativeCode::entry_offset) / doubles_per_line + 1);
  for (std::size_t block = 0; block < block_count_; ++block)
    std::ranges::copy(program.constants, values() + block * block_size_ + first_constant);
}

void BatchEvaluation::interpret_from(Stage from) noexcept {
  const Program& program = code_->program();
  for (std::size_t block = 0; block < block_count_; ++block) {
    double* v = values() + block * block_size_;
    interpret(program, v, std::min(from, finest_stage));
    for (std::size_t i = 0; i < program.outputs.size(); ++i) v[first_output_ + i] = v[program.outputs[i].value];
  }
}

}  // namespace tangible
