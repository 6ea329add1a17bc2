// SPDX-License-Identifier: Apache-2.0
// Choosing a back end, and running it.
#include "program/evaluation.h"

#include <algorithm>
#include <array>
#include <stdexcept>

#include "program/interpreter.h"
#include "program/machine_program.h"
#include "program/native_code.h"
#include "program/passes.h"

namespace tangible {

std::string_view name_of(Backend backend) {
  constexpr std::array<std::string_view, 3> names{"automatic", "interpreter", "native"};
  return names[static_cast<std::size_t>(backend)];
}

Code::Code(Program program, Backend wanted) {
  program.validate();
  program_ = apply_passes(std::move(program));
  if (wanted == Backend::interpreter) return;
  fallback_ = why_no_native_code();
  if (!fallback_.empty()) return;
  // If the system refuses, evaluation need not stop: the interpreter computes the same bits.
  try {
    make_native(best_target());
  } catch (const std::runtime_error& error) {
    fallback_ = error.what();
    machine_.reset();
  }
}

Code::Code(Program program, Target target) {
  program.validate();
  if (const std::string why = unsupported_reason(target); !why.empty()) throw std::runtime_error(why);
  program_ = apply_passes(std::move(program));
  if (target != Target::portable) make_native(target);
}

Code::~Code() = default;

void Code::make_native(Target target) {
  const CodeShape shape{1, target};
  machine_ = std::make_unique<const MachineProgram>(allocate_registers(program_, shape.registers()));
  native_ = std::make_unique<const NativeCode>(*machine_, shape);
  backend_ = Backend::native;
  target_ = target;
}

std::shared_ptr<const Code> compile(Program program, Backend wanted) {
  return std::make_shared<const Code>(std::move(program), wanted);
}

std::shared_ptr<const Code> compile(Program program, Target target) {
  return std::make_shared<const Code>(std::move(program), target);
}

Evaluation::Evaluation(std::shared_ptr<const Code> code) : code_(std::move(code)) {
  const Program& program = code_->program();
  const bool is_native = code_->native() != nullptr;
  const MachineProgram* machine = code_->machine();
  static_assert(entry_offset == NativeCode::entry_offset);
  first_output_ = is_native ? machine->first_output : program.value_count();
  const std::size_t size = is_native ? machine->workspace_size : first_output_ + program.outputs.size();
  lines_.resize((size + entry_offset) / std::size(CacheLine{}.values) + 1);  // the pointer of entries is within it, too
  std::ranges::copy(program.constants, values() + (is_native ? machine->first_constant : program.first_constant()));
  for (std::size_t stage = 0; is_native && stage < entries_.size(); ++stage)
    entries_[stage] = code_->native()->entry(std::min(static_cast<Stage>(stage), finest_stage));
}

Evaluation::Evaluation(Program program, Backend wanted) : Evaluation(compile(std::move(program), wanted)) {}

void Evaluation::interpret_from(Stage from) noexcept {
  double* v = values();
  const Program& program = code_->program();
  interpret(program, v, std::min(from, finest_stage));
  for (std::size_t i = 0; i < program.outputs.size(); ++i) v[first_output_ + i] = v[program.outputs[i].value];
}

}  // namespace tangible
