// SPDX-License-Identifier: Apache-2.0
// Arithmetic and comparisons.
#if defined(__x86_64__)

#include "program/x86_emitter.h"

#include <limits>
#include <stdexcept>
#include <utility>

namespace tangible {
namespace {

using Xbyak::Xmm;

// Operations as one instruction: of the fused ones the first form, of others none.
constexpr VectorOp no_vector_op{vector_op_count};
constexpr std::array<VectorOp, op_count> vector_ops = [] {
  std::array<VectorOp, op_count> ops{};
  ops.fill(no_vector_op);
  const auto set = [&](Op op, VectorOp to) { ops[static_cast<std::size_t>(op)] = to; };
  set(Op::add, VectorOp::add);
  set(Op::subtract, VectorOp::subtract);
  set(Op::multiply, VectorOp::multiply);
  set(Op::divide, VectorOp::divide);
  set(Op::min, VectorOp::min);
  set(Op::max, VectorOp::max);
  set(Op::multiply_add, VectorOp::fmadd132);
  set(Op::multiply_subtract, VectorOp::fmsub132);
  set(Op::negate_multiply_add, VectorOp::fnmadd132);
  return ops;
}();

unsigned lanes_of_a_vector(const CodeShape& shape) {
  return shape.target == Target::avx512 ? shape.lanes : std::min(shape.lanes, 4u);
}
Width width_of(unsigned vector_lanes) {
  return vector_lanes == 1 ? Width::scalar : vector_lanes == 4 ? Width::ymm : Width::zmm;
}

}  // namespace

// Of single instructions, with the base that may have to be moved before; the sizes of the others are rounded up.
std::size_t X86Emitter::largest_size(const MachineProgram& program, const CodeShape& shape) {
  constexpr std::size_t frame = 4096, plain = 20, logic = 96, call = 128, sines = 1000, arctangent_size = 1000;
  std::size_t size = plain * program.instructions.size() + logic * program.others + call * program.calls +
                     arctangent_size * program.arctangent_work.size();
  for (const SineWork& work : program.sine_work) size += sines * (shape.lanes > 1 ? work.count : 1);
  return frame + pool_size * 64 + size * (shape.lanes / lanes_of_a_vector(shape));
}

X86Emitter::X86Emitter(const MachineProgram& program, const CodeShape& shape, std::span<std::uint8_t> memory)
    : CodeGenerator(memory.size(), memory.data()),
      program_(program),
      lanes_(shape.lanes),
      vector_lanes_(lanes_of_a_vector(shape)),
      halves_(static_cast<int>(lanes_ / vector_lanes_)),
      evex_(shape.target == Target::avx512),
      encoding_(width_of(vector_lanes_), evex_),
      windows_(program, lanes_, width_of(vector_lanes_), evex_),
      uses_wide_(shape.lanes > 1) {
  if (offset_of(program.workspace_size) > std::numeric_limits<std::int32_t>::max())
    throw std::runtime_error("the program is too large for native code");
  choose_bases();
}

Xmm X86Emitter::vector(unsigned register_number, std::size_t lanes) const {
  const auto n = static_cast<int>(register_number);
  if (lanes <= 2) return Xmm(n);
  return lanes <= 4 ? static_cast<Xmm>(Xbyak::Ymm(n)) : static_cast<Xmm>(Xbyak::Zmm(n));
}

// --- Memory ---

Xbyak::Address X86Emitter::from_first_base(Slot place) {
  return ptr[rdi + (offset_of(place) - std::size_t{AddressWindows::first_base_offset})];  // modulo 2^64
}

// lea base, [rdi + origin]
void X86Emitter::move_base(std::uint8_t base, std::int32_t origin) {
  std::uint8_t* const begin = here();
  begin[0] = static_cast<std::uint8_t>(0x48 | (base >> 3) << 2);
  begin[1] = 0x8D;
  begin[2] = static_cast<std::uint8_t>(0x87 | (base & 7) << 3);
  std::memcpy(begin + 3, &origin, sizeof origin);
  go_on(begin + 3 + sizeof origin);
}

Xbyak::Address X86Emitter::at(Slot place) {
  const MemoryOperand operand = reach(place);
  return ptr[Xbyak::Reg64(operand.base) + static_cast<std::size_t>(operand.displacement)];
}

Xbyak::Address X86Emitter::pooled(Pooled constant) { return ptr[rip + (pool_ + 8 * pool_lanes() * constant)]; }

// --- Instructions ---

void X86Emitter::load(Register to, Slot place) {
  MemoryOperand operand = reach(place);
  const VectorOp op = std::exchange(operand.broadcast, false) ? VectorOp::broadcast : VectorOp::load;
  go_on(encoding_.encode(here(), op, number(to), 0, operand));
}

// A call goes through all lanes itself, and sines of two halves are computed together.
void X86Emitter::emit_one(const MachineInstruction& it) {
  if (it.kind == MachineKind::call) return emit_call(it);
  if (it.kind == MachineKind::sines) return emit_sines(program_.sine_work[it.place]);
  const bool is_plain = it.kind != MachineKind::compute || vector_ops[static_cast<std::size_t>(it.op)] != no_vector_op;
  const bool is_angle = it.kind == MachineKind::arctangent;
  for (half_ = 0; half_ < halves_; ++half_)
    is_angle ? emit_arctangent(program_.arctangent_work[it.place]) : is_plain ? emit_plain(it) : emit_other(it);
  half_ = 0;
}

// Operations that are one machine instruction. Kinds and operands follow each other without a pattern that a processor
// could predict: there is no branch on either.
void X86Emitter::emit_plain(const MachineInstruction& it) {
  static_assert(static_cast<int>(VectorOp::load) == static_cast<int>(MachineKind::load) &&
                static_cast<int>(VectorOp::store) == static_cast<int>(MachineKind::store) &&
                static_cast<int>(VectorOp::copy) == static_cast<int>(MachineKind::copy));
  const bool moves = it.kind <= MachineKind::store, computes = it.kind > MachineKind::copy;
  const bool in_memory = moves | (computes & it.b.in_memory);
  const MemoryOperand memory = reach(!in_memory ? 0 : moves ? it.place : it.b.place);
  const bool spreads = memory.broadcast & (it.kind == MachineKind::load);
  const int form = it.kind == MachineKind::multiply_add ? static_cast<int>(it.form) : 0;
  const int computed = static_cast<int>(vector_ops[static_cast<std::size_t>(it.op)]) + form;
  const int moved = static_cast<int>(spreads ? VectorOp::broadcast : static_cast<VectorOp>(it.kind));
  const auto op = static_cast<VectorOp>(computes ? computed : moved);
  // The last operand is the cheaper one to take from the lower half of the registers.
  const bool commutes = (op == VectorOp::add) | (op == VectorOp::multiply);
  const bool swaps = commutes & !in_memory & (it.b.reg > it.a.reg);
  const unsigned a = number(it.a.reg), b = number(computes ? it.b.reg : it.a.reg);
  const unsigned r = it.kind == MachineKind::store ? a : number(it.result);
  const unsigned second = !computes ? 0 : swaps ? b : a, third = swaps ? a : b;
  const bool broadcast = in_memory & memory.broadcast & !spreads;
  const LastOperand last{in_memory, broadcast, in_memory ? memory.base : third, memory.displacement};
  go_on(encoding_.encode(here(), op, r, second, last));
}

void X86Emitter::emit_other(const MachineInstruction& it) {
  switch (it.op) {
    case Op::square_root: {
      const Xmm r = reg(it.result), a = reg(it.a.reg);
      is_vector() ? vsqrtpd(r, a) : vsqrtsd(r, a, a);
      return;
    }
    case Op::negate: vxorpd(reg(it.result), reg(it.a.reg), pooled(sign_bits)); return;
    case Op::abs: vandpd(reg(it.result), reg(it.a.reg), pooled(other_bits)); return;
    default: evex_ ? emit_masked_logic(it) : emit_logic(it); return;
  }
}

// Comparisons give all bits or none; 1 or 0 is what remains of 1.
void X86Emitter::emit_logic(const MachineInstruction& it) {
  const Xmm r = reg(it.result), a = reg(it.a.reg), b = reg(it.b.reg), c = reg(it.c), t = reg(it.scratch);
  const bool v = is_vector();
  const auto compare = [&](const Xmm& to, const Xmm& x, const Xbyak::Operand& y, Predicate p) {
    v ? vcmppd(to, x, y, p) : vcmpsd(to, x, y, p);
  };
  const auto is_not_zero = [&](const Xmm& to, const Xmm& x) { compare(to, x, pooled(zero), not_equal); };
  switch (it.op) {
    case Op::less: compare(r, a, b, less_than); break;
    case Op::less_equal: compare(r, a, b, at_most); break;
    case Op::logical_not: compare(r, a, pooled(zero), equal); break;
    case Op::logical_and:
    case Op::logical_or:
      is_not_zero(r, a);
      is_not_zero(t, b);
      it.op == Op::logical_and ? vandpd(r, r, t) : vorpd(r, r, t);
      break;
    case Op::select:
      is_not_zero(t, a);
      vblendvpd(r, c, b, t);
      return;
    case Op::sign:  // the sign of a on a 1, unless a is zero or NaN
      compare(t, a, pooled(zero), not_equal_ordered);
      vandpd(r, a, pooled(sign_bits));
      vorpd(r, r, pooled(one));
      vblendvpd(r, a, r, t);
      return;
    default: break;
  }
  vandpd(r, r, pooled(one));
}

// The same with comparisons that give a mask: one bit a lane.
void X86Emitter::emit_masked_logic(const MachineInstruction& it) {
  const Xmm r = reg(it.result), a = reg(it.a.reg), b = reg(it.b.reg), c = reg(it.c), t = reg(it.scratch);
  const bool v = is_vector();
  const auto compare = [&](const Xbyak::Opmask& to, const Xmm& x, const Xbyak::Operand& y, Predicate p) {
    v ? vcmppd(to, x, y, p) : vcmpsd(to, x, y, p);
  };
  const auto is_not_zero = [&](const Xbyak::Opmask& to, const Xmm& x) { compare(to, x, pooled(zero), not_equal); };
  switch (it.op) {
    case Op::less: compare(k1, a, b, less_than); break;
    case Op::less_equal: compare(k1, a, b, at_most); break;
    case Op::logical_not: compare(k1, a, pooled(zero), equal); break;
    case Op::logical_and:
    case Op::logical_or:
      is_not_zero(k1, a);
      is_not_zero(k2, b);
      it.op == Op::logical_and ? kandb(k1, k1, k2) : korb(k1, k1, k2);
      break;
    case Op::select:
      is_not_zero(k1, a);
      vblendmpd(r | k1, c, b);
      return;
    case Op::sign:
      compare(k1, a, pooled(zero), not_equal_ordered);
      vandpd(t, a, pooled(sign_bits));
      vorpd(t, t, pooled(one));
      vblendmpd(r | k1, a, t);
      return;
    default: break;
  }
  vmovapd(r | k1 | T_z, pooled(one));
}

}  // namespace tangible

#endif
