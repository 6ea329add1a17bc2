// SPDX-License-Identifier: Apache-2.0
// Registers for each kind of instruction.
#include "program/register_allocation.h"

namespace tangible {
namespace {

bool is_fused(Op op) { return op == Op::multiply_add || op == Op::multiply_subtract || op == Op::negate_multiply_add; }
bool is_arithmetic(Op op) { return op <= Op::divide || op == Op::min || op == Op::max; }
bool is_call(Op op) {
  return op == Op::power || (op >= Op::tan && op <= Op::log && op != Op::atan2);  // tan, asin, acos, atan, exp, log
}

}  // namespace

std::size_t Allocation::allocate(std::size_t i) {
  const Instruction& it = program_.instructions[i];
  if (is_sine(it.op)) return allocate_sines(i);
  // From here on next_use is the use after this one; the same for an operand that appears twice here.
  const std::array<ValueId, 3> ids = operands_or_none(it);
  for (std::size_t k = 0; k < ids.size(); ++k) set_next_use(ids[k], following_[i][k]);
  if (is_fused(it.op))
    allocate_fused(i);
  else if (is_arithmetic(it.op))
    allocate_arithmetic(i);
  else if (is_call(it.op))
    allocate_call(i, operands_of(it));
  else if (it.op == Op::atan2)
    allocate_arctangent(i);
  else
    allocate_other(i, operands_of(it));
  free_leaving_places();
  return i + 1;
}

void Allocation::allocate_arithmetic(std::size_t i) {
  const Instruction& it = program_.instructions[i];
  ValueId first = it.a;
  ValueId second = it.b;
  const bool commutes = it.op == Op::add || it.op == Op::multiply;
  if (it.op == Op::min || it.op == Op::max) std::swap(first, second);  // the machine prefers its second operand
  if (commutes && !in_register(first) && in_register(second)) std::swap(first, second);
  const Register a = ensure(first, bit(values_[second].reg));
  if (must_be_loaded(second)) load(second, bit(a));
  const MachineOperand b = operand(second);
  release(first);
  release(second);
  const Register result = take(0);
  MachineInstruction& machine = push(MachineKind::compute);
  machine.op = it.op;
  machine.a = {false, a, 0};
  machine.b = b;
  machine.result = result;
  finish(i, result);
}

// All operands in registers, and registers beside them for the work.
void Allocation::allocate_other(std::size_t i, const Operands& operands) {
  MachineInstruction machine;
  machine.kind = MachineKind::compute;
  machine.op = program_.instructions[i].op;
  std::uint32_t busy = 0;
  for (const ValueId id : operands) busy |= bit(values_[id].reg);
  Register* const slots[] = {&machine.a.reg, &machine.b.reg, &machine.c};
  for (int k = 0; k < operands.count; ++k) {
    const Register r = ensure(operands.values[static_cast<std::size_t>(k)], busy);
    busy |= bit(r);
    *slots[k] = r;
  }
  machine.result = take(busy);
  busy |= bit(machine.result);
  machine.scratch = take(busy);
  ++machine_.others;
  for (const ValueId id : operands) release(id);
  machine_.instructions.push_back(machine);
  finish(i, machine.result);
}

// A fused multiply-add overwrites one of its operands: best one that is not used again; else a copy of one, from memory
// if one is there. The first of the two others that is in memory may stay there.
void Allocation::allocate_fused(std::size_t i) {
  const Instruction& it = program_.instructions[i];
  const std::array<ValueId, 3> ids{it.a, it.b, it.c};
  std::size_t chosen = 0;
  const Register result = overwritten_operand(ids, chosen);
  std::array<ValueId, 2> others{ids[chosen == 0 ? 1 : 0], ids[chosen == 2 ? 1 : 2]};
  // Of two in memory, the one that is used again sooner is loaded.
  std::uint32_t busy = bit(result) | bit(values_[others[0]].reg) | bit(values_[others[1]].reg);
  for (const ValueId id : others)
    if (must_be_loaded(id)) busy |= bit(load(id, busy));
  if (!in_register(others[0]) && !in_register(others[1])) {
    const bool second_sooner = values_[others[1]].next_use < values_[others[0]].next_use;
    busy |= bit(load(others[second_sooner ? 1 : 0], busy));
  }
  const MachineOperand first = operand(others[0]);
  const MachineOperand second = operand(others[1]);
  MachineInstruction& machine = push(MachineKind::multiply_add);
  machine.op = it.op;
  machine.result = result;
  const bool adds_to_result = chosen == 2;
  machine.form = adds_to_result ? FusedForm::f231 : first.in_memory ? FusedForm::f132 : FusedForm::f213;
  // 231: both are factors and commute; 213: factor, then addend; 132: addend, then factor.
  const bool swap = first.in_memory;
  machine.a = swap ? second : first;
  machine.b = swap ? first : second;
  for (const ValueId id : ids) release(id);
  finish(i, result);
}

// The operand that is overwritten, and the register in which that happens. The register is then bound to nothing.
Register Allocation::overwritten_operand(const std::array<ValueId, 3>& ids, std::size_t& chosen) {
  for (const std::size_t k : {2u, 0u, 1u}) {
    if (!in_register(ids[k]) || used_again(ids[k])) continue;
    chosen = k;
    return values_[ids[k]].reg;
  }
  std::uint32_t busy = 0;
  for (const ValueId id : ids) busy |= bit(values_[id].reg);
  const Register r = take(busy);
  for (const std::size_t k : {2u, 0u, 1u}) {
    if (in_register(ids[k])) continue;
    chosen = k;
    load_into(r, values_[ids[k]].place);
    return r;
  }
  chosen = 2;
  MachineInstruction& copy = push(MachineKind::copy);
  copy.result = r;
  copy.a = operand(ids[2]);
  return r;
}

// Functions may overwrite all registers: everything that is needed later goes to memory, operands too.
void Allocation::allocate_call(std::size_t i, const Operands& operands) {
  ++machine_.calls;
  for (const ValueId id : operands)
    if (in_register(id)) keep_in_memory(id);
  for (Register r = 0; r < machine_.registers.count; ++r) evict(r);
  const Instruction& it = program_.instructions[i];
  MachineInstruction machine;
  machine.kind = MachineKind::call;
  machine.op = it.op;
  machine.a = operand_of_call(operands.values[0]);
  machine.b = operand_of_call(operands.values[operands.count > 1 ? 1 : 0]);
  machine.place = machine_.workspace_size++;
  values_[result_of(i)].place = machine.place;
  machine_.instructions.push_back(machine);
  for (const ValueId id : operands) release(id);
  const ValueId result = result_of(i);
  if (values_[result].is_output) {
    const Register r = load(result, 0);
    keep_for_later(result, r);
    release(result);
  }
}

// In memory, in every lane.
MachineOperand Allocation::operand_of_call(ValueId id) {
  if (!machine_.registers.lanes || id < program_.first_constant() || id >= program_.first_result()) return operand(id);
  const Slot place = free_place();
  leaving_[leaving_count_++] = place;
  load_into(0, values_[id].place);
  store(0, place);
  return {true, 0, place};
}

// As sines, with few registers the operands make room for the work on them.
void Allocation::allocate_arctangent(std::size_t i) {
  const Instruction& it = program_.instructions[i];
  ArctangentWork work;
  std::uint32_t busy = 0;
  for (const ValueId id : {it.a, it.b}) {
    if (machine_.registers.count < arctangent_registers + 2) move_to_memory(id);
    busy |= bit(values_[id].reg);
  }
  work.y = operand(it.a);
  work.x = operand(it.b);
  for (Register& r : work.scratch) {
    r = take(busy);
    busy |= bit(r);
  }
  push(MachineKind::arctangent).place = static_cast<Slot>(machine_.arctangent_work.size());
  machine_.arctangent_work.push_back(work);
  release(it.a);
  release(it.b);
  finish(i, work.scratch[0]);
}

// Single evaluations: the results are in the lanes of a vector and go to memory, from where they are used one by one.
std::size_t Allocation::allocate_sines(std::size_t begin) {
  const RegisterFile& registers = machine_.registers;
  // Of an odd number of angles the one that stays alone comes first: the next two do not wait for it.
  const bool is_odd = sine_group_at(program_, begin).angle_count % 2 == 1;
  const SineGroup group = sine_group_at(program_, begin, registers.lanes && is_odd ? 1 : registers.sine_angles());
  SineWork work;
  work.count = group.angle_count;
  std::uint32_t busy = 0;
  const std::size_t vectors = registers.lanes ? work.count : 1;
  // With few registers the angles must make room for the work on them.
  const bool is_narrow = registers.count < vectors * sine_registers + work.count;
  for (std::size_t k = 0; k < work.count; ++k) {
    if (is_narrow) move_to_memory(group.angles[k]);
    work.angles[k] = operand(group.angles[k]);
    busy |= bit(values_[group.angles[k]].reg);
  }
  for (std::size_t i = begin; i < group.end; ++i) {  // in order, so that the last one's remains
    const ValueId angle = program_.instructions[i].a;
    set_next_use(angle, following_[i][0]);
  }
  for (std::size_t k = 0; k < vectors * sine_registers; ++k) {
    work.scratch[k] = take(busy);
    busy |= bit(work.scratch[k]);
  }
  // Narrow vectors write two slots, wide ones four.
  const auto places = static_cast<Slot>(registers.lanes ? work.count : work.count > 2 ? 4 : 2);
  work.sines = machine_.workspace_size;
  work.cosines = work.sines + places;
  machine_.workspace_size += 2 * places;
  for (std::size_t k = 0; k < work.count; ++k) release(group.angles[k]);
  work.is_stored = !registers.lanes || has_twins(begin, group);
  MachineInstruction& it = push(MachineKind::sines);
  it.place = static_cast<Slot>(machine_.sine_work.size());
  machine_.sine_work.push_back(work);
  give_sines(begin, group, work);
  free_leaving_places();
  return group.end;
}

// Whether the same sine appears twice in a group. One register has one value: the second is used from memory.
bool Allocation::has_twins(std::size_t begin, const SineGroup& group) const {
  std::uint32_t seen = 0;
  for (std::size_t i = begin; i < group.end; ++i) {
    const Instruction& it = program_.instructions[i];
    const std::uint32_t which = 1u << (2 * group.lane_of(it.a) + (it.op == Op::sin ? 0 : 1));
    if ((seen & which) != 0) return true;
    seen |= which;
  }
  return false;
}

void Allocation::give_sines(std::size_t begin, const SineGroup& group, const SineWork& work) {
  std::array<ValueId, 2 * largest_sine_group> first;  // by slot, as the same sine may appear twice in a group
  first.fill(nothing);
  for (std::size_t i = begin; i < group.end; ++i) {
    const bool is_sin = program_.instructions[i].op == Op::sin;
    const std::size_t angle = group.lane_of(program_.instructions[i].a);
    const ValueId id = result_of(i);
    Value& value = values_[id];
    ValueId& owner = first[2 * angle + (is_sin ? 0 : 1)];
    if (work.is_stored) {
      value.place = (is_sin ? work.sines : work.cosines) + static_cast<Slot>(angle);
      value.temporary = owner == nothing && !value.is_output && !value.crosses;
    }
    if (owner != nothing) values_[owner].temporary = false;
    if (owner == nothing && machine_.registers.lanes)
      bind(id, is_sin ? work.sine_register(angle) : work.cosine_register(angle));
    owner = id;
  }
  for (std::size_t i = begin; i < group.end; ++i) {
    const ValueId id = result_of(i);
    if (values_[id].is_output || (values_[id].crosses && !work.is_stored))
      keep_for_later(id, in_register(id) ? values_[id].reg : load(id, 0));
    release(id);
  }
}

// Outputs that are inputs or constants.
void Allocation::copy_plain_outputs() {
  for (const auto& [id, place] : outputs_) {
    if (id >= program_.first_result()) continue;
    load_into(0, values_[id].place);
    store(0, place);
  }
}

}  // namespace tangible
