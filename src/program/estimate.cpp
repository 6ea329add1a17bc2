// SPDX-License-Identifier: Apache-2.0
// Longest chain and amount of work.
#include "program/estimate.h"

#include <algorithm>
#include <vector>

#include "program/latency.h"

namespace tangible {
double Estimate::cost() const {
  const auto work = static_cast<double>(instructions);
  return work + critical_path / 5.0 + std::max(0.0, critical_path - work) / 2;
}

Estimate estimate(const Program& program) {
  Estimate result;
  std::vector<unsigned> ready(program.value_count(), 0);
  ValueId id = program.first_result();
  for (const Instruction& i : program.instructions) {
    if (i.stage >= Stage::configuration) {
      const ValueId operands[] = {i.a, i.b, i.c};
      unsigned start = 0;
      for (int k = 0; k < operand_count(i.op); ++k) start = std::max(start, ready[operands[k]]);
      ready[id] = start + latency(i.op);
      result.critical_path = std::max(result.critical_path, ready[id]);
      ++result.instructions;
    }
    ++id;
  }
  return result;
}

}  // namespace tangible
