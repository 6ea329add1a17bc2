// SPDX-License-Identifier: Apache-2.0
// MachineProgram: a program after register allocation: registers, slots in memory, and operations on them.
//
// In straight-line code every future use is known, so that the register to give up is always the one whose value is
// used last (Belady 1966). Constants, inputs and evicted values are used from memory where an instruction can do
// that.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "program/program.h"

namespace tangible {

using Register = std::uint8_t;
using Slot = std::uint32_t;  // index into the workspace

// A register, or a slot in memory.
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
  sines,       // a group of sines and cosines; see SineWork
  arctangent,  // see ArctangentWork
  call,        // result place = op(a, b) by a function; everything in registers is lost
};

// Operand order of the fused instructions of AVX: 231 adds to the result, 213 multiplies it, 132 multiplies it by the
// operand that may be in memory.
enum class FusedForm : std::uint8_t { f132, f213, f231 };

struct MachineInstruction {
  MachineKind kind = MachineKind::load;
  Op op = Op::add;
  FusedForm form = FusedForm::f231;
  Register result = 0;
  Register scratch = 0;  // free to be overwritten, for operations that need it
  Register c = 0;        // of select
  MachineOperand a;      // compute: operands; multiply_add: a = second (register), b = third
  MachineOperand b;
  Slot place = 0;  // load, store, call; sines and arctangent: index into their work
};

inline constexpr std::size_t sine_registers = 7;  // that the work on one vector of angles needs

// Sines go to sines, sines + 1, ..., cosines to cosines, cosines + 1, ... Single evaluations: up to four angles in the
// lanes of one vector. Batches: up to two angles, each with a vector of lanes and registers of its own; their sines and
// cosines are in registers too, see sine_register and cosine_register.
struct SineWork {
  std::size_t count = 0;
  std::array<MachineOperand, 4> angles{};
  Slot sines = 0;
  Slot cosines = 0;
  bool is_stored = true;  // else they are in registers only, and written to memory by the slow path alone
  std::array<Register, 2 * sine_registers> scratch{};
  Register sine_register(std::size_t angle) const { return scratch[angle * sine_registers + 6]; }
  Register cosine_register(std::size_t angle) const { return scratch[angle * sine_registers]; }
};

inline constexpr std::size_t arctangent_registers = 7;

// The angle of a point, in the first of the registers. The operands stay where they are until the end.
struct ArctangentWork {
  MachineOperand y;
  MachineOperand x;
  std::array<Register, arctangent_registers> scratch{};
};

// The available registers, and their contents.
struct RegisterFile {
  std::size_t count = 16;
  bool lanes = false;                // every register holds a value of many lanes
  bool broadcasts = false;           // operands in memory can be one number for all lanes
  std::size_t sine_angles() const {  // that can be computed at once
    return !lanes ? 4 : count >= 2 * sine_registers + 2 ? 2 : 1;
  }
};

struct MachineProgram {
  RegisterFile registers;
  std::vector<MachineInstruction> instructions;
  std::array<std::size_t, 5> stage_begin{};  // first instruction of each stage
  std::vector<SineWork> sine_work;
  std::vector<ArctangentWork> arctangent_work;
  std::size_t calls = 0;
  std::size_t others = 0;  // comparisons and the like, which become several instructions
  // The workspace: inputs, then outputs, then constants, then what lives longer than registers.
  Slot first_output = 0;
  Slot first_constant = 0;
  Slot constant_count = 0;
  Slot angle_copy = 0;  // four slots, where angles are kept for the slow path of large ones
  Slot workspace_size = 0;
  std::size_t spills = 0;  // stores of values that had to leave a register
  std::size_t loads = 0;

  std::string to_text() const;

  bool is_constant(Slot place) const { return place >= first_constant && place - first_constant < constant_count; }
  // Where a place begins, in doubles from the beginning of the workspace. Each has all lanes, but for constants, which
  // are there once.
  std::size_t offset_of(Slot place, std::size_t lanes) const {
    if (lanes == 1) return place;
    const std::size_t behind = place > first_constant ? place - first_constant : 0;
    const std::size_t constants = std::min<std::size_t>(behind, constant_count);
    const bool is_behind = behind >= constant_count;
    return (place - constants) * lanes + (is_behind ? (constants + lanes - 1) / lanes * lanes : constants);
  }
};

MachineProgram allocate_registers(const Program& program, const RegisterFile& registers = {});

}  // namespace tangible
