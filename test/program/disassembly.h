// SPDX-License-Identifier: Apache-2.0
// Bytes as instructions, in the words of an independent disassembler (objdump of binutils).
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

namespace tangible {

enum class OperandKind : std::uint8_t { none, vector, mask, general, memory, number };
struct DisassembledOperand {
  OperandKind kind = OperandKind::none;
  unsigned index = 0;     // of the register, or of the base
  std::size_t bytes = 8;  // of a register or of memory
  bool broadcast = false;
  bool absolute = false;       // an address within the code
  std::int64_t value = 0;      // a number, or a displacement
  int mask = -1;               // k1..k7, which lanes are written
  bool zeroes_others = false;  // lanes that are not
};
struct DisassembledLine {
  std::string mnemonic;
  std::vector<DisassembledOperand> operands;
  std::size_t next = 0;  // address of the next one
};

bool has_disassembler();
// By address, from the given one on. Throws std::runtime_error for what it does not understand.
std::unordered_map<std::size_t, DisassembledLine> disassemble(const std::vector<std::uint8_t>& bytes,
                                                              std::size_t begin);

bool take_prefix(std::string& text, std::string_view prefix);
bool take_suffix(std::string& text, std::string_view suffix);

}  // namespace tangible
