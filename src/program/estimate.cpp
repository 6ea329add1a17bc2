// SPDX-License-Identifier: Apache-2.0
// Longest chain and amount of work.
#include "program/estimate.h"

#include <algorithm>
#include <vector>

#include "program/latency.h"

namespace tangible {
namespace {

constexpr double instructions_per_cycle = 2.2;

}  // namespace

double Estimate::cycles() const {
  const double work = static_cast<double>(instructions) / instructions_per_cycle;
  const double path = critical_path;
  return std::max(path, work) + std::min(path, work) / 3;
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
