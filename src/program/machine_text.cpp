// SPDX-License-Identifier: Apache-2.0
// A machine program as a person reads it.
#include "program/machine_program.h"

namespace tangible {
namespace {

std::string text_of(const MachineOperand& operand) {
  return operand.in_memory ? "[" + std::to_string(operand.place) + "]" : "r" + std::to_string(operand.reg);
}

std::string arithmetic_text(const MachineInstruction& it) {
  const int n = operand_count(it.op);
  std::string text = std::string(name_of(it.op)) + "(" + text_of(it.a);
  if (n > 1) text += ", " + text_of(it.b);
  if (n > 2) text += ", r" + std::to_string(it.c);
  return text + ")";
}

// r1 = r1 * r2 + [7]: the form determines which of the three is the result, and the order of the others.
std::string fused_text(const MachineInstruction& it) {
  const std::string result = "r" + std::to_string(it.result);
  std::string product;
  std::string addend;
  switch (it.form) {
    case FusedForm::f132: product = result + " * " + text_of(it.b), addend = text_of(it.a); break;
    case FusedForm::f213: product = text_of(it.a) + " * " + result, addend = text_of(it.b); break;
    case FusedForm::f231: product = text_of(it.a) + " * " + text_of(it.b), addend = result; break;
  }
  if (it.op == Op::negate_multiply_add) return addend + " - " + product;
  return product + (it.op == Op::multiply_add ? " + " : " - ") + addend;
}

std::string sines_text(const SineWork& work) {
  std::string text = "[" + std::to_string(work.sines) + "..], [" + std::to_string(work.cosines) + "..] = sincos(";
  for (std::size_t k = 0; k < work.count; ++k) text += (k > 0 ? ", " : "") + text_of(work.angles[k]);
  return text + ")";
}

std::string arctangent_text(const ArctangentWork& work) {
  return "r" + std::to_string(work.scratch[0]) + " = atan2(" + text_of(work.y) + ", " + text_of(work.x) + ")";
}

}  // namespace

std::string MachineProgram::to_text() const {
  std::string text;
  for (std::size_t i = 0, s = 0; i < instructions.size(); ++i) {
    for (; s < stage_begin.size() && stage_begin[s] <= i; ++s)
      if (s + 1 == stage_begin.size() || stage_begin[s + 1] > i)
        text += "; " + std::string(name_of(static_cast<Stage>(s))) + "\n";
    const MachineInstruction& it = instructions[i];
    const std::string result = "r" + std::to_string(it.result);
    const std::string memory = "[" + std::to_string(it.place) + "]";
    switch (it.kind) {
      case MachineKind::load: text += result + " = " + memory; break;
      case MachineKind::store: text += memory + " = " + text_of(it.a); break;
      case MachineKind::copy: text += result + " = " + text_of(it.a); break;
      case MachineKind::compute: text += result + " = " + arithmetic_text(it); break;
      case MachineKind::multiply_add: text += result + " = " + fused_text(it); break;
      case MachineKind::sines: text += sines_text(sine_work[it.place]); break;
      case MachineKind::arctangent: text += arctangent_text(arctangent_work[it.place]); break;
      case MachineKind::call: text += memory + " = call " + arithmetic_text(it); break;
    }
    text += "\n";
  }
  return text;
}

}  // namespace tangible
