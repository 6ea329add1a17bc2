// SPDX-License-Identifier: Apache-2.0
// Prepares the pass: fixed slots and uses.
#include "program/register_allocation.h"

namespace tangible {

void Allocation::give_fixed_places() {
  const auto input_count = static_cast<Slot>(program_.inputs.size());
  for (Slot k = 0; k < input_count; ++k) values_[k].place = k;
  machine_.first_output = input_count;
  machine_.first_constant = input_count + static_cast<Slot>(program_.outputs.size());
  machine_.constant_count = static_cast<Slot>(program_.constants.size());
  for (std::size_t k = 0; k < program_.constants.size(); ++k)
    values_[program_.first_constant() + k].place = machine_.first_constant + static_cast<Slot>(k);
  machine_.angle_copy = machine_.first_constant + machine_.constant_count;
  const bool has_sines = std::ranges::any_of(program_.instructions, is_sine, &Instruction::op);
  machine_.workspace_size = machine_.angle_copy + (has_sines ? static_cast<Slot>(largest_sine_group) : 0);
  outputs_.reserve(program_.outputs.size());
  for (std::size_t k = 0; k < program_.outputs.size(); ++k) {
    outputs_.push_back({program_.outputs[k].value, machine_.first_output + static_cast<Slot>(k)});
    values_[program_.outputs[k].value].is_output = true;
  }
  std::ranges::sort(outputs_);
}

// Backwards: where each operand of each instruction is used next.
void Allocation::find_uses() {
  const std::vector<Instruction>& all = program_.instructions;
  following_.resize(all.size());
  std::size_t stage_begin = all.size();
  for (std::size_t i = all.size(); i-- > 0;) {
    if (i < stage_begin)
      while (stage_begin > 0 && all[stage_begin - 1].stage == all[i].stage) --stage_begin;
    const std::array<ValueId, 3> ids = operands_or_none(all[i]);
    for (std::size_t k = 0; k < 3; ++k) {
      following_[i][k] = values_[ids[k]].next_use;
      values_[ids[k]].crosses |= ids[k] - first_result_ < stage_begin;  // inputs and constants are far beyond
    }
    for (std::size_t k = 0; k < 3; ++k) values_[ids[k]].next_use = static_cast<std::uint32_t>(i);
  }
}

MachineProgram allocate_registers(const Program& program, const RegisterFile& registers) {
  return Allocation(program, registers).run();
}

}  // namespace tangible
