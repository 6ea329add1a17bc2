// SPDX-License-Identifier: Apache-2.0
// A clock between the stages.
#include "engine/stage_times.h"

#include <fmt/format.h>

#include <chrono>

#include "engine/programs.h"
#include "program/evaluation.h"
#include "program/machine_program.h"
#include "program/native_code.h"
#include "program/passes.h"

namespace tangible {
namespace {

class StageClock {
 public:
  double milliseconds() {
    const auto now = std::chrono::steady_clock::now();
    const std::chrono::duration<double, std::milli> passed = now - last_;
    last_ = now;
    return passed.count();
  }

 private:
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

std::string stage_line(std::string_view stage, double ms, const std::string& made) {
  return fmt::format("{:<10} {:>9.3f} ms  {}\n", stage, ms, made);
}

}  // namespace

std::string stage_times_text(const Formulation& model, const Embedding& embedding) {
  std::string text = stage_line("read", model.times.read, "");
  text += stage_line("derive", model.times.derive, fmt::format("{} nodes", model.graph->size()));
  StageClock clock;
  const Program lowered = acceleration_program(*model.mechanism, model.equations, embedding);
  text += stage_line("lower", clock.milliseconds(), fmt::format("{} instructions", lowered.instructions.size()));
  clock.milliseconds();
  const Program program = apply_passes(lowered);
  text += stage_line("passes", clock.milliseconds(), fmt::format("{} instructions", program.instructions.size()));
  if (const std::string why = why_no_native_code(); !why.empty())
    return text + "no native code: " + why + "; the interpreter runs the program\n";
  clock.milliseconds();
  const CodeShape shape{1, best_target()};
  const MachineProgram machine = allocate_registers(program, shape.registers());
  text +=
      stage_line("allocate", clock.milliseconds(), fmt::format("{} machine instructions", machine.instructions.size()));
  clock.milliseconds();
  const NativeCode code(machine, shape);
  text += stage_line("encode", clock.milliseconds(), fmt::format("{} bytes", code.size()));
  Evaluation evaluation(lowered);
  clock.milliseconds();
  evaluation.run();
  text += stage_line("first call", clock.milliseconds(), fmt::format("{} accelerations", program.outputs.size()));
  return text;
}

}  // namespace tangible
