// SPDX-License-Identifier: Apache-2.0
// Assigns windows to bases: as in register allocation, the one that is used last has to go (Belady 1966).
#include "program/x86_address_windows.h"

#include <bit>
#include <limits>

namespace tangible {
namespace {

constexpr std::uint32_t never = std::numeric_limits<std::uint32_t>::max();
constexpr std::size_t nothing = std::numeric_limits<std::size_t>::max();
// To move a base costs seven bytes and to do without it three: it must serve three times soon.
constexpr std::uint32_t min_uses = 3;
constexpr std::uint32_t soon = 100;  // instructions

unsigned bits_of(std::size_t power_of_two) { return static_cast<unsigned>(std::countr_zero(power_of_two)); }

}  // namespace

AddressWindows::AddressWindows(const MachineProgram& program, unsigned lanes, Width width, bool evex)
    : lanes_(lanes),
      reach_bits_(bits_of(2 * VectorEncoding::reach(width, evex, false))),
      constant_reach_bits_(bits_of(2 * VectorEncoding::reach(width, evex, true))) {
  const auto bytes = [&](Slot place) { return program.offset_of(place, lanes) * sizeof(double); };
  if (lanes > 1) {
    constants_begin_ = bytes(program.first_constant);
    constants_size_ = program.constant_count * sizeof(double);
  }
  const std::size_t reach = std::size_t{1} << reach_bits_, constant_reach = std::size_t{1} << constant_reach_bits_;
  first_constant_window_ = (bytes(program.workspace_size) + reach / 2) / reach + 1;
  origins_.reserve(first_constant_window_ + constants_size_ / constant_reach + 1);
  for (std::size_t w = 0; w < first_constant_window_; ++w) origins_.push_back(static_cast<std::int32_t>(w * reach));
  for (std::size_t at = 0; at < constants_size_; at += constant_reach)
    origins_.push_back(static_cast<std::int32_t>(constants_begin_ + at + constant_reach / 2) - first_base_offset);
  find_uses(program);
  base_of_.assign(count(), none);
}

// One pass appends each use to the list of its window. Calls are omitted: they compute their addresses.
void AddressWindows::find_uses(const MachineProgram& program) {
  const std::size_t heads = count() + 1;
  uses_.resize(heads + program.instructions.size() + 12 * program.sine_work.size() +
               4 * program.arctangent_work.size() + 1);
  const auto end = static_cast<std::uint32_t>(uses_.size() - 1);
  std::vector<std::uint32_t> last(heads);
  for (std::uint32_t w = 0; w < heads; ++w) last[w] = w;
  auto here = static_cast<std::uint32_t>(heads);
  // Other operands go to a separate list: a processor cannot predict whether an instruction uses memory.
  const auto add = [&](std::size_t i, Slot place, bool is_use = true) {
    const std::size_t window = is_use ? window_of(program.offset_of(place, lanes_) * sizeof(double)) : heads - 1;
    uses_[here].instruction = static_cast<std::uint32_t>(i);
    uses_[last[window]].next = here;
    last[window] = here++;
  };
  for (std::size_t i = 0; i < program.instructions.size(); ++i) {
    const MachineInstruction& it = program.instructions[i];
    const bool moves = it.kind <= MachineKind::store;
    const bool computes = it.kind == MachineKind::compute || it.kind == MachineKind::multiply_add;
    if (it.kind == MachineKind::arctangent) {
      const ArctangentWork& work = program.arctangent_work[it.place];
      for (const MachineOperand& operand : {work.x, work.y, work.x, work.y}) add(i, operand.place, operand.in_memory);
      continue;
    }
    if (it.kind != MachineKind::sines) {
      add(i, moves ? it.place : it.b.place, moves | (computes & it.b.in_memory));
      continue;
    }
    const SineWork& work = program.sine_work[it.place];
    for (Slot k = 0; k < work.count; ++k) {
      if (work.angles[k].in_memory) add(i, work.angles[k].place);
      add(i, work.sines + k, work.is_stored);
      add(i, work.cosines + k, work.is_stored);
    }
  }
  for (const std::uint32_t use : last) uses_[use].next = end;
  uses_[end] = {never, end};
}

void AddressWindows::use(std::span<const std::uint8_t> bases) {
  base_count_ = bases.size();
  std::ranges::copy(bases, registers_.begin());
  holds_.fill(nothing);
  forget();
}

void AddressWindows::forget() {
  for (std::size_t k = 0; k < base_count_; ++k) {
    if (holds_[k] != nothing) base_of_[holds_[k]] = none;
    holds_[k] = nothing;
  }
  holds_[0] = 0;
  base_of_[0] = 0;
}

std::uint32_t AddressWindows::next_use(std::size_t window) {
  std::uint32_t& next = uses_[window].next;
  while (uses_[next].instruction < now_) next = uses_[next].next;
  return uses_[next].instruction;
}

bool AddressWindows::is_worth_a_base(std::size_t window) {
  next_use(window);
  std::uint32_t use = uses_[window].next;
  for (std::uint32_t k = 1; k < min_uses; ++k) use = uses_[use].next;
  return uses_[use].instruction < now_ + soon;
}

std::size_t AddressWindows::furthest_base() {
  std::size_t best = 0;
  std::uint32_t furthest = now_ + min_uses;  // a window used soon stays
  for (std::size_t k = 1; k < base_count_; ++k) {
    const std::uint32_t next = holds_[k] == nothing ? never : next_use(holds_[k]);
    if (next <= furthest) continue;
    best = k;
    furthest = next;
    if (next == never) break;
  }
  return best;
}

// A base that is moved to a window, or 0 if none is: it would not serve often enough, or all bases are needed.
std::size_t AddressWindows::base_for(std::size_t window) {
  const std::size_t base = is_worth_a_base(window) ? furthest_base() : 0;
  if (base == 0) return 0;
  if (holds_[base] != nothing) base_of_[holds_[base]] = none;
  holds_[base] = window;
  base_of_[window] = static_cast<std::int8_t>(base);
  base_origins_[base] = origins_[window];
  return base;
}

}  // namespace tangible
