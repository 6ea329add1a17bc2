// SPDX-License-Identifier: Apache-2.0
// Sines and cosines in vectors: trigonometry.h, instruction by instruction.
#if defined(__x86_64__)

#include "program/trigonometry.h"
#include "program/x86_emitter.h"

namespace tangible {
namespace {

using Xbyak::Xmm;
using Xbyak::Ymm;

constexpr std::uint8_t not_at_most = 6;  // true for NaN
constexpr std::size_t vector_lanes = 4;

// Angles beyond the reduction, and what comes with them in the same vector.
void slow_sines(const double* angles, double* sines, double* cosines, std::uint64_t count) noexcept {
  for (std::uint64_t k = 0; k < count; ++k) {
    const SineCosine both = sine_cosine(angles[k]);
    sines[k] = both.sine;
    cosines[k] = both.cosine;
  }
}

}  // namespace

void X86Emitter::emit_sines(const SineWork& work) {
  const SineChains chains = chains_of(work);
  for (const SineChain& chain : chains) {
    if (!is_vector()) {
      gather_angles(work, chain);
      continue;
    }
    half_ = chain.half;
    const MachineOperand& angle = work.angles[chain.sines - work.sines];
    angle.in_memory ? emit_load(chain.t[0], angle.place) : vmovapd(chain.t[0], reg(angle.reg));
  }
  SlowSines& slow = slow_.emplace_back();
  slow.chains = chains;
  check_angles(chains, slow.begin);
  reduce_angles(chains);
  emit_polynomials(chains);
  choose_quadrants(chains);
  for (const SineChain& chain : chains) {
    half_ = chain.half;
    vmovupd(at(chain.sines), chain.t[6]);
    vmovupd(at(chain.cosines), chain.t[0]);
  }
  L(slow.end);
  half_ = 0;
}

// Single evaluations: one vector of all angles. Four lanes: a vector for each angle. Eight: one for each half.
X86Emitter::SineChains X86Emitter::chains_of(const SineWork& work) {
  SineChains chains;
  chains.count = !is_vector() ? 1 : halves() > 1 ? 2 : work.count;
  for (std::size_t k = 0; k < chains.count; ++k) {
    SineChain& chain = chains.all[k];
    const bool by_halves = halves() > 1;
    const auto angle = static_cast<Slot>(by_halves ? 0 : k);
    chain.half = by_halves ? static_cast<int>(k) : 0;
    chain.angle_copy = program_.angle_copy + angle;
    chain.sines = work.sines + angle;
    chain.cosines = work.cosines + angle;
    chain.lanes = is_vector() ? vector_lanes : work.count;
    const bool wide = chain.lanes > 2;
    uses_wide_ = uses_wide_ || wide;
    for (std::size_t j = 0; j < sine_registers; ++j) {
      const int number = work.scratch[angle * sine_registers + j] + 8 * chain.half;
      chain.t[j] = wide ? static_cast<Xmm>(Ymm(number)) : Xmm(number);
    }
  }
  return chains;
}

// Up to four angles from registers and memory into the first register; lanes without an angle become zero. Neighbours
// in memory are not loaded as one vector: the caller has just stored them one by one, and such a load would wait until
// the stores are done.
void X86Emitter::gather_angles(const SineWork& work, const SineChain& chain) {
  const Xmm low(chain.t[0].getIdx());
  const Xmm high(chain.t[1].getIdx());
  const auto first = [&](const Xmm& to, const MachineOperand& angle) {
    angle.in_memory ? vmovsd(to, at(angle.place)) : vmovq(to, Xmm(angle.reg));
  };
  const auto second = [&](const Xmm& to, const MachineOperand& angle) {
    angle.in_memory ? vmovhpd(to, to, at(angle.place)) : vunpcklpd(to, to, Xmm(angle.reg));
  };
  first(low, work.angles[0]);
  if (work.count > 1) second(low, work.angles[1]);
  if (work.count > 2) {
    first(high, work.angles[2]);
    if (work.count > 3) second(high, work.angles[3]);
    vinsertf128(Ymm(low.getIdx()), Ymm(low.getIdx()), high, 1);
  }
}

// One jump for all: to the slow road, if any angle is too large or NaN.
void X86Emitter::check_angles(const SineChains& chains, const Xbyak::Label& slow) {
  const Xmm& any = chains.all[0].t[1];
  for (const SineChain& c : chains) vandpd(c.t[1], c.t[0], pooled(other_bits));
  for (const SineChain& c : chains) vcmppd(c.t[1], c.t[1], pooled(largest_angle), not_at_most);
  if (chains.count > 1) vorpd(any, any, chains.all[1].t[1]);
  vtestpd(any, any);
  jnz(slow, T_NEAR);
}

// 0: x becomes r; 1: the shifted quadrant; 2: z = r^2; 3: z^2.
void X86Emitter::reduce_angles(const SineChains& chains) {
  for (const SineChain& c : chains) vmovapd(c.t[1], pooled(two_over_pi));
  for (const SineChain& c : chains) vfmadd213pd(c.t[1], c.t[0], pooled(rounder));
  for (const SineChain& c : chains) vsubpd(c.t[2], c.t[1], pooled(rounder));
  for (const SineChain& c : chains) vfnmadd231pd(c.t[0], c.t[2], pooled(p1));
  for (const SineChain& c : chains) vfnmadd231pd(c.t[0], c.t[2], pooled(p2));
  for (const SineChain& c : chains) vmulpd(c.t[2], c.t[0], c.t[0]);
}

// 4: sin r; 5: cos r.
void X86Emitter::emit_polynomials(const SineChains& chains) {
  const auto linear = [&](std::size_t k, Pooled high, Pooled low) {
    for (const SineChain& c : chains) vmovapd(c.t[k], pooled(high));
    for (const SineChain& c : chains) vfmadd213pd(c.t[k], c.t[2], pooled(low));
  };
  const auto next = [&](std::size_t k) {  // t(k) = t(k) z^2 + t(6)
    for (const SineChain& c : chains) vfmadd213pd(c.t[k], c.t[3], c.t[6]);
  };
  linear(4, s6, s5);
  linear(5, c6, c5);
  for (const SineChain& c : chains) vmulpd(c.t[3], c.t[2], c.t[2]);
  linear(6, s4, s3);
  next(4);
  linear(6, c4, c3);
  next(5);
  linear(6, s2, s1);
  next(4);
  linear(6, c2, c1);
  next(5);
  for (const SineChain& c : chains) vmulpd(c.t[6], c.t[2], c.t[0]);
  for (const SineChain& c : chains) vfmadd213pd(c.t[4], c.t[6], c.t[0]);
  linear(6, minus_half, one);
  next(5);
}

// 6: the sines; 0: the cosines. The lowest bit of n swaps them, the next one is the sign of the sine, and both together
// that of the cosine.
void X86Emitter::choose_quadrants(const SineChains& chains) {
  for (const SineChain& c : chains) vpsllq(c.t[2], c.t[1], 63);
  for (const SineChain& c : chains) vpsllq(c.t[1], c.t[1], 62);
  for (const SineChain& c : chains) vblendvpd(c.t[6], c.t[4], c.t[5], c.t[2]);
  for (const SineChain& c : chains) vblendvpd(c.t[0], c.t[5], c.t[4], c.t[2]);
  for (const SineChain& c : chains) vandpd(c.t[1], c.t[1], pooled(sign_bits));
  for (const SineChain& c : chains) vxorpd(c.t[2], c.t[2], c.t[1]);
  for (const SineChain& c : chains) vxorpd(c.t[6], c.t[6], c.t[1]);
  for (const SineChain& c : chains) vxorpd(c.t[0], c.t[0], c.t[2]);
}

void X86Emitter::emit_slow_sines() {
  for (SlowSines& slow : slow_) {
    L(slow.begin);
    emit_slow_sines(slow.chains);
    jmp(slow.end, T_NEAR);
  }
}

// Behind the code: all registers are kept, the C library does the work, and the results are where they always are.
void X86Emitter::emit_slow_sines(const SineChains& chains) {
  constexpr std::uint32_t register_bytes = 32;
  constexpr std::uint32_t registers = 16;
  constexpr std::uint32_t kept = registers * register_bytes;
  for (const SineChain& chain : chains) {
    half_ = chain.half;
    vmovupd(at(chain.angle_copy), chain.t[0]);
  }
  push(rdi);
  push(r11);
  sub(rsp, kept + 8);
  for (std::uint32_t r = 0; r < registers; ++r) vmovupd(ptr[rsp + r * register_bytes], Ymm(static_cast<int>(r)));
  for (const SineChain& chain : chains) {
    half_ = chain.half;
    mov(rdi, ptr[rsp + kept + 16]);
    load_address(rsi, chain.sines);
    load_address(rdx, chain.cosines);
    mov(ecx, static_cast<std::uint32_t>(chain.lanes));
    load_address(rdi, chain.angle_copy);
    vzeroupper();
    call_function(reinterpret_cast<const void*>(&slow_sines));
  }
  for (std::uint32_t r = 0; r < registers; ++r) vmovupd(Ymm(static_cast<int>(r)), ptr[rsp + r * register_bytes]);
  add(rsp, kept + 8);
  pop(r11);
  pop(rdi);
  point_bases();
  for (const SineChain& chain : chains) {
    half_ = chain.half;
    vmovupd(chain.t[6], at(chain.sines));
    vmovupd(chain.t[0], at(chain.cosines));
  }
  half_ = 0;
}

}  // namespace tangible

#endif
