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
  std::vector<double> offset;          // by row: the value of phi while it is held (zero without `hold`)
  std::vector<ContactState> contacts;  // by contact
  std::vector<double> direction;       // by row: of the tangent rows of a sliding contact the direction of its slip
  std::vector<double> signs;           // by load with dry friction: -1 or 1 while it slides, zero while it sticks

  std::size_t declared = absent;  // of the modes that were declared in full, the present one

  friend bool operator==(const Mode& a, const Mode& b) {
    return a.active == b.active && a.contacts == b.contacts && a.signs == b.signs && a.declared == b.declared;
  }
};

Mode make_mode(const System& system);
// Whether the trigger of an event counts in this mode.
bool is_armed(const EventDescription& event, const Mode& mode);
// Of a contact, or of a load with dry friction: those count on behind the contacts.
const std::string& name_of_contact(const System& system, std::size_t index);
// The declared mode, then the rows that hold and need not, "rolls+pin.x+wall sticks"; "free" if there are none.
std::string to_text(const Mode& mode, const System& system);

}  // namespace tangible
