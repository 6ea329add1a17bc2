// SPDX-License-Identifier: Apache-2.0
// Blocks of lanes.
#include "program/batch.h"

#include <algorithm>
#include <stdexcept>

#include "program/interpreter.h"
#include "program/native_code.h"
#include "program/passes.h"

namespace tangible {
namespace {

constexpr std::size_t doubles_per_line = 8;
// Code for eight lanes has half of the registers for each four: more values leave them, but two chains are under way at
// any time. It is the faster one as long as few values are alive.
constexpr std::size_t largest_for_eight_lanes = 200;
// Longer programs do not stay in the cache of instructions: each part of them goes through two blocks.
constexpr std::size_t segment_length = 1000;

struct Plan {
  RegisterFile registers;
  CodeShape shape;
};

Plan plan_for(const Program& program, std::size_t lanes) {
  if (lanes <= 4) return {{16, true}, {4, 1}};
  if (program.instructions.size() <= largest_for_eight_lanes) return {{8, true}, {8, 1}};
  return {{16, true, segment_length}, {4, 2}};
}

}  // namespace

BatchEvaluation::BatchEvaluation(std::shared_ptr<const Code> code, std::size_t lanes)
    : code_(std::move(code)), lanes_(lanes) {
  if (lanes == 0) throw std::invalid_argument("a batch needs at least one lane");
  const Program& program = code_->program();
  std::size_t first_constant = program.first_constant();
  first_output_ = program.value_count();
  block_size_ = program.value_count() + program.outputs.size();
  if (code_->native() != nullptr) {
    const Plan plan = plan_for(program, lanes);
    const MachineProgram machine = allocate_registers(program, plan.registers);
    vector_code_ = std::make_shared<const NativeCode>(machine, plan.shape);
    block_lanes_ = plan.shape.lanes;
    repeats_ = plan.shape.repeats;
    first_constant = machine.offset_of(machine.first_constant, block_lanes_);
    first_output_ = machine.first_output;
    block_size_ = machine.offset_of(machine.workspace_size, block_lanes_);
  }
  const std::size_t run_lanes = block_lanes_ * repeats_;
  block_count_ = (lanes + run_lanes - 1) / run_lanes * repeats_;
  lines_.resize(block_count_ * block_size_ / doubles_per_line + 1);
  for (std::size_t block = 0; block < block_count_; ++block)
    std::ranges::copy(program.constants, values() + block * block_size_ + first_constant);
}

void BatchEvaluation::set_input(std::size_t i, std::span<const double> by_lane) {
  for (std::size_t lane = 0; lane < lanes_; lane += block_lanes_)
    std::copy_n(&by_lane[lane], std::min(block_lanes_, lanes_ - lane), &values()[index(i, lane)]);
}

void BatchEvaluation::get_output(std::size_t i, std::span<double> by_lane) const {
  for (std::size_t lane = 0; lane < lanes_; lane += block_lanes_)
    std::copy_n(&values()[index(first_output_ + i, lane)], std::min(block_lanes_, lanes_ - lane), &by_lane[lane]);
}

void BatchEvaluation::run(Stage from) noexcept {
  from = std::min(from, finest_stage);
  const Program& program = code_->program();
  for (std::size_t block = 0; block < block_count_; block += repeats_) {
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
