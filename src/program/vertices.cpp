// SPDX-License-Identifier: Apache-2.0
// Value numbering, and the order in which a program computes.
#include "program/vertices.h"

#include <algorithm>
#include <bit>
#include <functional>

#include "symbolic/interruption.h"

namespace tangible {
namespace {

bool commutes(Op op) { return op == Op::add || op == Op::multiply || op == Op::logical_and || op == Op::logical_or; }

}  // namespace

std::uint32_t Vertices::input(const std::string& name, Stage stage) {
  inputs_.push_back({name, stage});
  all_.push_back({Form::input, Op::add, stage, static_cast<std::uint32_t>(inputs_.size() - 1), 0, 0, 0});
  return static_cast<std::uint32_t>(all_.size() - 1);
}

std::uint32_t Vertices::constant(double value) {
  const auto [entry, is_new] =
      constant_vertices_.try_emplace(std::bit_cast<std::uint64_t>(value), static_cast<std::uint32_t>(all_.size()));
  if (is_new) {
    constants_.push_back(value);
    all_.push_back(
        {Form::constant, Op::add, Stage::constant, static_cast<std::uint32_t>(constants_.size() - 1), 0, 0, 0});
  }
  return entry->second;
}

std::uint32_t Vertices::operation(Op op, std::uint32_t a, std::uint32_t b, std::uint32_t c) {
  check_interruption();
  const int n = operand_count(op);
  if (commutes(op) && b < a) std::swap(a, b);
  const Key key{(std::uint64_t{a} << 32) | b, (std::uint64_t{c} << 8) | static_cast<std::uint64_t>(op)};
  const auto [entry, is_new] = known_.try_emplace(key, static_cast<std::uint32_t>(all_.size()));
  if (is_new) {
    Stage latest = stage(a);
    if (n > 1) latest = std::max(latest, stage(b));
    if (n > 2) latest = std::max(latest, stage(c));
    all_.push_back({Form::operation, op, latest, a, b, c, origin_});
  }
  return entry->second;
}

std::uint32_t Vertices::add_placeholder(Stage stage) {
  all_.push_back({Form::placeholder, Op::add, stage, 0, 0, 0, origin_});
  return static_cast<std::uint32_t>(all_.size() - 1);
}

std::uint32_t Vertices::resolve(std::uint32_t vertex) const {
  while (all_[vertex].form == Form::placeholder) vertex = all_[vertex].a;
  return vertex;
}

std::uint32_t Vertices::with_sign(SignedVertex v) { return v.negative ? operation(Op::negate, v.vertex) : v.vertex; }

SignedVertex Vertices::add(SignedVertex a, SignedVertex b) {
  if (a.negative == b.negative) return {operation(Op::add, a.vertex, b.vertex), a.negative};
  return a.negative ? SignedVertex{operation(Op::subtract, b.vertex, a.vertex), false}
                    : SignedVertex{operation(Op::subtract, a.vertex, b.vertex), false};
}

// All operations that the outputs need, in no particular order.
std::vector<std::uint32_t> Vertices::needed(const std::vector<ProgramOutput>& outputs) const {
  std::vector<std::uint32_t> found;
  std::vector<bool> seen(all_.size(), false);
  const auto visit = [&](std::uint32_t vertex) {
    vertex = resolve(vertex);
    if (!seen[vertex] && all_[vertex].form == Form::operation) found.push_back(vertex);
    seen[vertex] = true;
  };
  for (const ProgramOutput& output : outputs) visit(output.value);
  for (std::size_t i = 0; i < found.size(); ++i) {
    const Vertex vertex = all_[found[i]];
    const int n = operand_count(vertex.op);
    visit(vertex.a);
    if (n > 1) visit(vertex.b);
    if (n > 2) visit(vertex.c);
  }
  return found;
}

// Operands before users, then stable by stage: an operand's stage never exceeds its user's.
std::vector<std::uint32_t> Vertices::needed_in_order(const std::vector<ProgramOutput>& outputs) const {
  std::vector<std::uint32_t> order;
  std::vector<bool> done(all_.size(), false);
  std::vector<std::uint32_t> stack = needed(outputs);
  std::ranges::sort(stack, std::greater(), [&](std::uint32_t v) { return std::pair(all_[v].origin, v); });
  while (!stack.empty()) {
    const std::uint32_t v = stack.back();
    if (done[v] || all_[v].form != Form::operation) {
      done[v] = true;
      stack.pop_back();
      continue;
    }
    const std::uint32_t operands[] = {all_[v].a, all_[v].b, all_[v].c};
    const std::size_t before = stack.size();
    for (int i = operand_count(all_[v].op); i-- > 0;)
      if (const std::uint32_t operand = resolve(operands[i]); !done[operand]) stack.push_back(operand);
    if (stack.size() != before) continue;
    done[v] = true;
    order.push_back(v);
    stack.pop_back();
  }
  std::ranges::stable_sort(order, {}, [&](std::uint32_t v) { return all_[v].stage; });
  return order;
}

Program Vertices::arrange(const std::vector<ProgramOutput>& outputs) const {
  Program program;
  program.inputs = inputs_;
  program.constants = constants_;
  std::vector<ValueId> id(all_.size(), 0);
  for (std::size_t v = 0; v < all_.size(); ++v) {
    if (all_[v].form == Form::input) id[v] = all_[v].a;
    if (all_[v].form == Form::constant) id[v] = program.first_constant() + all_[v].a;
  }
  for (const std::uint32_t v : needed_in_order(outputs)) {
    const Vertex& vertex = all_[v];
    const int n = operand_count(vertex.op);
    Instruction instruction{vertex.op, vertex.stage, id[resolve(vertex.a)], 0, 0};
    if (n > 1) instruction.b = id[resolve(vertex.b)];
    if (n > 2) instruction.c = id[resolve(vertex.c)];
    id[v] = program.first_result() + static_cast<ValueId>(program.instructions.size());
    program.instructions.push_back(instruction);
  }
  for (const ProgramOutput& output : outputs) program.outputs.push_back({output.name, id[resolve(output.value)]});
  return program;
}

}  // namespace tangible
