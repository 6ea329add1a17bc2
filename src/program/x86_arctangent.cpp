// SPDX-License-Identifier: Apache-2.0
// The angle of a point in vectors: arctangent.h, instruction by instruction, without a branch.
#if defined(__x86_64__)

#include "program/arctangent.h"

#include "program/x86_emitter.h"

namespace tangible {
namespace {

using Xbyak::Xmm;

}  // namespace

// Comparisons give a vector of bits, or with AVX-512 a mask.
void X86Emitter::compare(const Condition& to, const Xmm& a, const Xbyak::Operand& b, std::uint8_t predicate) {
  evex_ ? vcmppd(to.mask, a, b, predicate) : vcmppd(to.bits, a, b, predicate);
}

void X86Emitter::choose(const Xmm& to, const Condition& condition, const Xmm& otherwise, const Xbyak::Operand& then) {
  evex_ ? vblendmpd(to | condition.mask, otherwise, then) : vblendvpd(to, otherwise, then, condition.bits);
}

// Single evaluations work in the lowest of two lanes; the other one computes with zeros.
void X86Emitter::load_operand(const Xmm& to, const MachineOperand& operand) {
  if (operand.in_memory) return load(static_cast<Register>(to.getIdx() - 8 * half_), operand.place);
  is_vector() ? vmovapd(to, reg(operand.reg)) : vmovq(to, reg(operand.reg));
}

void X86Emitter::emit_arctangent(const ArctangentWork& work) {
  std::array<Xmm, arctangent_registers> r;
  for (std::size_t k = 0; k < r.size(); ++k) r[k] = vector(number(work.scratch[k]), vector_lanes_);
  const auto& [t, z, z2, z4, sum, x, y] = r;
  load_operand(x, work.x);
  load_operand(y, work.y);
  divide_smaller_by_larger(r);
  vmulpd(z, t, t);
  vmulpd(z2, z, z);
  vmulpd(z4, z2, z2);
  const auto four = [this, &z = z, &z2 = z2, &even = y](const Xmm& to, std::size_t k) {  // overwrites y
    vmovapd(to, pooled_arctangent(k + 3));
    vfmadd213pd(to, z, pooled_arctangent(k + 2));
    vmovapd(even, pooled_arctangent(k + 1));
    vfmadd213pd(even, z, pooled_arctangent(k));
    vfmadd213pd(to, z2, even);
  };
  four(sum, 16);
  for (std::size_t k = 16; k > 0; k -= 4) {
    four(x, k - 4);
    vfmadd213pd(sum, z4, x);
  }
  vmulpd(x, t, z);
  vfmadd213pd(sum, x, t);
  load_operand(x, work.x);
  load_operand(y, work.y);
  turn(r);
}

// t = smaller / larger of |x|, |y|; if they are equal 1, or 0 if both are. Overwrites all but z.
void X86Emitter::divide_smaller_by_larger(const std::array<Xmm, arctangent_registers>& r) {
  const auto& [t, z, larger, equals, one_or_zero, x, y] = r;
  const Condition steep{z, k1}, are_equal{equals, k2}, is_some{one_or_zero, k3};
  vandpd(x, x, pooled(other_bits));
  vandpd(y, y, pooled(other_bits));
  compare(steep, x, y, less_than);
  choose(t, steep, y, x);
  choose(larger, steep, x, y);
  compare(are_equal, t, larger, equal);
  compare(is_some, larger, pooled(zero), not_equal);
  if (evex_)
    vmovapd(one_or_zero | k3 | T_z, pooled(one));
  else
    vandpd(one_or_zero, one_or_zero, pooled(one));
  vdivpd(t, t, larger);
  choose(t, are_equal, t, one_or_zero);
}

// From the angle of the first octant, in sum, to the angle in t.
void X86Emitter::turn(const std::array<Xmm, arctangent_registers>& r) {
  const auto& [t, bits, base, other, sum, x, y] = r;
  const Condition steep{bits, k1}, left{x, k2};
  vandpd(t, x, pooled(other_bits));
  vandpd(other, y, pooled(other_bits));
  compare(steep, t, other, less_than);
  vandpd(other, x, pooled(sign_bits));
  vxorpd(sum, sum, other);
  if (evex_) {
    vpmovq2m(k2, x);
    vxorpd(sum | k1, sum, pooled(sign_bits));
  } else {
    vandpd(other, bits, pooled(sign_bits));
    vxorpd(sum, sum, other);
  }
  vxorpd(base, base, base);
  choose(base, left, base, pooled(half_turn));
  choose(base, steep, base, pooled(quarter_turn));
  vmovapd(t, pooled(pi_tail));
  vfmadd213pd(t, base, sum);
  vaddpd(t, base, t);
  vandpd(y, y, pooled(sign_bits));
  vorpd(t, t, y);
}

}  // namespace tangible

#endif
