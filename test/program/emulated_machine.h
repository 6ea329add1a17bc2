// SPDX-License-Identifier: Apache-2.0
// A machine that runs native code for processors that are not present: an independent disassembler decodes the bytes,
// and the few instructions that programs consist of are carried out one by one.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "program/disassembly.h"
#include "program/native_code.h"

namespace tangible {

class EmulatedMachine {
 public:
  // Throws std::runtime_error for anything that the target does not have.
  EmulatedMachine(const EncodedProgram& code, Target target);
  // The workspace is aligned to 64 bytes, as real code requires it.
  void run(double* workspace, Stage from);
  std::size_t instructions_run() const { return instructions_run_; }

 private:
  using Vector = std::array<std::uint64_t, 8>;
  using Kind = OperandKind;
  using Operand = DisassembledOperand;
  using Line = DisassembledLine;

  void check_target(const Line& line) const;

  std::uint64_t address(const Operand& o) const;
  Vector read_vector(const Operand& o, std::size_t bytes) const;
  std::uint64_t read_general(const Operand& o) const;
  void write_vector(const Operand& o, const Vector& value, std::size_t bytes);
  void push(std::uint64_t value);
  std::uint64_t pop();
  void call(const Line& line);
  void lose_registers();

  bool step();  // false: the code has returned
  bool run_control(const Line& line);
  bool run_general(const Line& line);
  bool run_mask(const Line& line);
  bool run_move(const Line& line);
  bool run_bits(const Line& line);
  bool run_arithmetic(const Line& line);
  bool run_comparison(const Line& line);

  struct Free {
    void operator()(std::uint8_t* memory) const { std::free(memory); }
  };
  Target target_;
  std::array<std::size_t, 5> entries_;
  std::unique_ptr<std::uint8_t, Free> code_;
  std::unordered_map<std::size_t, Line> lines_;  // by address
  std::vector<std::uint64_t> stack_;
  std::array<Vector, 32> vectors_{};
  std::array<std::uint64_t, 16> general_{};
  std::array<std::uint8_t, 8> masks_{};
  bool zero_flag_ = false;
  std::size_t at_ = 0;
  std::size_t instructions_run_ = 0;
};

}  // namespace tangible
