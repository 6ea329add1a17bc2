// SPDX-License-Identifier: Apache-2.0
// Choosing a back end, and running it.
#include "program/evaluation.h"

#include <algorithm>
#include <array>

#include "program/interpreter.h"

namespace tangible {

std::string_view name_of(Backend backend) {
  constexpr std::array<std::string_view, 3> names{"automatic", "interpreter", "native"};
  return names[static_cast<std::size_t>(backend)];
}

Code::Code(Program program, Backend wanted) : program_(std::move(program)) {
  program_.validate();
  if (wanted == Backend::native) fallback_ = "there is no native back end for this machine";
}

std::shared_ptr<const Code> compile(Program program, Backend wanted) {
  return std::make_shared<const Code>(std::move(program), wanted);
}

Evaluation::Evaluation(std::shared_ptr<const Code> code) : code_(std::move(code)) {
  const Program& program = code_->program();
  first_output_ = program.value_count();
  const std::size_t size = first_output_ + program.outputs.size();
  lines_.resize(size / std::size(Line{}.values) + 1);
  std::ranges::copy(program.constants, values() + program.first_constant());
}

Evaluation::Evaluation(Program program, Backend wanted) : Evaluation(compile(std::move(program), wanted)) {}

void Evaluation::run(Stage from) noexcept {
  const Program& program = code_->program();
  double* v = values();
  interpret(program, v, from);
  for (std::size_t i = 0; i < program.outputs.size(); ++i) v[first_output_ + i] = v[program.outputs[i].value];
}

}  // namespace tangible
