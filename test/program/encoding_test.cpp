// SPDX-License-Identifier: Apache-2.0
// Our own encoding of frequent instructions is that of Xbyak, byte for byte.
#include "program/x86_encoding.h"

#if defined(__x86_64__)

#include <gtest/gtest.h>
#include <xbyak/xbyak.h>

#include <array>
#include <vector>

namespace tangible {
namespace {

using Xbyak::CodeGenerator;
using Xbyak::Operand;
using Xbyak::Xmm;

using Form = void (CodeGenerator::*)(const Xmm&, const Operand&, const Operand&);
using Fused = void (CodeGenerator::*)(const Xmm&, const Xmm&, const Operand&);
using G = CodeGenerator;

// Scalar and packed, in the order of VectorOp.
constexpr Form plain[][2] = {{&G::vaddsd, &G::vaddpd}, {&G::vsubsd, &G::vsubpd}, {&G::vmulsd, &G::vmulpd},
                             {&G::vdivsd, &G::vdivpd}, {&G::vminsd, &G::vminpd}, {&G::vmaxsd, &G::vmaxpd}};
constexpr Fused fused[][2] = {
    {&G::vfmadd132sd, &G::vfmadd132pd},   {&G::vfmadd213sd, &G::vfmadd213pd},   {&G::vfmadd231sd, &G::vfmadd231pd},
    {&G::vfmsub132sd, &G::vfmsub132pd},   {&G::vfmsub213sd, &G::vfmsub213pd},   {&G::vfmsub231sd, &G::vfmsub231pd},
    {&G::vfnmadd132sd, &G::vfnmadd132pd}, {&G::vfnmadd213sd, &G::vfnmadd213pd}, {&G::vfnmadd231sd, &G::vfnmadd231pd}};

Xmm vector(Width width, unsigned number) {
  const auto n = static_cast<int>(number);
  if (width == Width::scalar) return Xmm(n);
  return width == Width::ymm ? static_cast<Xmm>(Xbyak::Ymm(n)) : static_cast<Xmm>(Xbyak::Zmm(n));
}

// By Xbyak; of loads, stores and copies the second register is none.
std::vector<std::uint8_t> by_xbyak(VectorOp op, Width width, unsigned r, unsigned v, const Operand& last) {
  std::array<std::uint8_t, 64> memory;
  CodeGenerator g(memory.size(), memory.data());
  const Xmm to = vector(width, r), second = vector(width, v);
  const bool packed = width != Width::scalar;
  switch (op) {
    case VectorOp::load: packed ? g.vmovapd(to, last) : g.vmovsd(to, static_cast<const Xbyak::Address&>(last)); break;
    case VectorOp::store: {
      const auto& address = static_cast<const Xbyak::Address&>(last);
      packed ? g.vmovapd(address, to) : g.vmovsd(address, to);
      break;
    }
    case VectorOp::copy: g.vmovapd(to, last); break;
    case VectorOp::broadcast:
      g.vbroadcastsd(Xbyak::Ymm(to.getIdx(), to.getKind(), static_cast<int>(to.getBit())), last);
      break;
    default: {
      const auto k = static_cast<std::size_t>(op);
      const auto first_fused = static_cast<std::size_t>(VectorOp::fmadd132);
      const auto first_plain = static_cast<std::size_t>(VectorOp::add);
      k < first_fused ? (g.*plain[k - first_plain][packed ? 1 : 0])(to, second, last)
                      : (g.*fused[k - first_fused][packed ? 1 : 0])(to, second, last);
    }
  }
  return {g.getCode(), g.getCode() + g.getSize()};
}

std::vector<std::uint8_t> by_us(const VectorEncoding& encoding, VectorOp op, unsigned r, unsigned v, const auto& last) {
  std::array<std::uint8_t, 16> bytes{};
  return {bytes.data(), encoding.encode(bytes.data(), op, r, v, last)};
}

bool has_second(VectorOp op) { return op >= VectorOp::add; }
bool needs_memory(VectorOp op) { return op == VectorOp::load || op == VectorOp::store || op == VectorOp::broadcast; }

template <typename Visit>
void each_case(Width width, bool evex, const Visit& visit) {
  const unsigned registers = evex ? 32 : 16;
  for (std::size_t k = 0; k < vector_op_count; ++k) {
    const auto op = static_cast<VectorOp>(k);
    if (op == VectorOp::broadcast && width == Width::scalar) continue;
    for (unsigned r = 0; r < registers; r += 3)
      for (unsigned v = 0; v < (has_second(op) ? registers : 1u); v += 5) visit(op, r, v);
  }
}

TEST(Encoding, registers_are_encoded_as_xbyak_does) {
  std::size_t cases = 0;
  for (const bool evex : {false, true}) {
    for (const Width width : {Width::scalar, Width::ymm, Width::zmm}) {
      if (width == Width::zmm && !evex) continue;
      const VectorEncoding encoding(width, evex);
      each_case(width, evex, [&](VectorOp op, unsigned r, unsigned v) {
        if (needs_memory(op)) return;
        for (unsigned m = 0; m < (evex ? 32u : 16u); m += 7, ++cases)
          ASSERT_EQ(by_us(encoding, op, r, v, m), by_xbyak(op, width, r, v, vector(width, m)))
              << static_cast<int>(op) << " " << r << " " << v << " " << m;
      });
    }
  }
  EXPECT_GT(cases, 1000u);
}

// Xbyak takes EVEX only where it must; there it is compared.
TEST(Encoding, memory_is_encoded_as_xbyak_does) {
  std::size_t cases = 0;
  const Xbyak::AddressFrame memory(0);
  for (const bool evex : {false, true}) {
    for (const Width width : {Width::scalar, Width::ymm, Width::zmm}) {
      if (width == Width::zmm && !evex) continue;
      const VectorEncoding encoding(width, evex);
      each_case(width, evex, [&](VectorOp op, unsigned r, unsigned v) {
        if (op == VectorOp::copy || (evex && width != Width::zmm && (r | v) < 16)) return;
        for (const unsigned base : {7u, 0u, 8u, 5u, 13u}) {
          for (const int displacement : {8, -8, 64, -128, 120, 128, 1016, -1024, 4096, 8128, -8192, 100000, 12}) {
            const auto address = memory[Xbyak::Reg64(static_cast<int>(base)) + static_cast<std::size_t>(displacement)];
            const MemoryOperand operand{static_cast<std::uint8_t>(base), displacement, false};
            ASSERT_EQ(by_us(encoding, op, r, v, operand), by_xbyak(op, width, r, v, address))
                << static_cast<int>(op) << " " << r << " " << v << " [" << base << " + " << displacement << "]";
            ++cases;
          }
        }
      });
    }
  }
  EXPECT_GT(cases, 10000u);
}

TEST(Encoding, one_number_for_all_lanes_is_encoded_as_xbyak_does) {
  const Xbyak::AddressFrame memory(0, true);
  for (const Width width : {Width::ymm, Width::zmm}) {
    const VectorEncoding encoding(width, true);
    each_case(width, true, [&](VectorOp op, unsigned r, unsigned v) {
      if (!has_second(op)) return;
      for (const int displacement : {8, -1024, 1016, 1024, -8192}) {
        const auto address = memory[Xbyak::util::rsi + static_cast<std::size_t>(displacement)];
        ASSERT_EQ(by_us(encoding, op, r, v, MemoryOperand{6, displacement, true}), by_xbyak(op, width, r, v, address))
            << static_cast<int>(op) << " " << r << " " << v << " " << displacement;
      }
    });
  }
}

// rsi + 256 bytes: four bytes of displacement with VEX, one with EVEX.
TEST(Encoding, avx_512_reaches_further_with_short_code) {
  const MemoryOperand far{6, 256, false};
  EXPECT_EQ(by_us(VectorEncoding(Width::scalar, false), VectorOp::fmadd231, 1, 2, far).size(), 9u);
  EXPECT_EQ(by_us(VectorEncoding(Width::scalar, true), VectorOp::fmadd231, 1, 2, far).size(), 7u);
}

}  // namespace
}  // namespace tangible

#endif
