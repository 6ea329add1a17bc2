// SPDX-License-Identifier: Apache-2.0
// NativeCode: a program as instructions of this processor (x86-64 with AVX2 and FMA).
#pragma once

#include <cstddef>
#include <memory>
#include <string>

#include "program/machine_program.h"

namespace tangible {

// Empty if native code can be made and run here; else what is missing, in words.
std::string why_no_native_code();

// What a run of the code computes.
struct CodeShape {
  // 1: a single evaluation. 4: as many at once in vectors. 8: two vectors, each with half of the registers, taking
  // turns; for a program that was allocated to 8 registers.
  unsigned lanes = 1;
  // Workspaces, one behind the other, that each segment goes through before the next segment begins: code that does not
  // fit into the processor's caches is then read once for all of them.
  unsigned repeats = 1;
};

// Executable memory that is never writable at the same time. Immutable, shared by any number of threads.
class NativeCode {
 public:
  explicit NativeCode(const MachineProgram& program, const CodeShape& shape = {});
  ~NativeCode();
  NativeCode(const NativeCode&) = delete;
  NativeCode& operator=(const NativeCode&) = delete;

  // Over workspaces of program.workspace_size * lanes doubles, the first aligned to 64 bytes, with the constants in
  // place.
  void run(double* workspace, Stage from) const noexcept { entries_[static_cast<std::size_t>(from)](workspace); }
  using Entry = void (*)(double*);
  Entry entry(Stage from) const { return entries_[static_cast<std::size_t>(from)]; }
  std::size_t size() const { return code_size_; }  // bytes

 private:
  void* memory_ = nullptr;
  std::size_t memory_size_ = 0;
  std::size_t code_size_ = 0;
  Entry entries_[5] = {};
};

}  // namespace tangible
