// SPDX-License-Identifier: Apache-2.0
// NativeCode: a program as instructions of this processor (x86-64 with AVX2 and FMA, or with AVX-512).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "program/code_memory.h"
#include "program/machine_program.h"

namespace tangible {

// The instruction set, beside x86-64. AVX-512 means its parts F, DQ and VL.
enum class Target : std::uint8_t { portable, avx2, avx512 };
std::string_view name_of(Target target);

// Empty if code for a target runs here; else the missing feature, as text.
std::string unsupported_reason(Target target);
// The best that runs here; portable, which has no native code, if there is none.
Target best_target();
// Empty if native code can be made and run here; else the missing feature, as text.
std::string why_no_native_code();

// The stages and lanes that a run of the code computes.
struct CodeShape {
  // 1: a single evaluation. 4: as many at once in vectors. 8: as many in one vector of AVX-512; with AVX2, two
  // interleaved vectors, each with half of the registers.
  unsigned lanes = 1;
  Target target = Target::avx2;
  // The registers to which a program has to be allocated.
  RegisterFile registers() const {
    const bool is_wide = target == Target::avx512;
    return {is_wide ? 32u : lanes > 4 ? 8u : 16u, lanes > 1, is_wide};
  }
};

// Code for any target, for inspection. Its own constants precede it; it may be moved, as long as multiples of 64 bytes
// stay such.
struct EncodedProgram {
  std::vector<std::uint8_t> bytes;
  std::array<std::size_t, 5> entries{};  // by stage: where a run from that stage on begins
};
EncodedProgram encode(const MachineProgram& program, const CodeShape& shape);

// Executable memory that is never writable at the same time. Immutable, shared by any number of threads. Throws
// std::runtime_error if such code does not run here.
class NativeCode {
 public:
  // Entries get the workspace and so many doubles: offsets to both sides are short.
  static constexpr std::size_t entry_offset = 16;

  explicit NativeCode(const MachineProgram& program, const CodeShape& shape = {});

  // Over a workspace of program.offset_of(program.workspace_size, lanes) doubles, aligned to 64 bytes, with the
  // constants in place.
  void run(double* workspace, Stage from) const noexcept {
    entries_[static_cast<std::size_t>(from)](workspace + entry_offset);
  }
  using Entry = void (*)(double*);
  Entry entry(Stage from) const { return entries_[static_cast<std::size_t>(from)]; }
  std::size_t size() const { return code_size_; }  // bytes

 private:
  CodeMemory memory_;
  std::size_t code_size_ = 0;
  Entry entries_[5] = {};
};

}  // namespace tangible
