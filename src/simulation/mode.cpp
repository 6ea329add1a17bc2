// SPDX-License-Identifier: Apache-2.0
// Modes at the start and in words.
#include "simulation/mode.h"

namespace tangible {

Mode make_mode(const System& system) {
  Mode mode;
  for (std::size_t i = 0; i < system.rows.size(); ++i)
    mode.active.push_back(i < system.declared_rows && system.rows[i].begins_on ? 1 : 0);
  mode.offset.assign(system.rows.size(), 0);
  mode.direction.assign(system.rows.size(), 0);
  mode.touch.assign(system.contacts.size(), Touch::apart);
  return mode;
}

std::string to_text(const Mode& mode, const System& system) {
  std::string text;
  const auto add = [&](const std::string& name) { text += (text.empty() ? "" : "+") + name; };
  for (std::size_t i = 0; i < system.declared_rows; ++i)
    if (mode.active[i] && !system.rows[i].permanent) add(system.rows[i].name);
  for (std::size_t c = 0; c < system.contacts.size(); ++c) {
    const ContactDescription& contact = system.contacts[c];
    if (mode.touch[c] == Touch::apart) continue;
    const char* how = contact.tangents == 0 ? "" : mode.touch[c] == Touch::sliding ? " slides" : " sticks";
    add(contact.name + how);
  }
  return text.empty() ? "free" : text;
}

}  // namespace tangible
