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
// any time. It is the faster one as long as it stays in the cache of decoded instructions.
constexpr std::size_t largest_for_eight_lanes = 300;

}  // namespace

BatchEvaluation::BatchEvaluation(std::shared_ptr<const Code> code, std::size_t lanes)
    : code_(std::move(code)), lanes_(lanes) {
  if (lanes == 0) throw std::invalid_argument("a batch needs at least one lane");
  const Program& program = code_->program();
  std::size_t first_constant = program.first_constant();
  std::size_t places = program.value_count() + program.outputs.size();
  first_output_ = program.value_count();
  if (code_->native() != nullptr) {
    const bool by_eight = lanes > 4 && program.instructions.size() <= largest_for_eight_lanes;
    block_lanes_ = by_eight ? 8 : 4;
    const MachineProgram machine = allocate_registers(spread_sines(program), by_eight ? 8 : 16);
    vector_code_ = std::make_shared<const NativeCode>(machine, static_cast<unsigned>(block_lanes_));
    first_constant = machine.first_constant;
    first_output_ = machine.first_output;
    places = machine.workspace_size;
  }
  block_size_ = (places * block_lanes_ / doubles_per_line + 1) * doubles_per_line;
  block_count_ = (lanes + block_lanes_ - 1) / block_lanes_;
  lines_.resize(block_count_ * block_size_ / doubles_per_line);
  for (std::size_t lane = 0; lane < block_count_ * block_lanes_; ++lane)
    for (std::size_t k = 0; k < program.constants.size(); ++k)
      values()[index(first_constant + k, lane)] = program.constants[k];
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
