// SPDX-License-Identifier: Apache-2.0
// X86Emitter: bytes for AVX2 and FMA. Included by few: Xbyak is large.
//
// Scalar code computes in the lowest lane of the vector registers, code for four lanes in all of them, code for eight
// lanes twice, in the lower and in the upper half of the registers, so that each half works while the other waits.
// Everything but the names of the instructions is the same. A function receives the workspace and changes no register
// that its caller owns.
#pragma once

#include <xbyak/xbyak.h>

#include <array>
#include <span>
#include <vector>

#include "program/machine_program.h"
#include "program/native_code.h"

namespace tangible {

class X86Emitter : private Xbyak::CodeGenerator {
 public:
  static std::size_t largest_size(const MachineProgram& program, const CodeShape& shape);

  X86Emitter(const MachineProgram& program, const CodeShape& shape, std::span<std::uint8_t> memory);
  // The entries of the stages.
  std::array<const void*, 5> emit();
  std::size_t size() const { return getSize(); }

 private:
  // Constants of the code itself, each four times.
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
    pool_size
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
  // Angles that may be too large: the slow road stands behind the code.
  struct SlowSines {
    Xbyak::Label begin;
    Xbyak::Label end;
    SineChains chains;
  };

  void write_pool();
  bool is_direct(std::size_t stage) const;
  void begin_entry(std::size_t stage);
  void begin_stage(std::size_t stage);
  void point_bases();
  void emit_load(const Xbyak::Xmm& to, Slot place);
  void emit_all(const MachineInstruction& it);
  void emit_one(const MachineInstruction& it);
  void emit_compute(const MachineInstruction& it);
  void emit_logic(const MachineInstruction& it);
  void emit_fused(const MachineInstruction& it);
  void emit_call(const MachineInstruction& it);
  void emit_sines(const SineWork& work);
  SineChains chains_of(const SineWork& work);
  void gather_angles(const SineWork& work, const SineChain& chain);
  void check_angles(const SineChains& chains, const Xbyak::Label& slow);
  void reduce_angles(const SineChains& chains);
  void emit_polynomials(const SineChains& chains);
  void choose_quadrants(const SineChains& chains);
  void emit_slow_sines();
  void emit_slow_sines(const SineChains& chains);
  void emit_segment(std::size_t begin, std::size_t end);
  std::size_t repeat_bytes() const { return program_.offset_of(program_.workspace_size, lanes_) * sizeof(double); }
  void call_function(const void* function);

  bool is_vector() const { return lanes_ > 1; }
  int halves() const { return lanes_ > 4 ? 2 : 1; }
  int number(Register r) const { return r + 8 * half_; }
  Xbyak::Xmm reg(Register r) const { return is_vector() ? Xbyak::Xmm(Xbyak::Ymm(number(r))) : Xbyak::Xmm(r); }
  Xbyak::Address at(Slot place);
  Xbyak::Address pooled(Pooled constant);
  std::size_t offset_of(Slot place) const;  // in bytes, from the beginning of the workspace
  void load_address(const Xbyak::Reg64& to, Slot place);

  const MachineProgram& program_;
  unsigned lanes_;
  unsigned repeats_;
  int half_ = 0;  // which half of the registers and lanes is being written for
  std::vector<Xbyak::Reg64> bases_;
  const std::uint8_t* pool_ = nullptr;
  std::array<Xbyak::Label, 5> entries_;
  std::array<const void*, 5> entry_points_{};
  std::vector<SlowSines> slow_;
  bool uses_wide_ = false;
};

}  // namespace tangible
