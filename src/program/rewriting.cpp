// SPDX-License-Identifier: Apache-2.0
// From tickets to numbers.
#include "program/rewriting.h"

#include <algorithm>
#include <bit>
#include <numeric>

namespace tangible {
Rewriting::Rewriting(const Program& source) : source_(source), replacement_(source.value_count()) {
  program_.inputs = source.inputs;
  program_.instructions.reserve(source.instructions.size() + source.instructions.size() / 8);
  for (ValueId i = 0; i < source.first_constant(); ++i) replacement_[i] = i;
  for (std::size_t i = 0; i < source.constants.size(); ++i)
    replacement_[source.first_constant() + i] = constant(source.constants[i]);
}

Rewriting::Ticket Rewriting::constant(double value) {
  const Ticket next = first_constant_ticket + static_cast<Ticket>(program_.constants.size());
  const auto [entry, is_new] = constants_.try_emplace(std::bit_cast<std::uint64_t>(value), next);
  if (is_new) program_.constants.push_back(value);
  return entry->second;
}

void Rewriting::order_by_stage() {
  std::vector<Instruction>& all = program_.instructions;
  if (std::ranges::is_sorted(all, {}, &Instruction::stage)) return;
  std::vector<std::uint32_t> order(all.size());
  std::iota(order.begin(), order.end(), 0u);
  std::ranges::stable_sort(order, {}, [&](std::uint32_t i) { return all[i].stage; });
  std::vector<Instruction> sorted;
  sorted.reserve(all.size());
  place_.resize(all.size());
  for (const std::uint32_t i : order) {
    place_[i] = static_cast<std::uint32_t>(sorted.size());
    sorted.push_back(all[i]);
  }
  all = std::move(sorted);
}

Program Rewriting::finish() {
  std::vector<std::pair<std::string, Ticket>> outputs;
  for (const ProgramOutput& output : source_.outputs) outputs.emplace_back(output.name, at(output.value));
  return finish(outputs);
}

Program Rewriting::finish(const std::vector<std::pair<std::string, Ticket>>& outputs) {
  order_by_stage();
  for (Instruction& it : program_.instructions) {
    const int n = operand_count(it.op);
    it.a = number_of(it.a);
    it.b = n > 1 ? number_of(it.b) : 0;
    it.c = n > 2 ? number_of(it.c) : 0;
  }
  for (const auto& [name, ticket] : outputs) program_.outputs.push_back({name, number_of(ticket)});
  return std::move(program_);
}

std::vector<std::uint32_t> use_counts(const Program& program) {
  std::vector<std::uint32_t> counts(program.value_count());
  for (const Instruction& it : program.instructions)
    for (const ValueId operand : operands_of(it)) ++counts[operand];
  for (const ProgramOutput& output : program.outputs) ++counts[output.value];
  return counts;
}

}  // namespace tangible
