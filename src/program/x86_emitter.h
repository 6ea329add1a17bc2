// SPDX-License-Identifier: Apache-2.0
// X86Emitter: bytes for AVX2 and FMA, or for AVX-512. Included by few: Xbyak is large.
//
// Scalar code computes in the lowest lane of the vector registers, code for four or eight lanes in all of them. With
// AVX2, code for eight lanes computes twice, in the lower and in the upper half of the registers, so that each half
// works while the other waits. Everything but the names of the instructions is the same. A function receives the
// workspace and keeps the registers that its caller owns.
#pragma once

#include <xbyak/xbyak.h>

#include <array>
#include <span>
#include <vector>

#include "program/machine_program.h"
#include "program/native_code.h"
#include "program/x86_address_windows.h"

namespace tangible {

class X86Emitter : private Xbyak::CodeGenerator {
 public:
  static std::size_t largest_size(const MachineProgram& program, const CodeShape& shape);

  // Throws std::runtime_error if the workspace is larger than addresses reach.
  X86Emitter(const MachineProgram& program, const CodeShape& shape, std::span<std::uint8_t> memory);
  // The entries of the stages, in bytes from the beginning.
  std::array<std::size_t, 5> emit();
  std::size_t size() const { return getSize(); }

 private:
  // Predicates of vector comparisons, as the instruction encodes them.
  enum Predicate : std::uint8_t { equal = 0, less_than = 1, at_most = 2, not_equal = 4, not_equal_ordered = 12 };
  // Constants of the code itself, each in all lanes.
  enum Pooled : std::uint8_t {
    sign_bits,
    other_bits,
    zero,
    one,
    minus_half,
    largest_angle,
    two_over_pi,
    rounder,
    p1,
    p2,
    s1,
    s2,
    s3,
    s4,
    s5,
    s6,
    c1,
    c2,
    c3,
    c4,
    c5,
    c6,
    half_turn,
    quarter_turn,
    pi_tail,
    arctangent,
    pool_size = arctangent + 20
  };
  // The work on one vector of angles. Where there are two, they take turns, so that each works while the other waits.
  struct SineChain {
    std::array<Xbyak::Xmm, sine_registers> t;
    int half = 0;
    Slot angle_copy = 0;
    Slot sines = 0;
    Slot cosines = 0;
    std::size_t lanes = 0;
  };
  struct SineChains {
    std::array<SineChain, 2> all;
    std::size_t count = 0;
    const SineChain* begin() const { return all.data(); }
    const SineChain* end() const { return all.data() + count; }
  };
  // Angles that may be too large: their slow path follows the code.
  struct SlowPathSines {
    Xbyak::Label begin;
    Xbyak::Label end;
    SineChains chains;
  };

  // --- Around the instructions (x86_frame.cpp) ---
  void write_pool();
  static bool is_direct(std::size_t stage);
  void begin_entry(std::size_t stage);
  void begin_stage(std::size_t stage);
  void leave();
  void choose_bases();
  void emit_call(const MachineInstruction& it);
  void call_function(const void* function);
  void emit_slow_sines();
  void emit_slow_sines(const SineChains& chains);
  void emit_keeping_registers();

  // --- Arithmetic and comparisons (x86_emitter.cpp) ---
  void emit_one(const MachineInstruction& it);
  void emit_plain(const MachineInstruction& it);
  void emit_other(const MachineInstruction& it);
  void emit_logic(const MachineInstruction& it);
  void emit_masked_logic(const MachineInstruction& it);
  std::uint8_t* here() { return const_cast<std::uint8_t*>(getCurr()); }
  void go_on(const std::uint8_t* end) { setSize(static_cast<std::size_t>(end - getCode())); }
  void load(Register to, Slot place);

  // --- The angle of a point (x86_arctangent.cpp) ---
  struct Condition {
    Xbyak::Xmm bits;
    Xbyak::Opmask mask;
  };
  void emit_arctangent(const ArctangentWork& work);
  void load_operand(const Xbyak::Xmm& to, const MachineOperand& operand);
  void compare(const Condition& to, const Xbyak::Xmm& a, const Xbyak::Operand& b, std::uint8_t predicate);
  void choose(const Xbyak::Xmm& to, const Condition& condition, const Xbyak::Xmm& otherwise,
              const Xbyak::Operand& then);
  void divide_smaller_by_larger(const std::array<Xbyak::Xmm, arctangent_registers>& r);
  void turn(const std::array<Xbyak::Xmm, arctangent_registers>& r);
  Xbyak::Address pooled_arctangent(std::size_t k) { return pooled(static_cast<Pooled>(arctangent + k)); }

  // --- Sines and cosines (x86_sines.cpp) ---
  void emit_sines(const SineWork& work);
  SineChains chains_of(const SineWork& work);
  void gather_angles(const SineWork& work, const SineChain& chain);
  void check_angles(const SineChains& chains, const Xbyak::Label& slow);
  void share(const SineChains& chains, std::size_t k, Pooled constant);
  void reduce_angles(const SineChains& chains);
  void emit_polynomials(const SineChains& chains);
  void choose_quadrants(const SineChains& chains);

  bool is_vector() const { return lanes_ > 1; }
  unsigned pool_lanes() const { return std::max(4u, vector_lanes_); }
  unsigned number(Register r) const { return r + 8u * static_cast<unsigned>(half_); }
  Xbyak::Xmm vector(unsigned register_number, std::size_t lanes) const;
  Xbyak::Xmm reg(Register r) const { return vector(number(r), vector_lanes_); }
  Xbyak::Address at(Slot place);
  Xbyak::Address pooled(Pooled constant);
  void move_base(std::uint8_t base, std::int32_t origin);
  [[gnu::always_inline]] MemoryOperand reach(Slot place) {
    const AddressWindows::WindowAccess way = windows_.way_to(offset_of(place));
    if (way.moves) [[unlikely]]
      move_base(way.operand.base, way.origin);
    return {way.operand.base, way.operand.displacement, is_vector() && program_.is_constant(place)};
  }
  // In bytes, from the beginning of the workspace.
  std::size_t offset_of(Slot place) const {
    constexpr std::size_t half_bytes = 32;
    const bool is_half = half_ == 1 && !program_.is_constant(place);  // constants are there once
    return program_.offset_of(place, lanes_) * sizeof(double) + (is_half ? half_bytes : 0);
  }
  // By the first base, which is right everywhere.
  Xbyak::Address from_first_base(Slot place);

  const MachineProgram& program_;
  unsigned lanes_;
  unsigned vector_lanes_;  // of a register
  int halves_;             // of the registers that work on lanes of their own
  bool evex_;
  VectorEncoding encoding_;
  AddressWindows windows_;
  int half_ = 0;                    // the half of the registers and lanes that is being written
  std::vector<Xbyak::Reg64> kept_;  // that belong to the caller
  const std::uint8_t* pool_ = nullptr;
  std::array<Xbyak::Label, 5> entries_;
  std::array<std::size_t, 5> entry_points_{};
  std::vector<SlowPathSines> slow_;
  Xbyak::Label keep_registers_;
  Xbyak::Label bring_registers_back_;
  bool uses_wide_ = false;
};

}  // namespace tangible
