// SPDX-License-Identifier: Apache-2.0
// ModeKey: which rows hold and how contacts touch, as bits that travel between threads.
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <span>

namespace tangible {

struct ModeKey {
  static constexpr std::size_t max_rows = 512, max_contacts = 128;
  std::array<std::uint64_t, max_rows / 64> rows{};
  std::array<std::uint64_t, max_contacts / 32> contacts{};  // two bits each
  std::int64_t declared = -1;

  bool holds(std::size_t row) const { return (rows[row / 64] >> (row % 64) & 1) != 0; }
  unsigned touch(std::size_t contact) const { return contacts[contact / 32] >> (2 * (contact % 32)) & 3; }
  void set_row(std::size_t row) { rows[row / 64] |= std::uint64_t{1} << (row % 64); }
  void set_touch(std::size_t contact, unsigned how) {
    contacts[contact / 32] |= std::uint64_t{how} << (2 * (contact % 32));
  }
  friend auto operator<=>(const ModeKey&, const ModeKey&) = default;
};

}  // namespace tangible
