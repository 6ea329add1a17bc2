// SPDX-License-Identifier: Apache-2.0
// Windows: short displacements into a workspace of any size.
//
// A displacement of one byte reaches a window around a base register; one of four bytes makes long code, and the time
// of long programs is the time it takes to fetch them. The workspace is cut into windows, and the general registers,
// which programs do not need otherwise, point into those that are used next.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "program/machine_program.h"
#include "program/x86_encoding.h"

namespace tangible {

class AddressWindows {
 public:
  // Functions get the workspace and this many bytes in the first base, so that both sides of it are used.
  static constexpr std::int32_t first_base_offset = 128;
  static constexpr std::size_t max_bases = 14;

  AddressWindows(const MachineProgram& program, unsigned lanes, Width width, bool evex);

  std::size_t count() const { return origins_.size(); }
  // The registers that may point into windows; the first one points to the workspace, always.
  void use(std::span<const std::uint8_t> bases);
  // Only the first base is known to be right: at the beginning of a stage, and after calls.
  void forget();
  void proceed(std::size_t instruction) { now_ = static_cast<std::uint32_t>(instruction); }

  // Access to a number of bytes from the beginning of the workspace: by a base, which may first have to be moved to the
  // first one and origin.
  struct WindowAccess {
    MemoryOperand operand;
    bool moves = false;
    std::int32_t origin = 0;
  };
  // Inlined, so that its result is never put together in memory: a load of what was just stored in parts has to wait.
  [[gnu::always_inline]] WindowAccess way_to(std::size_t offset) {
    const std::size_t window = window_of(offset);
    if (base_of_[window] != none) [[likely]]
      return by_base(static_cast<std::size_t>(base_of_[window]), offset, false);
    const std::size_t base = base_for(window);
    return by_base(base, offset, base != 0);
  }

 private:
  static constexpr std::int8_t none = -1;
  std::size_t window_of(std::size_t offset) const {
    if (offset - constants_begin_ < constants_size_)
      return first_constant_window_ + ((offset - constants_begin_) >> constant_reach_bits_);
    return (offset + (std::size_t{1} << reach_bits_) / 2 - std::size_t{first_base_offset}) >> reach_bits_;
  }
  struct Use {
    std::uint32_t instruction;
    std::uint32_t next;  // of the same window
  };
  void find_uses(const MachineProgram& program);
  WindowAccess by_base(std::size_t base, std::size_t offset, bool moves) const {
    const std::int32_t origin = base_origins_[base];
    return {{registers_[base], static_cast<std::int32_t>(offset) - first_base_offset - origin}, moves, origin};
  }
  std::size_t base_for(std::size_t window);
  std::uint32_t next_use(std::size_t window);
  bool is_worth_a_base(std::size_t window);
  std::size_t furthest_base();

  unsigned lanes_;
  unsigned reach_bits_;  // a base reaches 2^(this) bytes, both sides together
  unsigned constant_reach_bits_;
  std::size_t constants_begin_ = 0;  // bytes
  std::size_t constants_size_ = 0;
  std::size_t first_constant_window_ = 0;
  std::vector<std::int32_t> origins_;  // by window: from the first base
  // First a head for each window, which becomes its first use that is not over, and one for what uses no memory; then
  // the uses in the order of the program, and an end.
  std::vector<Use> uses_;
  std::vector<std::int8_t> base_of_;                    // by window, or none
  std::array<std::uint8_t, max_bases> registers_{};     // by base
  std::array<std::int32_t, max_bases> base_origins_{};  // by base: from the first one
  std::array<std::size_t, max_bases> holds_{};          // by base: a window
  std::size_t base_count_ = 0;
  std::uint32_t now_ = 0;
};

}  // namespace tangible
