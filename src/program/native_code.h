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

// Executable memory that is never writable at the same time. Immutable, shared by any number of threads.
class NativeCode {
 public:
  // Lanes: 1 for single evaluations, 4 or 8 for as many at once in vectors. Eight need a program for 8 registers.
  NativeCode(const MachineProgram& program, unsigned lanes);
  ~NativeCode();
  NativeCode(const NativeCode&) = delete;
  NativeCode& operator=(const NativeCode&) = delete;

  // Over a workspace of program.workspace_size * lanes doubles, aligned to 64 bytes, with the constants in place.
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
