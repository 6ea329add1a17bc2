// SPDX-License-Identifier: Apache-2.0
// The code around the instructions of a program: constants, entries, calls, and the slow path of large angles.
#if defined(__x86_64__)

#include <bit>

#include "program/arctangent.h"
#include "program/interpreter.h"
#include "program/passes.h"
#include "program/trigonometry.h"
#include "program/x86_emitter.h"

namespace tangible {
namespace {

using Xbyak::Reg64;

struct CallDescription {
  std::uint32_t op;
  std::uint32_t lanes;
};

// Emitted code calls this for functions of the C library: one lane after the other, with the interpreter's semantics.
void apply_lanes(double* result, const double* a, const double* b, std::uint64_t description) noexcept {
  const auto call = std::bit_cast<CallDescription>(description);
  for (std::uint32_t lane = 0; lane < call.lanes; ++lane)
    result[lane] = apply_operation(static_cast<Op>(call.op), a[lane], b[lane]);
}

// Angles beyond the reduction, and what comes with them in the same vector.
void slow_sines(const double* angles, double* sines, double* cosines, std::uint64_t count) noexcept {
  for (std::uint64_t k = 0; k < count; ++k) {
    const SineCosine both = sine_cosine(angles[k]);
    sines[k] = both.sine;
    cosines[k] = both.cosine;
  }
}

// Registers that point into windows: those that belong to a function that is called (rdi, rsi, rax, rcx, rdx, r8 to
// r11), and of those that belong to its caller rbx, rbp, r13, r14, r15.
constexpr std::array<std::uint8_t, AddressWindows::max_bases> bases{7, 6, 0, 1, 2, 8, 9, 10, 11, 3, 5, 13, 14, 15};
constexpr std::size_t own_bases = 9;

// Where the slow path keeps registers, behind the return address of its routine.
struct Kept {
  std::uint32_t vectors;
  std::uint32_t vector_bytes;
  std::uint32_t general() const { return vectors * vector_bytes; }
  std::uint32_t bytes() const { return general() + 8 * static_cast<std::uint32_t>(own_bases); }
};
Kept kept_by(bool evex) { return evex ? Kept{32, 64} : Kept{16, 32}; }

// One that keeps all registers, and one that brings them back. They have the same bytes in every program.
struct KeepingRoutines {
  std::array<std::uint8_t, 2048> bytes{};
  std::ptrdiff_t second = 0;
  std::ptrdiff_t size = 0;

  explicit KeepingRoutines(bool evex) {
    Xbyak::CodeGenerator to(bytes.size(), bytes.data());
    const Kept kept = kept_by(evex);
    const auto vectors = [&](std::uint32_t k) { return to.ptr[to.rsp + 8 + k * kept.vector_bytes]; };
    const auto general = [&](std::size_t k) { return to.ptr[to.rsp + 8 + kept.general() + 8 * k]; };
    const auto wide = [&](std::uint32_t k) {
      const auto n = static_cast<int>(k);
      return evex ? static_cast<Xbyak::Xmm>(Xbyak::Zmm(n)) : static_cast<Xbyak::Xmm>(Xbyak::Ymm(n));
    };
    for (std::uint32_t k = 0; k < kept.vectors; ++k) to.vmovupd(vectors(k), wide(k));
    for (std::size_t k = 0; k < own_bases; ++k) to.mov(general(k), Reg64(bases[k]));
    to.ret();
    second = static_cast<std::ptrdiff_t>(to.getSize());
    for (std::uint32_t k = 0; k < kept.vectors; ++k) to.vmovupd(wide(k), vectors(k));
    for (std::size_t k = 0; k < own_bases; ++k) to.mov(Reg64(bases[k]), general(k));
    to.ret();
    size = static_cast<std::ptrdiff_t>(to.getSize());
  }
};
const KeepingRoutines& keeping_routines(bool evex) {
  static const KeepingRoutines narrow(false), wide(true);
  return evex ? wide : narrow;
}

}  // namespace

void X86Emitter::choose_bases() {
  const bool uses_all = windows_.count() > 2 * own_bases;
  if (uses_all)
    for (std::size_t k = own_bases; k < bases.size(); ++k) kept_.push_back(Reg64(bases[k]));
  windows_.use(std::span(bases).first(uses_all ? bases.size() : own_bases));
}

void X86Emitter::write_pool() {
  namespace t = trigonometry;
  const double values[] = {-0.0,
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
                           t::c6,
                           arctangent::half_turn,
                           arctangent::quarter_turn,
                           arctangent::pi_tail};
  pool_ = getCurr();
  auto* at = reinterpret_cast<double*>(here());
  for (const double value : values) at = std::fill_n(at, pool_lanes(), value);
  if (!program_.arctangent_work.empty())
    for (const double value : arctangent::p) at = std::fill_n(at, pool_lanes(), value);
  go_on(reinterpret_cast<const std::uint8_t*>(at));
}

// Most runs begin at the finest stage that the passes keep apart: its code follows its entry directly. All other
// entries precede the code and jump.
bool X86Emitter::is_direct(std::size_t stage) { return stage == static_cast<std::size_t>(finest_stage); }

std::array<std::size_t, 5> X86Emitter::emit() {
  write_pool();
  slow_.reserve(program_.sine_work.size());
  for (std::size_t s = 0; s < entry_points_.size(); ++s) {
    if (is_direct(s)) continue;
    begin_entry(s);
    jmp(entries_[s], T_NEAR);
  }
  const std::vector<MachineInstruction>& all = program_.instructions;
  for (std::size_t stage = 0; stage < entries_.size(); ++stage) {
    begin_stage(stage);
    const bool is_last = stage + 1 == entries_.size();
    const std::size_t end = is_last ? all.size() : program_.stage_begin[stage + 1];
    for (std::size_t i = program_.stage_begin[stage]; i < end; ++i) {
      windows_.proceed(i);
      emit_one(all[i]);
    }
  }
  leave();
  emit_slow_sines();
  return entry_points_;
}

void X86Emitter::begin_entry(std::size_t stage) {
  align(16);
  entry_points_[stage] = getSize();
  for (const Reg64& base : kept_) push(base);
}

void X86Emitter::begin_stage(std::size_t stage) {
  if (is_direct(stage)) {
    Xbyak::Label over;
    jmp(over, T_NEAR);
    begin_entry(stage);
    L(over);
  }
  L(entries_[stage]);
  windows_.forget();
}

void X86Emitter::leave() {
  if (uses_wide_) vzeroupper();
  for (std::size_t k = kept_.size(); k-- > 0;) pop(kept_[k]);
  ret();
}

// Nothing is in a register that is needed after a call, but for the first base.
void X86Emitter::emit_call(const MachineInstruction& it) {
  const std::uint32_t padding = kept_.size() % 2 == 0 ? 0 : 8;
  push(rdi);
  if (padding != 0) sub(rsp, padding);
  lea(rsi, from_first_base(it.a.place));
  lea(rdx, from_first_base(it.b.place));
  mov(rcx, std::bit_cast<std::uint64_t>(CallDescription{static_cast<std::uint32_t>(it.op), lanes_}));
  lea(rdi, from_first_base(it.place));
  call_function(reinterpret_cast<const void*>(&apply_lanes));
  if (padding != 0) add(rsp, padding);
  pop(rdi);
  windows_.forget();
}

void X86Emitter::call_function(const void* function) {
  if (uses_wide_) vzeroupper();
  mov(rax, reinterpret_cast<std::uintptr_t>(function));
  call(rax);
}

void X86Emitter::emit_slow_sines() {
  for (SlowPathSines& slow : slow_) {
    L(slow.begin);
    emit_slow_sines(slow.chains);
    jmp(slow.end, T_NEAR);
  }
  if (!slow_.empty()) emit_keeping_registers();
}

// Behind the code: all registers are kept, the C library does the work, and the results are where they always are.
void X86Emitter::emit_slow_sines(const SineChains& chains) {
  const Kept kept = kept_by(evex_);
  // The stack is a multiple of 16 again at the calls.
  const auto pushed = static_cast<std::uint32_t>(8 + 8 * kept_.size());
  const std::uint32_t frame = (kept.bytes() + pushed + 15) / 16 * 16 - pushed;
  for (const SineChain& chain : chains) {
    half_ = chain.half;
    vmovupd(from_first_base(chain.angle_copy), chain.t[0]);
  }
  sub(rsp, frame);
  call(keep_registers_);
  for (const SineChain& chain : chains) {
    half_ = chain.half;
    mov(rdi, ptr[rsp + kept.general()]);
    lea(rsi, from_first_base(chain.sines));
    lea(rdx, from_first_base(chain.cosines));
    mov(ecx, static_cast<std::uint32_t>(chain.lanes));
    lea(rdi, from_first_base(chain.angle_copy));
    vzeroupper();
    call_function(reinterpret_cast<const void*>(&slow_sines));
  }
  call(bring_registers_back_);
  add(rsp, frame);
  for (const SineChain& chain : chains) {
    half_ = chain.half;
    vmovupd(chain.t[6], from_first_base(chain.sines));
    vmovupd(chain.t[0], from_first_base(chain.cosines));
  }
  half_ = 0;
}

void X86Emitter::emit_keeping_registers() {
  const KeepingRoutines& routines = keeping_routines(evex_);
  const auto all = routines.bytes.begin();
  L(keep_registers_);
  go_on(std::copy(all, all + routines.second, here()));
  L(bring_registers_back_);
  go_on(std::copy(all + routines.second, all + routines.size, here()));
}

}  // namespace tangible

#endif
