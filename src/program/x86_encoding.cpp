// SPDX-License-Identifier: Apache-2.0
// VEX and EVEX prefixes: Intel 64 and IA-32 Architectures Software Developer's Manual, volume 2, 2.3 and 2.7.
#include "program/x86_encoding.h"

namespace tangible {
namespace {

struct Form {
  std::uint8_t opcode;
  std::uint8_t map;     // 1: 0F, 2: 0F 38
  std::uint8_t prefix;  // 1: 66, 3: F2
  std::uint8_t vex_w;   // EVEX has it always
};

// Scalar, then packed.
constexpr Form forms[2][vector_op_count] = {{{0x10, 1, 3, 0},
                                             {0x11, 1, 3, 0},
                                             {0x28, 1, 1, 0},
                                             {0x19, 2, 1, 0},
                                             {0x58, 1, 3, 0},
                                             {0x5C, 1, 3, 0},
                                             {0x59, 1, 3, 0},
                                             {0x5E, 1, 3, 0},
                                             {0x5D, 1, 3, 0},
                                             {0x5F, 1, 3, 0},
                                             {0x99, 2, 1, 1},
                                             {0xA9, 2, 1, 1},
                                             {0xB9, 2, 1, 1},
                                             {0x9B, 2, 1, 1},
                                             {0xAB, 2, 1, 1},
                                             {0xBB, 2, 1, 1},
                                             {0x9D, 2, 1, 1},
                                             {0xAD, 2, 1, 1},
                                             {0xBD, 2, 1, 1}},
                                            {{0x28, 1, 1, 0},
                                             {0x29, 1, 1, 0},
                                             {0x28, 1, 1, 0},
                                             {0x19, 2, 1, 0},
                                             {0x58, 1, 1, 0},
                                             {0x5C, 1, 1, 0},
                                             {0x59, 1, 1, 0},
                                             {0x5E, 1, 1, 0},
                                             {0x5D, 1, 1, 0},
                                             {0x5F, 1, 1, 0},
                                             {0x98, 2, 1, 1},
                                             {0xA8, 2, 1, 1},
                                             {0xB8, 2, 1, 1},
                                             {0x9A, 2, 1, 1},
                                             {0xAA, 2, 1, 1},
                                             {0xBA, 2, 1, 1},
                                             {0x9C, 2, 1, 1},
                                             {0xAC, 2, 1, 1},
                                             {0xBC, 2, 1, 1}}};

bool is_byte(std::int32_t value) { return value >= -128 && value <= 127; }

// Bytes in the order of memory, the first one lowest; written at once.
class Bytes {
 public:
  void add(std::uint64_t bits, unsigned count = 1) {
    word_ |= bits << length_;
    length_ += 8 * count;
  }
  std::uint8_t* write(std::uint8_t* at) const {
    std::memcpy(at, &word_, sizeof word_);
    return at + length_ / 8;
  }

 private:
  std::uint64_t word_ = 0;
  unsigned length_ = 0;
};

// Registers are written inverted. b: bit 3 of the register or base in the last place.
inline Bytes vex(const Form& form, Width width, unsigned r, unsigned v, unsigned b) {
  const unsigned tail = (~v & 15) << 3 | (width == Width::ymm ? 4u : 0u) | form.prefix;
  const unsigned second = (~r & 8) << 4 | 0x40 | (b ^ 1) << 5 | form.map;
  const unsigned two = 0xC5 | ((~r & 8) << 4 | tail) << 8;
  const unsigned three = 0xC4 | second << 8 | (unsigned{form.vex_w} << 7 | tail) << 16;
  // Both, and then one of them: which one it will be is nothing that a processor could guess.
  const bool is_short = (form.map == 1) & (b == 0);
  Bytes bytes;
  bytes.add(is_short ? two : three, is_short ? 2 : 3);
  bytes.add(form.opcode);
  return bytes;
}

inline Bytes evex(const Form& form, Width width, unsigned r, unsigned v, const LastOperand& m) {
  const unsigned b = m.number >> 3 & 1, x = m.in_memory ? 0 : m.number >> 4 & 1;
  const unsigned second = (~r & 8) << 4 | (x ^ 1) << 6 | (b ^ 1) << 5 | (~r & 16) | form.map;
  const unsigned third = 0x84 | (~v & 15) << 3 | form.prefix;
  const unsigned fourth = static_cast<unsigned>(width) << 5 | (m.broadcast ? 16u : 0u) | (~v & 16) >> 1;
  Bytes bytes;
  bytes.add(0x62 | second << 8 | third << 16 | fourth << 24, 4);
  bytes.add(form.opcode);
  return bytes;
}

// ModRM, then no displacement, or one in one byte or in four. It is written always, and counts as far as it is one.
inline std::uint8_t* write_last(Bytes bytes, std::uint8_t* at, unsigned r, const LastOperand& m, bool small) {
  bytes.add((!m.in_memory ? 0xC0u : small ? 0x40u : 0x80u) | (r & 7) << 3 | (m.number & 7));
  at = bytes.write(at);
  std::memcpy(at, &m.displacement, sizeof m.displacement);
  return at + (!m.in_memory ? 0 : small ? 1 : 4);
}

}  // namespace

std::uint8_t* VectorEncoding::encode(std::uint8_t* at, VectorOp op, unsigned r, unsigned v,
                                     const LastOperand& m) const {
  const Form& form = forms[width_ == Width::scalar ? 0 : 1][static_cast<std::size_t>(op)];
  if (evex_) {
    const unsigned highest = r | v | (m.in_memory ? 0 : m.number);
    const bool needs_evex = width_ == Width::zmm || highest > 15 || m.broadcast;
    const unsigned bits = operand_bits(width_, m.broadcast || op == VectorOp::broadcast);
    const std::int32_t units = m.displacement >> bits;
    const bool compresses = units << bits == m.displacement && is_byte(units);
    if (needs_evex || (compresses && m.in_memory && !is_byte(m.displacement))) {
      LastOperand last = m;
      last.displacement = compresses ? units : m.displacement;
      return write_last(evex(form, width_, r, v, m), at, r, last, compresses);
    }
  }
  return write_last(vex(form, width_, r, v, m.number >> 3 & 1), at, r, m, is_byte(m.displacement));
}

}  // namespace tangible
