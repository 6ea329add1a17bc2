// SPDX-License-Identifier: Apache-2.0
// Modes at the start and as text.
#include "simulation/mode.h"

namespace tangible {

Mode make_mode(const System& system) {
  Mode mode;
  for (std::size_t i = 0; i < system.rows.size(); ++i)
    mode.active.push_back(system.is_constraint(i) && system.rows[i].initially_active ? 1 : 0);
  mode.offset.assign(system.rows.size(), 0);
  mode.direction.assign(system.rows.size(), 0);
  mode.contacts.assign(system.contacts.size(), ContactState::open);
  mode.signs.assign(system.frictions.size(), 0);
  mode.declared = system.initial_mode;
  return mode;
}

bool is_armed(const EventDescription& event, const Mode& mode) {
  if (event.in_mode != absent && event.in_mode != mode.declared) return false;
  return event.while_row == absent || (mode.active[event.while_row] != 0) == event.while_on;
}

const std::string& name_of_contact(const System& system, std::size_t index) {
  const std::size_t contacts = system.contacts.size();
  return index < contacts ? system.contacts[index].name : system.frictions[index - contacts].name;
}

std::string to_text(const Mode& mode, const System& system) {
  std::string text;
  const auto add = [&](const std::string& name) { text += (text.empty() ? "" : "+") + name; };
  if (mode.declared != absent) add(system.modes[mode.declared].name);
  for (std::size_t i = 0; i < system.rows.size(); ++i)
    if (system.is_constraint(i) && mode.active[i] && !system.rows[i].permanent && !system.rows[i].set_by_modes)
      add(system.rows[i].name);
  for (std::size_t c = 0; c < system.contacts.size(); ++c) {
    const ContactDescription& contact = system.contacts[c];
    if (mode.contacts[c] == ContactState::open) continue;
    const char* how = contact.tangents == 0 ? "" : mode.contacts[c] == ContactState::sliding ? " slides" : " sticks";
    add(contact.name + how);
  }
  for (const FrictionDescription& friction : system.frictions)
    if (mode.active[friction.row]) add(friction.name + " sticks");
  return text.empty() ? "free" : text;
}

}  // namespace tangible
