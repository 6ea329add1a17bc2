// SPDX-License-Identifier: Apache-2.0
// Mode: which rows hold now. The set of active rows is data; the equations never change.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "simulation/system.h"

namespace tangible {

enum class ContactState : std::uint8_t { open, sliding, sticking };

struct Mode {
  std::vector<std::uint8_t> active;    // by row: 1 if it holds
  std::vector<double> offset;          // by row: what phi keeps while it is held (zero unless it was told to hold)
  std::vector<ContactState> contacts;  // by contact
  std::vector<double> direction;       // by row: of the tangent rows of a sliding contact the direction of its slip

  std::size_t declared = absent;  // of the modes that were declared in full, the present one

  friend bool operator==(const Mode& a, const Mode& b) {
    return a.active == b.active && a.contacts == b.contacts && a.declared == b.declared;
  }
};

Mode make_mode(const System& system);
// Whether the trigger of an event counts in this mode.
bool is_armed(const EventDescription& event, const Mode& mode);
// The declared mode, then the rows that hold and need not, "rolls+pin.x+wall sticks"; "free" if there are none.
std::string to_text(const Mode& mode, const System& system);

}  // namespace tangible
