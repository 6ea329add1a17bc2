// SPDX-License-Identifier: Apache-2.0
// Leaving out what no output needs; joining stages.
#include <algorithm>
#include <vector>

#include "program/passes.h"
#include "program/rewriting.h"

namespace tangible {

Program remove_dead_code(const Program& program) {
  std::vector<bool> needed(program.value_count(), false);
  for (const ProgramOutput& output : program.outputs) needed[output.value] = true;
  for (std::size_t i = program.instructions.size(); i-- > 0;)
    if (needed[program.first_result() + i])
      for (const ValueId operand : operands_of(program.instructions[i])) needed[operand] = true;

  Program result;
  result.inputs = program.inputs;
  std::vector<ValueId> number(program.value_count());
  for (ValueId id = 0; id < program.first_constant(); ++id) number[id] = id;
  for (ValueId id = program.first_constant(); id < program.first_result(); ++id) {
    if (!needed[id]) continue;
    result.constants.push_back(program.constants[id - program.first_constant()]);
    number[id] = result.first_result() - 1;
  }
  result.instructions.reserve(program.instructions.size());
  for (std::size_t i = 0; i < program.instructions.size(); ++i) {
    if (!needed[program.first_result() + i]) continue;
    Instruction it = program.instructions[i];
    const int n = operand_count(it.op);
    it.a = number[it.a];
    it.b = n > 1 ? number[it.b] : 0;
    it.c = n > 2 ? number[it.c] : 0;
    number[program.first_result() + i] = static_cast<ValueId>(result.value_count());
    result.instructions.push_back(it);
  }
  for (const ProgramOutput& output : program.outputs) result.outputs.push_back({output.name, number[output.value]});
  return result;
}

Program merge_stages(const Program& program, Stage finest) {
  Program result = program;
  for (ProgramInput& input : result.inputs) input.stage = std::min(input.stage, finest);
  for (Instruction& it : result.instructions) it.stage = std::min(it.stage, finest);
  return result;
}

}  // namespace tangible
