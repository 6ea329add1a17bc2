// SPDX-License-Identifier: Apache-2.0
// Allocation: one walk over the instructions of a program, with the next use of every value known.
#pragma once

#include <algorithm>
#include <bit>
#include <limits>
#include <utility>

#include "program/machine_program.h"
#include "program/rewriting.h"
#include "program/sine_group.h"

namespace tangible {

class Allocation {
 public:
  Allocation(const Program& program, const RegisterFile& registers)
      : program_(program),
        values_(program.value_count()),
        held_(registers.count, nothing),
        all_(static_cast<std::uint32_t>((std::uint64_t{1} << registers.count) - 1)),
        free_(all_) {
    machine_.registers = registers;
    // With the loads and stores of long programs, 1.6 for each instruction.
    machine_.instructions.reserve(2 * program.instructions.size() + program.outputs.size());
    leaving_.reserve(8);
  }

  MachineProgram run() {
    give_fixed_places();
    find_uses();
    const std::vector<Instruction>& all = program_.instructions;
    std::size_t i = 0;
    for (std::size_t stage = 0; stage < machine_.stage_begin.size(); ++stage) {
      machine_.stage_begin[stage] = machine_.instructions.size();
      stage_end_ = static_cast<std::uint32_t>(i);
      while (stage_end_ < all.size() && static_cast<std::size_t>(all[stage_end_].stage) == stage) ++stage_end_;
      while (i < stage_end_) i = allocate(i);
      forget_registers();
    }
    copy_plain_outputs();
    return std::move(machine_);
  }

 private:
  static constexpr std::uint32_t never = std::numeric_limits<std::uint32_t>::max();
  static constexpr Slot nowhere = std::numeric_limits<Slot>::max();
  static constexpr std::uint8_t no_register = 0xFF;

  struct Value {
    std::uint32_t next_use = never;  // the instruction that uses it next
    Slot place = nowhere;
    std::uint8_t reg = no_register;
    bool is_output = false;
    bool crosses = false;    // is used by a later stage
    bool temporary = false;  // its place can be used again
  };

  // --- Before the walk ---
  void give_fixed_places();
  void find_uses();

  // --- Registers ---
  static constexpr ValueId nothing = std::numeric_limits<ValueId>::max();
  static std::uint32_t bit(std::uint8_t reg) { return reg == no_register ? 0u : 1u << reg; }
  ValueId result_of(std::size_t i) const { return static_cast<ValueId>(program_.first_result() + i); }
  bool used_again(ValueId id) const { return values_[id].next_use < stage_end_; }
  bool in_register(ValueId id) const { return values_[id].reg != no_register; }
  // Batches keep constants once for all lanes: they are spread when they are loaded, and no operand in memory.
  bool must_be_loaded(ValueId id) const {
    return machine_.registers.lanes && !machine_.registers.broadcasts && id >= program_.first_constant() &&
           id < program_.first_result() && !in_register(id);
  }

  MachineOperand operand(ValueId id) const {
    const Value& value = values_[id];
    return value.reg != no_register ? MachineOperand{false, value.reg, 0} : MachineOperand{true, 0, value.place};
  }

  MachineInstruction& push(MachineKind kind) {
    machine_.instructions.emplace_back().kind = kind;
    return machine_.instructions.back();
  }

  // A register that holds nothing, if need be that of the value whose next use is furthest away.
  Register take(std::uint32_t avoid) {
    if ((free_ & ~avoid) != 0) return static_cast<Register>(std::countr_zero(free_ & ~avoid));
    std::uint32_t candidates = all_ & ~avoid;
    auto best = static_cast<Register>(std::countr_zero(candidates));
    for (candidates &= candidates - 1; candidates != 0; candidates &= candidates - 1) {
      const auto r = static_cast<Register>(std::countr_zero(candidates));
      if (next_[r] > next_[best]) best = r;
    }
    evict(best);
    return best;
  }

  void evict(Register r) {
    const ValueId id = held_[r];
    if (id == nothing) return;
    if (used_again(id)) keep_in_memory(id);
    values_[id].reg = no_register;
    set_free(r);
  }
  void set_free(Register r) {
    held_[r] = nothing;
    free_ |= bit(r);
  }
  // From here on, the use after the present one.
  void set_next_use(ValueId id, std::uint32_t next) {
    values_[id].next_use = next;
    if (in_register(id)) next_[values_[id].reg] = next;
  }

  void keep_in_memory(ValueId id) {
    Value& value = values_[id];
    if (value.place != nowhere) return;
    value.place = free_place();
    value.temporary = true;
    store(value.reg, value.place);
    ++machine_.spills;
  }
  void free_leaving_places() {
    for (const Slot place : leaving_) free_places_.push_back(place);
    leaving_.clear();
  }
  Slot free_place() {
    if (free_places_.empty()) return machine_.workspace_size++;
    const Slot place = free_places_.back();
    free_places_.pop_back();
    return place;
  }

  void store(Register r, Slot place) {
    MachineInstruction& it = push(MachineKind::store);
    it.a = {false, r, 0};
    it.place = place;
  }

  Register load(ValueId id, std::uint32_t avoid) {
    const Register r = take(avoid);
    load_into(r, values_[id].place);
    bind(id, r);
    return r;
  }
  void load_into(Register r, Slot place) {
    MachineInstruction& it = push(MachineKind::load);
    it.result = r;
    it.place = place;
    ++machine_.loads;
  }
  void bind(ValueId id, Register r) {
    held_[r] = id;
    values_[id].reg = r;
    free_ &= ~bit(r);
    next_[r] = values_[id].next_use;
  }
  Register ensure(ValueId id, std::uint32_t avoid) { return in_register(id) ? values_[id].reg : load(id, avoid); }

  // Lets go of what is not used again in this stage. Its place is free after the present instruction, not before: that
  // instruction may read it after something else was stored.
  void release(ValueId id) {
    Value& value = values_[id];
    if (used_again(id)) return;
    if (value.reg != no_register) set_free(value.reg);
    value.reg = no_register;
    if (value.temporary && value.next_use == never && value.place != nowhere) {
      leaving_.push_back(value.place);
      value.place = nowhere;
    }
  }

  // --- Instructions ---
  // Every stage may be the first one that is run: it finds everything in memory.
  void forget_registers() {
    for (ValueId& id : held_) {
      if (id != nothing) values_[id].reg = no_register;
      id = nothing;
    }
    free_ = all_;
  }

  // Returns the instruction to go on with.
  std::size_t allocate(std::size_t i);

  void finish(std::size_t i, Register r) {
    const ValueId id = result_of(i);
    bind(id, r);
    keep_for_later(id, r);
    release(id);
  }

  // Outputs and what later stages use go to memory at once.
  void keep_for_later(ValueId id, Register r) {
    Value& value = values_[id];
    if (value.is_output) {
      for (auto it = std::ranges::lower_bound(outputs_, std::pair(id, Slot{0}));
           it != outputs_.end() && it->first == id; ++it) {
        store(r, it->second);
        if (value.place == nowhere) value.place = it->second;
      }
    }
    if (value.crosses && value.place == nowhere) {
      value.place = machine_.workspace_size++;
      store(r, value.place);
    }
  }

  void allocate_arithmetic(std::size_t i);
  void allocate_other(std::size_t i, const Operands& operands);
  void allocate_fused(std::size_t i);
  Register overwritten_operand(const std::array<ValueId, 3>& ids, std::size_t& chosen);
  void allocate_call(std::size_t i, const Operands& operands);
  MachineOperand operand_of_call(ValueId id);
  std::size_t allocate_sines(std::size_t begin);
  void give_sines(std::size_t begin, const SineGroup& group, const SineWork& work);
  void copy_plain_outputs();

  const Program& program_;
  MachineProgram machine_;
  std::vector<Value> values_;
  std::vector<std::array<std::uint32_t, 3>> following_;
  std::vector<ValueId> held_;             // by register
  std::array<std::uint32_t, 32> next_{};  // by register: the next use of what it holds
  std::uint32_t all_;                     // registers, as bits
  std::uint32_t free_;                    // those that hold nothing
  std::vector<Slot> free_places_;
  std::vector<Slot> leaving_;
  std::vector<std::pair<ValueId, Slot>> outputs_;  // sorted
  std::uint32_t stage_end_ = 0;
};

}  // namespace tangible
