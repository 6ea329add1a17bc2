// SPDX-License-Identifier: Apache-2.0
// A clock between the stages.
#include "app/stage_times.h"

#include <fmt/format.h>

#include <chrono>
#include <ostream>

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

void write_line(std::ostream& out, std::string_view stage, double ms, const std::string& made) {
  out << fmt::format("{:<10} {:>9.3f} ms  {}\n", stage, ms, made);
}

}  // namespace

void write_stage_times(std::ostream& out, const Formulation& model, const Embedding& embedding) {
  write_line(out, "read", model.times.read, "");
  write_line(out, "derive", model.times.derive, fmt::format("{} nodes", model.graph->size()));
  StageClock clock;
  const Program lowered = acceleration_program(*model.mechanism, model.equations, embedding);
  write_line(out, "lower", clock.milliseconds(), fmt::format("{} instructions", lowered.instructions.size()));
  clock.milliseconds();
  const Program program = apply_passes(lowered);
  write_line(out, "passes", clock.milliseconds(), fmt::format("{} instructions", program.instructions.size()));
  if (const std::string why = why_no_native_code(); !why.empty()) {
    out << "no native code: " << why << "; the interpreter runs the program\n";
    return;
  }
  clock.milliseconds();
  const CodeShape shape{1, best_target()};
  const MachineProgram machine = allocate_registers(program, shape.registers());
  write_line(out, "allocate", clock.milliseconds(),
             fmt::format("{} machine instructions", machine.instructions.size()));
  clock.milliseconds();
  const NativeCode code(machine, shape);
  write_line(out, "encode", clock.milliseconds(), fmt::format("{} bytes", code.size()));
  Evaluation evaluation(lowered);
  clock.milliseconds();
  evaluation.run();
  write_line(out, "first call", clock.milliseconds(), fmt::format("{} accelerations", program.outputs.size()));
}

}  // namespace tangible
