// SPDX-License-Identifier: Apache-2.0
// Rewriting: a new program from an old one, instruction by instruction. What every pass is made with.
#pragma once

#include <array>
#include <unordered_map>
#include <vector>

#include "program/program.h"

namespace tangible {

inline bool is_sum(Op op) { return op == Op::add || op == Op::subtract; }

// While a program is being rewritten, its values are named by tickets: constants may be added at any time, so the
// final numbers are known only at the end.
class Rewriting {
 public:
  using Ticket = std::uint32_t;

  // Inputs, constants and the names of outputs are those of the source, which must outlive the rewriting.
  explicit Rewriting(const Program& source);

  Ticket constant(double value);
  Ticket emit(Op op, Stage stage, Ticket a, Ticket b = 0, Ticket c = 0) {
    program_.instructions.push_back({op, stage, a, b, c});
    return first_result_ticket + static_cast<Ticket>(program_.instructions.size() - 1);
  }
  // The same operation on the replacements of the operands of an instruction of the source.
  Ticket copy(const Instruction& it) {
    const int n = operand_count(it.op);
    return emit(it.op, it.stage, at(it.a), n > 1 ? at(it.b) : 0, n > 2 ? at(it.c) : 0);
  }

  // The new value that replaces a value of the source; set for every result that later ones or outputs use.
  Ticket at(ValueId source_value) const { return replacement_[source_value]; }
  void set(ValueId source_value, Ticket ticket) { replacement_[source_value] = ticket; }
  Stage stage(Ticket ticket) const {
    if (ticket >= first_result_ticket) return program_.instructions[ticket - first_result_ticket].stage;
    return ticket >= first_constant_ticket ? Stage::constant : program_.inputs[ticket].stage;
  }

  // Outputs follow their replacements. Instructions of earlier stages are moved to the front.
  Program finish();
  // The same with outputs of one's own.
  Program finish(const std::vector<std::pair<std::string, Ticket>>& outputs);

 private:
  // Inputs are counted from 0, constants and results from marks beyond every number of inputs.
  static constexpr Ticket first_constant_ticket = 0x4000'0000u;
  static constexpr Ticket first_result_ticket = 0x8000'0000u;

  void order_by_stage();
  ValueId number_of(Ticket ticket) const {
    if (ticket >= first_result_ticket) {
      const std::uint32_t index = ticket - first_result_ticket;
      return program_.first_result() + (place_.empty() ? index : place_[index]);
    }
    return ticket >= first_constant_ticket ? program_.first_constant() + (ticket - first_constant_ticket) : ticket;
  }

  const Program& source_;
  Program program_;
  std::vector<Ticket> replacement_;
  std::vector<std::uint32_t> place_;  // of a result, once ordered; empty if nothing had to move
  std::unordered_map<std::uint64_t, Ticket> constants_;
};

// The number of uses of each value, by instructions and outputs.
std::vector<std::uint32_t> use_counts(const Program& program);

// The operands that an instruction has, in order.
struct Operands {
  std::array<ValueId, 3> values;
  int count;
  const ValueId* begin() const { return values.data(); }
  const ValueId* end() const { return values.data() + count; }
};
inline Operands operands_of(const Instruction& it) { return {{it.a, it.b, it.c}, operand_count(it.op)}; }

}  // namespace tangible
