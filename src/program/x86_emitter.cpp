// SPDX-License-Identifier: Apache-2.0
// Arithmetic, comparisons, calls, and the frame around them.
#if defined(__x86_64__)

#include "program/x86_emitter.h"

#include <bit>
#include <utility>

#include "program/interpreter.h"
#include "program/passes.h"
#include "program/trigonometry.h"

namespace tangible {
namespace {

using Xbyak::Xmm;

// Displacements of one byte reach 128 bytes to either side of a base.
constexpr std::size_t reach = 256;

bool is_logic(Op op) { return op == Op::sign || (op >= Op::less && op <= Op::select); }

enum Predicate : std::uint8_t { equal = 0, less_than = 1, at_most = 2, not_equal = 4, not_equal_ordered = 12 };

struct CallDescription {
  std::uint32_t op;
  std::uint32_t lanes;
};

// What emitted code calls for functions of the C library: one lane after the other, by the interpreter's own meaning.
void apply_lanes(double* result, const double* a, const double* b, std::uint64_t description) noexcept {
  const auto call = std::bit_cast<CallDescription>(description);
  for (std::uint32_t lane = 0; lane < call.lanes; ++lane)
    result[lane] = apply_operation(static_cast<Op>(call.op), a[lane], b[lane]);
}

}  // namespace

std::size_t X86Emitter::largest_size(const MachineProgram& program, const CodeShape& shape) {
  constexpr std::size_t frame = 2048, plain = 24, logic = 96, call = 256, sines = 1400;
  std::size_t size = 0;
  for (const MachineInstruction& it : program.instructions) {
    size += plain;
    if (it.kind == MachineKind::compute && is_logic(it.op)) size += logic;
    if (it.kind == MachineKind::call) size += call;
    if (it.kind == MachineKind::sines) size += sines * (shape.lanes > 1 ? program.sine_work[it.place].count : 1);
  }
  constexpr std::size_t segment = 256;
  return frame + pool_size * 32 + size * (shape.lanes > 4 ? 2 : 1) + program.segment_ends.size() * segment;
}

X86Emitter::X86Emitter(const MachineProgram& program, const CodeShape& shape, std::span<std::uint8_t> memory)
    : CodeGenerator(memory.size(), memory.data()),
      program_(program),
      lanes_(shape.lanes),
      repeats_(shape.repeats),
      uses_wide_(shape.lanes > 1) {
  const Xbyak::Reg64 candidates[] = {rdi, rsi, rax, rcx, rdx, r8, r9, r10};
  const std::size_t bytes = repeat_bytes();
  for (const Xbyak::Reg64& base : candidates)
    if (bases_.empty() || bytes > bases_.size() * reach) bases_.push_back(base);
}

// Most runs begin at the finest stage that the passes keep apart: of single evaluations, which may be short, its code
// stands right behind its entry. All other entries stand in front of the code and jump.
bool X86Emitter::is_direct(std::size_t stage) const {
  return !is_vector() && stage == static_cast<std::size_t>(finest_stage);
}

std::array<const void*, 5> X86Emitter::emit() {
  write_pool();
  for (std::size_t s = 0; s < entry_points_.size(); ++s) {
    if (is_direct(s)) continue;
    begin_entry(s);
    jmp(entries_[s], T_NEAR);
  }
  std::size_t stage = 0;
  std::size_t begin = 0;
  for (const std::size_t end : program_.segment_ends) {
    while (stage < entries_.size() && program_.stage_begin[stage] <= begin) begin_stage(stage++);
    emit_segment(begin, end);
    begin = end;
  }
  while (stage < entries_.size()) begin_stage(stage++);
  if (uses_wide_) vzeroupper();
  ret();
  emit_slow_sines();
  return entry_points_;
}

void X86Emitter::begin_entry(std::size_t stage) {
  align(16);
  entry_points_[stage] = getCurr();
  lea(rdi, ptr[rdi + reach / 2]);
  point_bases();
}

void X86Emitter::begin_stage(std::size_t stage) {
  if (is_direct(stage)) {
    Xbyak::Label over;
    jmp(over, T_NEAR);
    begin_entry(stage);
    L(over);
  }
  L(entries_[stage]);
}

// r11 counts the workspaces; afterwards the bases point to the first one again.
void X86Emitter::emit_segment(std::size_t begin, std::size_t end) {
  if (begin == end) return;
  Xbyak::Label top;
  if (repeats_ > 1) mov(r11d, repeats_);
  L(top);
  for (std::size_t i = begin; i < end; ++i) emit_all(program_.instructions[i]);
  if (repeats_ == 1) return;
  const auto bytes = static_cast<std::uint32_t>(repeat_bytes());
  add(rdi, bytes);
  point_bases();
  dec(r11d);
  jnz(top, T_NEAR);
  sub(rdi, bytes * repeats_);
  point_bases();
}

void X86Emitter::write_pool() {
  namespace t = trigonometry;
  const double values[pool_size] = {-0.0,
                                    std::bit_cast<double>(~std::bit_cast<std::uint64_t>(-0.0)),
                                    0.0,
                                    1.0,
                                    -0.5,
                                    t::largest_reduced_angle,
                                    t::two_over_pi,
                                    t::rounder,
                                    t::p1,
                                    t::p2,
                                    t::s1,
                                    t::s2,
                                    t::s3,
                                    t::s4,
                                    t::s5,
                                    t::s6,
                                    t::c1,
                                    t::c2,
                                    t::c3,
                                    t::c4,
                                    t::c5,
                                    t::c6};
  pool_ = getCurr();
  for (const double value : values)
    for (int copy = 0; copy < 4; ++copy) dq(std::bit_cast<std::uint64_t>(value));
}

// The first base is the workspace and 128 bytes, so that its whole reach is used; the others follow at distances of
// their reach.
void X86Emitter::point_bases() {
  for (std::size_t k = 1; k < bases_.size(); ++k) lea(bases_[k], ptr[rdi + k * reach]);
}

std::size_t X86Emitter::offset_of(Slot place) const {
  constexpr std::size_t half_bytes = 32;
  return program_.offset_of(place, lanes_) * sizeof(double) + half_bytes * static_cast<std::size_t>(half_);
}

Xbyak::Address X86Emitter::at(Slot place) {
  const std::size_t offset = offset_of(place);
  const std::size_t k = offset / reach < bases_.size() ? offset / reach : 0;
  return ptr[bases_[k] + (offset - k * reach - reach / 2)];  // may be negative: addresses are computed modulo 2^64
}

Xbyak::Address X86Emitter::pooled(Pooled constant) { return ptr[rip + (pool_ + 32 * constant)]; }

void X86Emitter::load_address(const Xbyak::Reg64& to, Slot place) {
  lea(to, ptr[rdi + (offset_of(place) - reach / 2)]);
}

void X86Emitter::emit_load(const Xmm& to, Slot place) {
  if (!is_vector())
    vmovsd(to, at(place));
  else if (!program_.is_constant(place))
    vmovapd(to, at(place));
  else {
    const int half = std::exchange(half_, 0);  // one number for all lanes
    vbroadcastsd(Xbyak::Ymm(to.getIdx()), at(place));
    half_ = half;
  }
}

void X86Emitter::emit_all(const MachineInstruction& it) {
  // A call goes through all lanes itself, and sines of two halves are computed together.
  const bool once = it.kind == MachineKind::call || it.kind == MachineKind::sines;
  const int times = once ? 1 : halves();
  for (half_ = 0; half_ < times; ++half_) emit_one(it);
  half_ = 0;
}

void X86Emitter::emit_one(const MachineInstruction& it) {
  switch (it.kind) {
    case MachineKind::load: emit_load(reg(it.result), it.place); break;
    case MachineKind::store:
      is_vector() ? vmovapd(at(it.place), reg(it.a.reg)) : vmovsd(at(it.place), reg(it.a.reg));
      break;
    case MachineKind::copy: vmovapd(reg(it.result), reg(it.a.reg)); break;
    case MachineKind::compute: is_logic(it.op) ? emit_logic(it) : emit_compute(it); break;
    case MachineKind::multiply_add: emit_fused(it); break;
    case MachineKind::sines: emit_sines(program_.sine_work[it.place]); break;
    case MachineKind::call: emit_call(it); break;
  }
}

void X86Emitter::emit_compute(const MachineInstruction& it) {
  const Xmm r = reg(it.result);
  const Xmm a = reg(it.a.reg);
  const Xbyak::Address memory = it.b.in_memory ? at(it.b.place) : ptr[rdi];
  const Xmm second = reg(it.b.reg);
  const Xbyak::Operand& b = it.b.in_memory ? static_cast<const Xbyak::Operand&>(memory) : second;
  const bool v = is_vector();
  switch (it.op) {
    case Op::add: v ? vaddpd(r, a, b) : vaddsd(r, a, b); break;
    case Op::subtract: v ? vsubpd(r, a, b) : vsubsd(r, a, b); break;
    case Op::multiply: v ? vmulpd(r, a, b) : vmulsd(r, a, b); break;
    case Op::divide: v ? vdivpd(r, a, b) : vdivsd(r, a, b); break;
    case Op::min: v ? vminpd(r, a, b) : vminsd(r, a, b); break;
    case Op::max: v ? vmaxpd(r, a, b) : vmaxsd(r, a, b); break;
    case Op::square_root: v ? vsqrtpd(r, a) : vsqrtsd(r, a, a); break;
    case Op::negate: vxorpd(r, a, pooled(sign_bits)); break;
    case Op::abs: vandpd(r, a, pooled(other_bits)); break;
    default: break;
  }
}

// Comparisons give all bits or none; 1 or 0 is what remains of 1.
void X86Emitter::emit_logic(const MachineInstruction& it) {
  const Xmm r = reg(it.result), a = reg(it.a.reg), b = reg(it.b.reg), c = reg(it.c.reg), t = reg(it.scratch[0]);
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

void X86Emitter::emit_fused(const MachineInstruction& it) {
  using Form = void (CodeGenerator::*)(const Xmm&, const Xmm&, const Xbyak::Operand&);
  using G = CodeGenerator;
  static constexpr Form forms[2][3][3] = {{{&G::vfmadd132sd, &G::vfmadd213sd, &G::vfmadd231sd},
                                           {&G::vfmsub132sd, &G::vfmsub213sd, &G::vfmsub231sd},
                                           {&G::vfnmadd132sd, &G::vfnmadd213sd, &G::vfnmadd231sd}},
                                          {{&G::vfmadd132pd, &G::vfmadd213pd, &G::vfmadd231pd},
                                           {&G::vfmsub132pd, &G::vfmsub213pd, &G::vfmsub231pd},
                                           {&G::vfnmadd132pd, &G::vfnmadd213pd, &G::vfnmadd231pd}}};
  const auto kind = static_cast<std::size_t>(it.op) - static_cast<std::size_t>(Op::multiply_add);
  const Form form = forms[is_vector() ? 1 : 0][kind][static_cast<std::size_t>(it.form)];
  if (it.b.in_memory)
    (this->*form)(reg(it.result), reg(it.a.reg), at(it.b.place));
  else
    (this->*form)(reg(it.result), reg(it.a.reg), reg(it.b.reg));
}

// Nothing is in a register that is needed after a call, but for the base and the counter of workspaces.
void X86Emitter::emit_call(const MachineInstruction& it) {
  push(rdi);
  push(r11);
  sub(rsp, 8);
  load_address(rsi, it.a.place);
  load_address(rdx, it.b.place);
  mov(rcx, std::bit_cast<std::uint64_t>(CallDescription{static_cast<std::uint32_t>(it.op), lanes_}));
  load_address(rdi, it.place);
  call_function(reinterpret_cast<const void*>(&apply_lanes));
  add(rsp, 8);
  pop(r11);
  pop(rdi);
  point_bases();
}

void X86Emitter::call_function(const void* function) {
  if (uses_wide_) vzeroupper();
  mov(rax, reinterpret_cast<std::uintptr_t>(function));
  call(rax);
}

}  // namespace tangible

#endif
