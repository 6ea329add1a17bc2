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

std::uint8_t byte(unsigned bits) { return static_cast<std::uint8_t>(bits); }
bool is_byte(std::int32_t value) { return value >= -128 && value <= 127; }

// Registers are written inverted. b: bit 3 of the register or base in the last place.
std::uint8_t* write_vex(std::uint8_t* at, const Form& form, Width width, unsigned r, unsigned v, unsigned b) {
  const unsigned tail = (~v & 15) << 3 | (width == Width::ymm ? 4u : 0u) | form.prefix;
  if (form.map == 1 && b == 0) {
    *at++ = 0xC5;
    *at++ = byte((~r & 8) << 4 | tail);
  } else {
    *at++ = 0xC4;
    *at++ = byte((~r & 8) << 4 | 0x40 | (b ^ 1) << 5 | form.map);
    *at++ = byte(unsigned{form.vex_w} << 7 | tail);
  }
  *at++ = form.opcode;
  return at;
}

// x: bit 4 of the register in the last place.
struct EvexBits {
  unsigned x = 0;
  unsigned b = 0;
  bool broadcast = false;
};
std::uint8_t* write_evex(std::uint8_t* at, const Form& form, Width width, unsigned r, unsigned v, const EvexBits& m) {
  const unsigned length = static_cast<unsigned>(width) << 5;
  *at++ = 0x62;
  *at++ = byte((~r & 8) << 4 | (m.x ^ 1) << 6 | (m.b ^ 1) << 5 | (~r & 16) | form.map);
  *at++ = byte(0x84 | (~v & 15) << 3 | form.prefix);
  *at++ = byte(length | (m.broadcast ? 16u : 0u) | (~v & 16) >> 1);
  *at++ = form.opcode;
  return at;
}

// ModRM with a base, then the displacement in one byte or in four.
std::uint8_t* write_address(std::uint8_t* at, unsigned r, const MemoryOperand& m, std::int32_t displacement,
                            bool small) {
  *at++ = byte((small ? 0x40u : 0x80u) | (r & 7) << 3 | (m.base & 7u));
  if (small) {
    *at++ = static_cast<std::uint8_t>(displacement);
    return at;
  }
  std::memcpy(at, &displacement, sizeof displacement);
  return at + sizeof displacement;
}

}  // namespace

std::uint8_t* VectorEncoding::encode(std::uint8_t* at, VectorOp op, unsigned r, unsigned v, unsigned m) const {
  // A copy has the width of a vector at least.
  const Form& form = forms[width_ == Width::scalar ? 0 : 1][static_cast<std::size_t>(op)];
  if (width_ == Width::zmm || (r | v | m) > 15)
    at = write_evex(at, form, width_, r, v, {m >> 4 & 1, m >> 3 & 1, false});
  else
    at = write_vex(at, form, width_, r, v, m >> 3 & 1);
  *at++ = byte(0xC0 | (r & 7) << 3 | (m & 7));
  return at;
}

std::uint8_t* VectorEncoding::encode(std::uint8_t* at, VectorOp op, unsigned r, unsigned v,
                                     const MemoryOperand& m) const {
  const Form& form = forms[width_ == Width::scalar ? 0 : 1][static_cast<std::size_t>(op)];
  const bool one_number = m.broadcast || op == VectorOp::broadcast;
  const auto unit = static_cast<std::int32_t>(operand_bytes(width_, one_number));
  const bool compresses = m.displacement % unit == 0 && is_byte(m.displacement / unit);
  const bool needs_evex = width_ == Width::zmm || (r | v) > 15 || m.broadcast;
  const unsigned b = m.base >> 3 & 1u;
  if (needs_evex || (evex_ && compresses && !is_byte(m.displacement))) {
    at = write_evex(at, form, width_, r, v, {0, b, m.broadcast});
    return write_address(at, r, m, compresses ? m.displacement / unit : m.displacement, compresses);
  }
  at = write_vex(at, form, width_, r, v, b);
  return write_address(at, r, m, m.displacement, is_byte(m.displacement));
}

}  // namespace tangible
