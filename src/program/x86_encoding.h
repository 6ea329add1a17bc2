// SPDX-License-Identifier: Apache-2.0
// The few instructions that programs mostly consist of, as bytes. Xbyak needs about 80 ns for each of them, which would
// be most of the time between a program and its code; it encodes all others, and a test compares these with its own.
#pragma once

#include <cstdint>
#include <cstring>

namespace tangible {

enum class Width : std::uint8_t { scalar, ymm, zmm };

// The fused ones are in the order of Op and FusedForm.
enum class VectorOp : std::uint8_t {
  load,
  store,
  copy,
  broadcast,
  add,
  subtract,
  multiply,
  divide,
  min,
  max,
  fmadd132,
  fmadd213,
  fmadd231,
  fmsub132,
  fmsub213,
  fmsub231,
  fnmadd132,
  fnmadd213,
  fnmadd231,
};
inline constexpr std::size_t vector_op_count = 19;

// A base register and a displacement; broadcast: one number there, for all lanes.
struct MemoryOperand {
  std::uint8_t base = 7;  // rdi; neither rsp nor r12, which are encoded in another way
  std::int32_t displacement = 0;
  bool broadcast = false;
};

// A register or memory, so that nothing has to branch on which one it is.
struct LastOperand {
  bool in_memory = false;
  bool broadcast = false;
  unsigned number = 0;  // register or base
  std::int32_t displacement = 0;
};

// VEX has sixteen registers and displacements of one byte; EVEX has thirty-two, and counts displacements of one byte in
// sizes of the operand. Where both are allowed, the shorter one is taken.
class VectorEncoding {
 public:
  VectorEncoding(Width width, bool evex) : width_(width), evex_(evex) {}

  // All write at most 16 bytes, of which 11 at most count, and return their end. An operand that an operation does not
  // have is 0.
  std::uint8_t* encode(std::uint8_t* at, VectorOp op, unsigned r, unsigned v, const LastOperand& m) const;
  std::uint8_t* encode(std::uint8_t* at, VectorOp op, unsigned r, unsigned v, unsigned m) const {
    return encode(at, op, r, v, LastOperand{false, false, m, 0});
  }
  std::uint8_t* encode(std::uint8_t* at, VectorOp op, unsigned r, unsigned v, const MemoryOperand& m) const {
    return encode(at, op, r, v, LastOperand{true, m.broadcast, m.base, m.displacement});
  }

  // Bytes to either side of a base that a displacement of one byte reaches.
  static std::size_t reach(Width width, bool evex, bool broadcast) {
    return evex ? std::size_t{128} << operand_bits(width, broadcast) : 128;
  }

 private:
  // Of its size in bytes, the logarithm.
  static unsigned operand_bits(Width width, bool broadcast) {
    return width == Width::scalar || broadcast ? 3 : width == Width::ymm ? 5 : 6;
  }

  Width width_;
  bool evex_;
};

}  // namespace tangible
