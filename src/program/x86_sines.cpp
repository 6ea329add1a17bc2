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
  if (!is_vector()) {
    gather_angles(work);
    emit_sines_of(work, work.count, 0);
    return;
  }
  for (std::size_t k = 0; k < work.count; ++k) {  // one angle in four lanes after the other
    const MachineOperand& angle = work.angles[k];
    const Xmm x = reg(work.scratch[0]);
    angle.in_memory ? vmovapd(x, at(angle.place)) : vmovapd(x, reg(angle.reg));
    emit_sines_of(work, vector_lanes, k);
  }
}

// Up to four angles from registers and memory into the first scratch register. Neighbours in memory are not loaded as
// one vector: the caller has just stored them one by one, and such a load would wait until the stores are done.
void X86Emitter::gather_angles(const SineWork& work) {
  const Xmm low(work.scratch[0]);
  const Xmm high(work.scratch[1]);
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

// The angles are in the first scratch register. Offset: of the results, in places.
void X86Emitter::emit_sines_of(const SineWork& work, std::size_t count, std::size_t offset) {
  const bool wide = count > 2;
  uses_wide_ = uses_wide_ || wide;
  SlowSines& slow = slow_.emplace_back();
  slow.angles = static_cast<Register>(number(work.scratch[0]));
  slow.half = half_;
  slow.count = count;
  slow.angle_copy = work.angle_copy;
  slow.sines = work.sines + static_cast<Slot>(offset);
  slow.cosines = work.cosines + static_cast<Slot>(offset);
  const Xmm x = wide_or_narrow(work.scratch[0], wide), t = wide_or_narrow(work.scratch[1], wide);
  vandpd(t, x, pooled(other_bits));
  vcmppd(t, t, pooled(largest_angle), not_at_most);
  vmovmskpd(r11d, t);
  test(r11d, (1u << count) - 1);
  jnz(slow.begin, T_NEAR);
  reduce_angles(work, wide);
  emit_polynomials(work, wide);
  choose_quadrants(work, wide);
  const Xmm sine = wide_or_narrow(work.scratch[6], wide), cosine = wide_or_narrow(work.scratch[0], wide);
  vmovupd(at(slow.sines), sine);
  vmovupd(at(slow.cosines), cosine);
  L(slow.end);
}

// 0: x becomes r; 1: the shifted quadrant; 2: z = r^2; 3: z^2.
void X86Emitter::reduce_angles(const SineWork& work, bool wide) {
  const auto t = [&](std::size_t k) { return wide_or_narrow(work.scratch[k], wide); };
  vmovapd(t(1), pooled(two_over_pi));
  vfmadd213pd(t(1), t(0), pooled(rounder));
  vsubpd(t(2), t(1), pooled(rounder));
  vfnmadd231pd(t(0), t(2), pooled(p1));
  vfnmadd231pd(t(0), t(2), pooled(p2));
  vmulpd(t(2), t(0), t(0));
  vmulpd(t(3), t(2), t(2));
}

// 4: sin r; 5: cos r.
void X86Emitter::emit_polynomials(const SineWork& work, bool wide) {
  const auto t = [&](std::size_t k) { return wide_or_narrow(work.scratch[k], wide); };
  const auto linear = [&](std::size_t k, Pooled high, Pooled low) {
    vmovapd(t(k), pooled(high));
    vfmadd213pd(t(k), t(2), pooled(low));
  };
  linear(4, s6, s5);
  linear(5, s4, s3);
  vfmadd213pd(t(4), t(3), t(5));
  linear(5, s2, s1);
  vfmadd213pd(t(4), t(3), t(5));
  vmulpd(t(5), t(2), t(0));
  vfmadd213pd(t(4), t(5), t(0));
  linear(5, c6, c5);
  linear(6, c4, c3);
  vfmadd213pd(t(5), t(3), t(6));
  linear(6, c2, c1);
  vfmadd213pd(t(5), t(3), t(6));
  linear(0, minus_half, one);  // w
  vmovapd(t(6), pooled(one));
  vsubpd(t(6), t(6), t(0));
  vfmadd231pd(t(6), t(2), pooled(minus_half));  // what w lost
  vfmadd213pd(t(5), t(3), t(6));
  vaddpd(t(5), t(0), t(5));
}

// 6: the sines; 0: the cosines.
void X86Emitter::choose_quadrants(const SineWork& work, bool wide) {
  const auto t = [&](std::size_t k) { return wide_or_narrow(work.scratch[k], wide); };
  vpsllq(t(2), t(1), 63);
  vblendvpd(t(6), t(4), t(5), t(2));
  vblendvpd(t(0), t(5), t(4), t(2));
  const auto change_signs = [&](const Xmm& of) {
    vpsrlq(t(3), t(1), 1);
    vpsllq(t(3), t(3), 63);
    vxorpd(of, of, t(3));
  };
  change_signs(t(6));
  vpaddq(t(1), t(1), pooled(integer_one));
  change_signs(t(0));
}

// Behind the code: all registers are kept, the C library does the work, and the results are in memory as always.
void X86Emitter::emit_slow_sines() {
  constexpr std::uint32_t register_bytes = 32;
  constexpr std::uint32_t registers = 16;
  constexpr std::uint32_t kept = registers * register_bytes;
  for (SlowSines& slow : slow_) {
    half_ = slow.half;
    L(slow.begin);
    slow.count > 2 ? vmovupd(at(slow.angle_copy), Ymm(slow.angles)) : vmovupd(at(slow.angle_copy), Xmm(slow.angles));
    sub(rsp, kept);
    for (std::uint32_t r = 0; r < registers; ++r) vmovupd(ptr[rsp + r * register_bytes], Ymm(static_cast<int>(r)));
    push(rdi);
    load_address(rsi, slow.sines);
    load_address(rdx, slow.cosines);
    mov(ecx, static_cast<std::uint32_t>(slow.count));
    load_address(rdi, slow.angle_copy);
    vzeroupper();
    call_function(reinterpret_cast<const void*>(&slow_sines));
    pop(rdi);
    point_bases();
    for (std::uint32_t r = 0; r < registers; ++r) vmovupd(Ymm(static_cast<int>(r)), ptr[rsp + r * register_bytes]);
    add(rsp, kept);
    jmp(slow.end, T_NEAR);
  }
  half_ = 0;
}

}  // namespace tangible

#endif
