// SPDX-License-Identifier: Apache-2.0
// Evaluation: a program made ready to run by the fastest back end that this machine has.
//
//   auto code = compile(lower_to_program(outputs, inputs));   // immutable; share it among threads
//   Evaluation evaluation(code);                              // one workspace for each thread
//   evaluation.inputs()[0] = 0.1;  evaluation.run();  double x = evaluation.outputs()[0];
//
// run() allocates nothing, locks nothing and throws nothing.
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "program/program.h"

namespace tangible {

class NativeCode;
struct MachineProgram;
enum class Target : std::uint8_t;  // of native_code.h

enum class Backend : std::uint8_t { automatic, interpreter, native };
std::string_view name_of(Backend backend);

// A compiled program: immutable, so that any number of evaluations in any number of threads may share it.
class Code {
 public:
  Code(Program program, Backend wanted);
  // For a given target. Throws std::runtime_error with the missing feature if its code does not run
  // here.
  Code(Program program, Target target);
  ~Code();

  const Program& program() const { return program_; }  // as it is run: the passes have been over it
  Backend backend() const { return backend_; }         // never automatic
  Target target() const { return target_; }            // portable if it is interpreted
  // Why it is not native code; empty if it is, or if the interpreter was requested.
  const std::string& fallback() const { return fallback_; }

  // Its machine program; null if it is interpreted.
  const MachineProgram* machine() const { return machine_.get(); }
  const NativeCode* native() const { return native_.get(); }

 private:
  void make_native(Target target);

  Program program_;
  Backend backend_ = Backend::interpreter;
  Target target_{};
  std::string fallback_;
  std::unique_ptr<const MachineProgram> machine_;
  std::unique_ptr<const NativeCode> native_;
};

// Throws std::invalid_argument if the program is not valid.
std::shared_ptr<const Code> compile(Program program, Backend wanted = Backend::automatic);
std::shared_ptr<const Code> compile(Program program, Target target);

// Code and a workspace of its own. Copies share the code.
class Evaluation {
 public:
  explicit Evaluation(std::shared_ptr<const Code> code);
  explicit Evaluation(Program program, Backend wanted = Backend::automatic);

  // In the order of the inputs of the program. They keep their values from run to run; at first they are 0.
  std::span<double> inputs() { return {values(), code_->program().inputs.size()}; }
  std::span<const double> inputs() const { return {values(), code_->program().inputs.size()}; }
  // In the order of the outputs of the program.
  std::span<const double> outputs() const { return {values() + first_output_, code_->program().outputs.size()}; }

  // Computes again all values that depend on inputs of the given stage and of later ones. Earlier stages must have been
  // run since their inputs were changed: the first run begins at Stage::constant. More than that may be computed.
  void run(Stage from = Stage::constant) noexcept {
    const Entry entry = entries_[static_cast<std::size_t>(from)];
    entry != nullptr ? entry(values() + entry_offset) : interpret_from(from);
  }

  const Code& code() const { return *code_; }
  std::string_view backend() const { return name_of(code_->backend()); }

 private:
  struct alignas(64) CacheLine {
    double values[8];
  };
  using Entry = void (*)(double*);
  static constexpr std::size_t entry_offset = 16;  // NativeCode::entry_offset
  double* values() { return lines_.front().values; }
  const double* values() const { return lines_.front().values; }
  void interpret_from(Stage from) noexcept;

  std::shared_ptr<const Code> code_;
  std::vector<CacheLine> lines_;       // inputs, then as the back end needs it
  std::array<Entry, 5> entries_ = {};  // of native code, by stage
  std::size_t first_output_ = 0;
};

}  // namespace tangible
