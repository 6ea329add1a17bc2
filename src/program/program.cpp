// SPDX-License-Identifier: Apache-2.0
// Counting, printing and checking programs.
#include "program/program.h"

#include <array>
#include <stdexcept>

namespace tangible {
namespace {

constexpr std::array<std::string_view, op_count> names{
    "+",    "-",          "*",    "/",     "neg", "sqrt",   "pow", "sin",  "cos", "tan",
    "asin", "acos",       "atan", "atan2", "exp", "log",    "abs", "sign", "min", "max",
    "less", "less_equal", "and",  "or",    "not", "select", "fma", "fms",  "fnma"};

void count_one(Op op, ProgramCount& count) {
  switch (op) {
    case Op::add:
    case Op::subtract: ++count.additions; break;
    case Op::multiply: ++count.multiplications; break;
    case Op::divide: ++count.divisions; break;
    case Op::multiply_add:
    case Op::multiply_subtract:
    case Op::negate_multiply_add: ++count.multiply_adds; break;
    case Op::negate: ++count.negations; break;
    case Op::sin:
    case Op::cos:
    case Op::tan:
    case Op::asin:
    case Op::acos:
    case Op::atan:
    case Op::atan2: ++count.trigonometric; break;
    default: ++count.other;
  }
}

}  // namespace

std::string_view name_of(Op op) { return names[static_cast<std::size_t>(op)]; }

std::string_view name_of(Stage stage) {
  constexpr std::array<std::string_view, 5> all{"constant", "parameter", "configuration", "state", "input"};
  return all[static_cast<std::size_t>(stage)];
}

std::string to_text(const ProgramCount& count) {
  return std::to_string(count.multiplications_and_divisions()) + " mul/div, " + std::to_string(count.additions) +
         " add/sub, " + std::to_string(count.trigonometric) + " sin/cos" +
         (count.multiply_adds != 0 ? ", " + std::to_string(count.multiply_adds) + " fma" : "") +
         (count.other != 0 ? ", " + std::to_string(count.other) + " other" : "") +
         (count.negations != 0 ? ", " + std::to_string(count.negations) + " neg" : "");
}

ProgramCount Program::count(Stage from, Stage to) const {
  ProgramCount count;
  for (const Instruction& instruction : instructions)
    if (instruction.stage >= from && instruction.stage <= to) count_one(instruction.op, count);
  return count;
}

std::string Program::to_text() const {
  std::string text;
  const auto value = [&](ValueId id) {
    if (id < inputs.size()) return inputs[id].name;
    if (id < first_result()) {
      std::string number = std::to_string(constants[id - first_constant()]);
      return number;
    }
    return "v" + std::to_string(id - first_result());
  };
  for (std::size_t i = 0; i < instructions.size(); ++i) {
    const Instruction& it = instructions[i];
    text += "v" + std::to_string(i) + " = ";
    const int n = operand_count(it.op);
    if (it.op <= Op::divide) {
      text += value(it.a) + " " + std::string(name_of(it.op)) + " " + value(it.b);
    } else {
      text += std::string(name_of(it.op)) + "(" + value(it.a);
      if (n > 1) text += ", " + value(it.b);
      if (n > 2) text += ", " + value(it.c);
      text += ")";
    }
    text += "  ; " + std::string(name_of(it.stage)) + "\n";
  }
  for (const ProgramOutput& output : outputs) text += output.name + " = " + value(output.value) + "\n";
  return text;
}

Stage Program::stage_of(ValueId id) const {
  if (id >= first_result()) return instructions[id - first_result()].stage;
  return id < inputs.size() ? inputs[id].stage : Stage::constant;
}

void Program::validate() const {
  const auto refuse = [](const std::string& what, std::size_t i, const std::string& why) {
    throw std::invalid_argument(what + " " + std::to_string(i) + why);
  };
  constexpr std::size_t max_values = std::size_t{1} << 30;
  if (value_count() >= max_values) throw std::invalid_argument("the program has too many values");
  for (std::size_t i = 0; i < inputs.size(); ++i)
    if (inputs[i].stage > Stage::input) refuse("input", i, " has an unknown stage");
  Stage before = Stage::constant;
  for (std::size_t i = 0; i < instructions.size(); ++i) {
    const Instruction& it = instructions[i];
    if (static_cast<std::size_t>(it.op) >= op_count) refuse("instruction", i, " has an unknown operation");
    if (it.stage > Stage::input || it.stage < before) refuse("instruction", i, " has the wrong stage");
    before = it.stage;
    const ValueId operands[] = {it.a, it.b, it.c};
    for (int k = 0; k < operand_count(it.op); ++k) {
      const ValueId id = operands[k];
      if (id >= first_result() + i)
        refuse("instruction", i, " uses value " + std::to_string(id) + ", which is not there yet");
      if (stage_of(id) > it.stage)
        refuse("instruction", i, " uses value " + std::to_string(id) + ", which changes more often");
    }
  }
  for (const ProgramOutput& output : outputs)
    if (output.value >= value_count())
      throw std::invalid_argument("output " + output.name + " is value " + std::to_string(output.value) +
                                  ", which does not exist");
}

}  // namespace tangible
