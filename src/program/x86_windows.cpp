// SPDX-License-Identifier: Apache-2.0
// Which window each base points into: as in register allocation, the one that is used last has to go (Belady 1966).
#include "program/x86_windows.h"

#include <limits>

namespace tangible {
namespace {

constexpr std::uint32_t never = std::numeric_limits<std::uint32_t>::max();
constexpr std::size_t nothing = std::numeric_limits<std::size_t>::max();
// To move a base costs seven bytes and to do without it three: it must serve three times soon.
constexpr std::uint32_t least_uses = 3;
constexpr std::uint32_t soon = 100;  // instructions

}  // namespace

Windows::Windows(const MachineProgram& program, unsigned lanes, Width width, bool evex)
    : lanes_(lanes),
      reach_(2 * VectorEncoding::reach(width, evex, false)),
      constant_reach_(2 * VectorEncoding::reach(width, evex, true)) {
  const auto bytes = [&](Slot place) { return program.offset_of(place, lanes) * sizeof(double); };
  if (lanes > 1) {
    constants_begin_ = bytes(program.first_constant);
    constants_end_ = constants_begin_ + program.constant_count * sizeof(double);
  }
  first_constant_window_ = (bytes(program.workspace_size) + reach_ / 2) / reach_ + 1;
  for (std::size_t w = 0; w < first_constant_window_; ++w) origins_.push_back(static_cast<std::int32_t>(w * reach_));
  for (std::size_t at = constants_begin_; at < constants_end_; at += constant_reach_)
    origins_.push_back(static_cast<std::int32_t>(at + constant_reach_ / 2) - first_base_offset);
  find_uses(program);
  base_of_.assign(count(), none);
}

std::size_t Windows::window_of(std::size_t offset) const {
  if (offset >= constants_begin_ && offset < constants_end_)
    return first_constant_window_ + (offset - constants_begin_) / constant_reach_;
  return (offset + reach_ / 2 - static_cast<std::size_t>(first_base_offset)) / reach_;
}

// Calls are left out: they compute their addresses.
template <typename Visit>
void Windows::each_use(const MachineProgram& program, const Visit& visit) const {
  const auto use = [&](std::size_t i, Slot place) {
    visit(static_cast<std::uint32_t>(i), window_of(program.offset_of(place, lanes_) * sizeof(double)));
  };
  for (std::size_t i = 0; i < program.instructions.size(); ++i) {
    const MachineInstruction& it = program.instructions[i];
    if (it.kind == MachineKind::load || it.kind == MachineKind::store) use(i, it.place);
    if ((it.kind == MachineKind::compute || it.kind == MachineKind::multiply_add) && it.b.in_memory) use(i, it.b.place);
    if (it.kind != MachineKind::sines) continue;
    const SineWork& work = program.sine_work[it.place];
    for (Slot k = 0; k < work.count; ++k) {
      if (work.angles[k].in_memory) use(i, work.angles[k].place);
      use(i, work.sines + k);
      use(i, work.cosines + k);
    }
  }
}

void Windows::find_uses(const MachineProgram& program) {
  bounds_.assign(count() + 1, 0);
  each_use(program, [&](std::uint32_t, std::size_t window) { ++bounds_[window + 1]; });
  for (std::size_t w = 1; w < bounds_.size(); ++w) bounds_[w] += bounds_[w - 1];
  uses_.resize(bounds_.back());
  cursors_.assign(bounds_.begin(), bounds_.end() - 1);
  each_use(program, [&](std::uint32_t i, std::size_t window) { uses_[cursors_[window]++] = i; });
  cursors_.assign(bounds_.begin(), bounds_.end() - 1);
}

void Windows::use(const std::vector<std::uint8_t>& bases) {
  registers_ = bases;
  holds_.assign(bases.size(), nothing);
  forget();
}

void Windows::forget() {
  for (std::size_t k = 0; k < holds_.size(); ++k) {
    if (holds_[k] != nothing) base_of_[holds_[k]] = none;
    holds_[k] = nothing;
  }
  holds_[0] = 0;
  base_of_[0] = 0;
}

std::uint32_t Windows::next_use(std::size_t window) {
  std::uint32_t& at = cursors_[window];
  while (at < bounds_[window + 1] && uses_[at] < now_) ++at;
  return at < bounds_[window + 1] ? uses_[at] : never;
}

bool Windows::is_worth_a_base(std::size_t window) {
  next_use(window);
  const std::uint32_t third = cursors_[window] + least_uses - 1;
  return third < bounds_[window + 1] && uses_[third] < now_ + soon;
}

std::size_t Windows::furthest_base() {
  std::size_t best = 0;
  std::uint32_t furthest = now_ + least_uses;  // what is used at once stays
  for (std::size_t k = 1; k < holds_.size(); ++k) {
    const std::uint32_t next = holds_[k] == nothing ? never : next_use(holds_[k]);
    if (next <= furthest) continue;
    best = k;
    furthest = next;
    if (next == never) break;
  }
  return best;
}

Windows::Way Windows::way_to(std::size_t offset) {
  const std::size_t window = window_of(offset);
  const std::int32_t from_first = static_cast<std::int32_t>(offset) - first_base_offset;
  Way way;
  auto base = static_cast<std::size_t>(base_of_[window] == none ? 0 : base_of_[window]);
  if (base_of_[window] == none && is_worth_a_base(window)) {
    base = furthest_base();
    if (base != 0) {
      if (holds_[base] != nothing) base_of_[holds_[base]] = none;
      holds_[base] = window;
      base_of_[window] = static_cast<std::int8_t>(base);
      way.moves = true;
      way.origin = origins_[window];
    }
  }
  way.operand.base = registers_[base];
  way.operand.displacement = from_first - (base == 0 ? 0 : origins_[window]);
  return way;
}

}  // namespace tangible
