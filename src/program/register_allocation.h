// SPDX-License-Identifier: Apache-2.0
// Allocation: one pass over the instructions of a program, with the next use of every value known.
#pragma once

#include <algorithm>
#include <bit>
#include <cstring>
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
        first_constant_(program.first_constant()),
        first_result_(program.first_result()),
        no_value_(static_cast<ValueId>(program.value_count())),
        values_(program.value_count() + 1),
        all_(static_cast<std::uint32_t>((std::uint64_t{1} << registers.count) - 1)),
        free_(all_) {
    machine_.registers = registers;
    // With the loads and stores of long programs, 1.6 for each instruction.
    machine_.instructions.reserve(2 * program.instructions.size() + program.outputs.size());
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
  static constexpr std::uint32_t max_registers = 32;
  static constexpr std::uint8_t no_register = max_registers;  // a bit: whichever it was

  struct Value {
    std::uint32_t next_use = never;  // the instruction that uses it next
    Slot place = nowhere;
    std::uint8_t reg = no_register;
    bool is_output = false;
    bool crosses = false;    // is used by a later stage
    bool temporary = false;  // its slot can be used again
  };

  // --- Before the pass ---
  void give_fixed_places();
  void find_uses();

  // --- Registers ---
  static constexpr ValueId nothing = std::numeric_limits<ValueId>::max();
  // No bit for no register.
  static std::uint32_t bit(std::uint8_t reg) { return static_cast<std::uint32_t>(std::uint64_t{1} << reg); }
  ValueId result_of(std::size_t i) const { return static_cast<ValueId>(first_result_ + i); }
  // Three, the last of them a value that is none where there are fewer: how many there are is nothing that a processor
  // could guess.
  std::array<ValueId, 3> operands_or_none(const Instruction& it) const {
    const int count = operand_count(it.op);
    return {it.a, count > 1 ? it.b : no_value_, count > 2 ? it.c : no_value_};
  }
  bool used_again(ValueId id) const { return values_[id].next_use < stage_end_; }
  bool in_register(ValueId id) const { return values_[id].reg < no_register; }
  // Batches keep constants once for all lanes: they are spread when they are loaded, and no operand in memory.
  bool must_be_loaded(ValueId id) const {
    return machine_.registers.lanes && !machine_.registers.broadcasts && id >= first_constant_ && id < first_result_ &&
           !in_register(id);
  }

  MachineOperand operand(ValueId id) const {
    const Value& value = values_[id];
    return in_register(id) ? MachineOperand{false, value.reg, 0} : MachineOperand{true, 0, value.place};
  }

  MachineInstruction& push(MachineKind kind) {
    machine_.instructions.emplace_back().kind = kind;
    return machine_.instructions.back();
  }

  // A register that holds nothing, if need be that of the value whose next use is furthest away.
  Register take(std::uint32_t avoid) {
    if ((free_ & ~avoid) != 0) return static_cast<Register>(std::countr_zero(free_ & ~avoid));
    const Register furthest = furthest_of(all_ & ~avoid);
    evict(furthest);
    return furthest;
  }
  // Four registers at a time: one after the other they would take longer than all else.
  Register furthest_of(std::uint32_t candidates) const {
    using Four = std::int32_t __attribute__((vector_size(16)));
    constexpr Four bits{1, 2, 4, 8};
    Four highest{};
    for (std::size_t r = 0; r < machine_.registers.count; r += 4) {
      Four ranks;
      std::memcpy(&ranks, &ranks_[r], sizeof ranks);
      ranks &= (static_cast<std::int32_t>(candidates >> r) & bits) != 0;
      highest = ranks > highest ? ranks : highest;
    }
    const std::int32_t most = std::max(std::max(highest[0], highest[1]), std::max(highest[2], highest[3]));
    return static_cast<Register>(max_registers - 1 - static_cast<std::uint32_t>(most) % max_registers);
  }
  // Higher for values used later, and for the first of several registers. In programs of more than 60 million
  // instructions the last ones have equal ranks.
  static std::int32_t rank(std::uint32_t next, std::uint8_t reg) {
    constexpr std::uint32_t latest = (1u << 26) - 1;
    return static_cast<std::int32_t>(std::min(next, latest) * max_registers + (max_registers - 1 - reg));
  }

  void evict(Register r) {
    if ((free_ & bit(r)) != 0) return;
    const ValueId id = held_[r];
    if (used_again(id)) keep_in_memory(id);
    values_[id].reg = no_register;
    free_ |= bit(r);
  }
  // From here on, the use after the present one.
  void set_next_use(ValueId id, std::uint32_t next) {
    const std::uint8_t reg = values_[id].reg;
    values_[id].next_use = next;
    ranks_[reg] = rank(next, reg);
  }

  void keep_in_memory(ValueId id) {
    Value& value = values_[id];
    if (value.place != nowhere) return;
    value.place = free_place();
    value.temporary = true;
    store(value.reg, value.place);
    ++machine_.spills;
  }
  void move_to_memory(ValueId id) {
    if (!in_register(id)) return;
    keep_in_memory(id);
    evict(values_[id].reg);
  }
  void free_leaving_places() {
    for (std::size_t k = 0; k < leaving_count_; ++k) free_places_.push_back(leaving_[k]);
    leaving_count_ = 0;
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
    ranks_[r] = rank(values_[id].next_use, r);
  }
  Register ensure(ValueId id, std::uint32_t avoid) { return in_register(id) ? values_[id].reg : load(id, avoid); }

  // Lets go of what is not used again in this stage. Its place is free after the present instruction, not before: that
  // instruction may read it after something else was stored.
  void release(ValueId id) {
    Value& value = values_[id];
    const bool is_over = !used_again(id);
    const bool leaves = is_over & value.temporary & (value.next_use == never) & (value.place != nowhere);
    free_ |= bit(value.reg) & (0 - std::uint32_t{is_over});
    value.reg = static_cast<std::uint8_t>(value.reg | unsigned{is_over} * no_register);
    leaving_[leaving_count_] = value.place;
    leaving_count_ += std::size_t{leaves};
    value.place |= 0 - Slot{leaves};
  }

  // --- Instructions ---
  // Every stage may be the first one that is run: it finds everything in memory.
  void forget_registers() {
    for (std::uint32_t held = all_ & ~free_; held != 0; held &= held - 1)
      values_[held_[static_cast<std::size_t>(std::countr_zero(held))]].reg = no_register;
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

  // Outputs and values of later stages go to memory at once.
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
  void allocate_arctangent(std::size_t i);
  void allocate_call(std::size_t i, const Operands& operands);
  MachineOperand operand_of_call(ValueId id);
  std::size_t allocate_sines(std::size_t begin);
  bool has_twins(std::size_t begin, const SineGroup& group) const;
  void give_sines(std::size_t begin, const SineGroup& group, const SineWork& work);
  void copy_plain_outputs();

  const Program& program_;
  const ValueId first_constant_;
  const ValueId first_result_;
  const ValueId no_value_;  // behind all others
  MachineProgram machine_;
  std::vector<Value> values_;
  std::vector<std::array<std::uint32_t, 3>> following_;
  std::array<ValueId, max_registers> held_{};            // by register; only of those that are not free
  std::array<std::int32_t, 2 * max_registers> ranks_{};  // by register, or none: how late it is used next
  std::uint32_t all_;                                    // registers, as bits
  std::uint32_t free_;                                   // those that hold nothing
  std::vector<Slot> free_places_;
  // Places of operands, of angles and their sines, and one more to write to.
  std::array<Slot, 3 * largest_sine_group + 1> leaving_{};
  std::size_t leaving_count_ = 0;
  std::vector<std::pair<ValueId, Slot>> outputs_;  // sorted
  std::uint32_t stage_end_ = 0;
};

}  // namespace tangible
