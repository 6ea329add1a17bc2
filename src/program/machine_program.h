// SPDX-License-Identifier: Apache-2.0
// MachineProgram: a program after register allocation: registers, places in memory, and operations on them.
//
// Straight-line code lets the allocator know every future use, so that the register to give up is always the one whose
// value is used last (Belady 1966). Constants, inputs and values that were given up are used from memory where an
// instruction can do that.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "program/program.h"

namespace tangible {

using Register = std::uint8_t;
using Slot = std::uint32_t;  // index into the workspace

// A register, or a place in memory.
struct MachineOperand {
  bool in_memory = false;
  Register reg = 0;
  Slot place = 0;
};

enum class MachineKind : std::uint8_t {
  load,     // result = place
  store,    // place = a (in a register)
  copy,     // result = a
  compute,  // result = op(a, b); a is in a register, b may be in memory
  // result = result * b + c, and the like: which operand is overwritten, and which may be in memory, is in the form
  multiply_add,
  sines,  // a group of sines and cosines; see SineWork
  call,   // result place = op(a, b) by a function; everything in registers is lost
};

// Operand order of the fused instructions of AVX: 231 adds to the result, 213 multiplies it, 132 multiplies it by the
// operand that may be in memory.
enum class FusedForm : std::uint8_t { f132, f213, f231 };

struct MachineInstruction {
  MachineKind kind = MachineKind::load;
  Op op = Op::add;
  FusedForm form = FusedForm::f231;
  Register result = 0;
  std::array<Register, 2> scratch{};  // free to be overwritten, for operations that need them
  MachineOperand a;                   // compute: operands; multiply_add: a = second (register), b = third
  MachineOperand b;
  MachineOperand c;  // of select
  Slot place = 0;    // load, store, call; sines: index into sine_work
};

// Four angles at most: their sines go to sines, sines + 1, ..., their cosines to cosines, cosines + 1, ...
struct SineWork {
  std::size_t count = 0;
  std::array<MachineOperand, 4> angles{};
  Slot angle_copy = 0;  // four places, where the angles are kept for the slow road of large angles
  Slot sines = 0;       // four places
  Slot cosines = 0;     // four places
  std::array<Register, 7> scratch{};
};

struct MachineProgram {
  std::size_t register_count = 16;
  std::vector<MachineInstruction> instructions;
  std::array<std::size_t, 5> stage_begin{};  // first instruction of each stage
  std::vector<SineWork> sine_work;
  bool has_calls = false;
  // The workspace: inputs, then outputs, then constants, then what lives longer than registers.
  Slot first_output = 0;
  Slot first_constant = 0;
  Slot workspace_size = 0;
  std::size_t spills = 0;  // stores of values that had to leave a register
  std::size_t loads = 0;

  std::string to_text() const;
};

MachineProgram allocate_registers(const Program& program, std::size_t register_count);

}  // namespace tangible
