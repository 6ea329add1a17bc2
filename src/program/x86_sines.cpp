// SPDX-License-Identifier: Apache-2.0
// Sines and cosines in vectors: trigonometry.h, instruction by instruction.
#if defined(__x86_64__)

#include "program/x86_emitter.h"

namespace tangible {
namespace {

using Xbyak::Xmm;
using Xbyak::Ymm;

constexpr std::uint8_t not_at_most = 6;  // true for NaN

}  // namespace

void X86Emitter::emit_sines(const SineWork& work) {
  const SineChains chains = chains_of(work);
  std::vector<Xbyak::Address> results;
  results.reserve(2 * chains.count);
  for (const SineChain& chain : chains) {
    half_ = chain.half;
    if (is_vector()) {
      const MachineOperand& angle = work.angles[chain.sines - work.sines];
      const auto to = static_cast<Register>(chain.t[0].getIdx() - 8 * half_);
      angle.in_memory ? load(to, angle.place) : vmovapd(chain.t[0], reg(angle.reg));
    } else {
      gather_angles(work, chain);
    }
    if (!work.is_stored) continue;
    // Bases are moved before the paths separate.
    results.push_back(at(chain.sines));
    results.push_back(at(chain.cosines));
  }
  SlowPathSines& slow = slow_.emplace_back();
  slow.chains = chains;
  check_angles(chains, slow.begin);
  reduce_angles(chains);
  emit_polynomials(chains);
  choose_quadrants(chains);
  for (std::size_t k = 0; k < results.size(); ++k) vmovupd(results[k], chains.all[k / 2].t[k % 2 == 0 ? 6 : 0]);
  L(slow.end);
  half_ = 0;
}

// Single evaluations: one vector of all angles. Lanes: a vector for each angle, or for each half.
X86Emitter::SineChains X86Emitter::chains_of(const SineWork& work) {
  SineChains chains;
  chains.count = !is_vector() ? 1 : halves_ > 1 ? 2 : work.count;
  for (std::size_t k = 0; k < chains.count; ++k) {
    SineChain& chain = chains.all[k];
    const bool by_halves = halves_ > 1;
    const auto angle = static_cast<Slot>(by_halves ? 0 : k);
    chain.half = by_halves ? static_cast<int>(k) : 0;
    chain.angle_copy = program_.angle_copy + angle;
    chain.sines = work.sines + angle;
    chain.cosines = work.cosines + angle;
    chain.lanes = is_vector() ? vector_lanes_ : work.count;
    uses_wide_ = uses_wide_ || chain.lanes > 2;
    half_ = chain.half;
    for (std::size_t j = 0; j < sine_registers; ++j)
      chain.t[j] = vector(number(work.scratch[angle * sine_registers + j]), chain.lanes);
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
    const Ymm both(low.getIdx());
    evex_ ? vinsertf64x2(both, both, high, 1) : vinsertf128(both, both, high, 1);
  }
}

// One jump for all: to the slow path, if any angle is NaN or so large that the magnitudes of two may be too large
// together. The slow path gives the same for angles that are not.
void X86Emitter::check_angles(const SineChains& chains, const Xbyak::Label& slow) {
  const Xmm& sum = chains.all[0].t[1];
  if (chains.count > 1) {
    const SineChain& second = chains.all[1];
    vmovapd(sum, pooled(other_bits));
    vandpd(second.t[1], second.t[0], sum);
    vandpd(sum, chains.all[0].t[0], sum);
    vaddpd(sum, sum, second.t[1]);
  } else {
    vandpd(sum, chains.all[0].t[0], pooled(other_bits));
  }
  if (evex_) {
    vcmppd(k1, sum, pooled(largest_angle), not_at_most);
    kortestb(k1, k1);
  } else {
    vcmppd(sum, sum, pooled(largest_angle), not_at_most);
    vtestpd(sum, sum);
  }
  jnz(slow, T_NEAR);
}

// A constant that each chain overwrites. Memory is read once: its ports are as busy as those of the multipliers.
void X86Emitter::share(const SineChains& chains, std::size_t k, Pooled constant) {
  const Xmm& first = chains.all[0].t[k];
  vmovapd(first, pooled(constant));
  for (std::size_t chain = 1; chain < chains.count; ++chain) vmovapd(chains.all[chain].t[k], first);
}

// 0: x becomes r; 1: the shifted quadrant; 2: z = r^2; 3: z^2.
void X86Emitter::reduce_angles(const SineChains& chains) {
  share(chains, 1, two_over_pi);
  for (const SineChain& c : chains) vfmadd213pd(c.t[1], c.t[0], pooled(rounder));
  for (const SineChain& c : chains) vsubpd(c.t[2], c.t[1], pooled(rounder));
  for (const SineChain& c : chains) vfnmadd231pd(c.t[0], c.t[2], pooled(p1));
  for (const SineChain& c : chains) vfnmadd231pd(c.t[0], c.t[2], pooled(p2));
  for (const SineChain& c : chains) vmulpd(c.t[2], c.t[0], c.t[0]);
}

// 4: sin r; 5: cos r.
void X86Emitter::emit_polynomials(const SineChains& chains) {
  const auto linear = [&](std::size_t k, Pooled high, Pooled low) {
    share(chains, k, high);
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
  for (const SineChain& c : chains) {
    if (evex_) {
      vpmovq2m(k1, c.t[2]);
      vblendmpd(c.t[6] | k1, c.t[4], c.t[5]);
      vblendmpd(c.t[0] | k1, c.t[5], c.t[4]);
    } else {
      vblendvpd(c.t[6], c.t[4], c.t[5], c.t[2]);
      vblendvpd(c.t[0], c.t[5], c.t[4], c.t[2]);
    }
  }
  for (const SineChain& c : chains) vandpd(c.t[1], c.t[1], pooled(sign_bits));
  for (const SineChain& c : chains) vxorpd(c.t[2], c.t[2], c.t[1]);
  for (const SineChain& c : chains) vxorpd(c.t[6], c.t[6], c.t[1]);
  for (const SineChain& c : chains) vxorpd(c.t[0], c.t[0], c.t[2]);
}

}  // namespace tangible

#endif
