// SPDX-License-Identifier: Apache-2.0
// Values of the root functions, and crossings between two of them.
#include "simulation/root_functions.h"

#include <algorithm>
#include <cmath>

#include "simulation/crossing.h"

namespace tangible {
namespace {

// Whether the timetable has all root functions.
bool are_all_timed(const System& system) {
  return system.switches.count == 0 && system.contacts.empty() && system.frictions.empty() &&
         std::ranges::none_of(system.events, [](const EventDescription& event) { return event.timed == absent; });
}

}  // namespace

RootFunctions::RootFunctions(MechanismState& state, TriggerMemory& triggers, const Timetable& timetable,
                             ContactResolver& contacts)
    : state_(state),
      memory_(triggers),
      timetable_(timetable),
      contacts_(contacts),
      triggers_at_(state.system.switches.count),
      contacts_at_(triggers_at_ + state.system.events.size()),
      frictions_at_(contacts_at_ + 2 * state.system.contacts.size()),
      all_are_timed_(are_all_timed(state.system)) {}

// Gaps, times and positions are known without solving for accelerations; contact forces are not.
bool RootFunctions::need_forces() const {
  if (state_.conditions_need_forces) return true;
  if (!contact_forces_decide_) return false;
  const Mode& mode = state_.motion.mode();
  return std::ranges::find(mode.signs, 0.0) != mode.signs.end() ||
         std::ranges::any_of(mode.contacts, [](ContactState contact) { return contact != ContactState::open; });
}

SimulationStatus RootFunctions::evaluate(double t, std::span<const double> y, std::span<double> roots,
                                         std::span<double> rate) {
  SystemMotion& motion = state_.motion;
  DynamicsStatus status = DynamicsStatus::ok;
  const bool forces_too = need_forces();
  if (!rate.empty())
    status = motion.evaluate(t, y, rate, forces_too);
  else if (forces_too)
    status = motion.evaluate(t, y);
  else
    motion.evaluate_rows(t, y);
  const System& system = state_.system;
  auto root = roots.begin();
  if (const std::span<const double> timed =
          all_are_timed_ ? timetable_.cached_triggers(t, motion) : std::span<const double>();
      !timed.empty()) {
    for (const EventDescription& event : system.events) *root++ = timed[event.timed];
    return is_usable_within_step(status) ? SimulationStatus::ok : translate(status);
  }
  state_.watch.evaluate(t, y, motion,
                        state_.conditions_need_forces ? WatchInputs::state_and_forces : WatchInputs::state);
  for (std::size_t i = 0; i < triggers_at_; ++i) *root++ = state_.watch[system.switches[i]];
  for (const EventDescription& event : system.events) *root++ = state_.watch[event.trigger];
  if (memory_.needs_clamping()) memory_.clamp(t - step_start_, triggers(roots));
  if (const SimulationStatus evaluated = evaluate_contacts({root, roots.end()}); evaluated != SimulationStatus::ok)
    return evaluated;
  return is_usable_within_step(status) ? SimulationStatus::ok : translate(status);
}

// Where rows are redundant their forces do not decide whether contacts stay; the complementarity problem does.
SimulationStatus RootFunctions::evaluate_contacts(std::span<double> roots) {
  const SystemMotion& motion = state_.motion;
  const Mode& mode = motion.mode();
  bool solved = false;
  std::size_t k = 0;  // among the closed ones
  for (std::size_t c = 0; c < state_.system.contacts.size(); ++c) {
    const ContactDescription& contact = state_.system.contacts[c];
    double& first = roots[2 * c] = 1;
    double& second = roots[2 * c + 1] = 1;
    if (mode.contacts[c] == ContactState::open) {
      if (contacts_.is_enabled(c)) first = motion.rows().value(contact.row);
      continue;
    }
    if (contact.tangents > 0 && mode.contacts[c] == ContactState::sliding) second = motion.friction().slip_along(c);
    if (!contact_forces_decide_) continue;
    const std::span<const double> forces = motion.forces().subspan(contact.row, contact.tangents + 1);
    first = forces[0];
    if (mode.contacts[c] == ContactState::sticking)
      second = motion.friction().static_coefficient(c) * forces[0] -
               std::hypot(forces[1], contact.tangents > 1 ? forces[2] : 0);
    if (!motion.force_is_unique(c)) {
      const SimulationStatus status = solved ? SimulationStatus::ok : contacts_.evaluate_contact_states();
      if (status != SimulationStatus::ok) return status;
      solved = true;
      const ContactMotion outcome = contacts_.outcome(k);
      first = outcome == ContactMotion::separates ? -1 : 1;
      if (mode.contacts[c] == ContactState::sticking) second = outcome == ContactMotion::slips ? -1 : 1;
    }
    ++k;
  }
  return evaluate_frictions(roots.subspan(2 * state_.system.contacts.size()), k, solved);
}

// closed: the number of contacts before them in the complementarity problem; solved: that it has been solved here.
SimulationStatus RootFunctions::evaluate_frictions(std::span<double> roots, std::size_t closed, bool solved) {
  const SystemMotion& motion = state_.motion;
  std::size_t k = closed;  // among those that stick
  for (std::size_t f = 0; f < roots.size(); ++f) {
    const std::size_t row = state_.system.frictions[f].row;
    const double sign = motion.mode().signs[f];
    roots[f] = sign == 0 ? 1 : sign * motion.rows().speed(row);
    if (sign != 0) continue;
    if (contact_forces_decide_ && motion.mode().active[row] != 0) {
      roots[f] = motion.friction_limit(f) - std::abs(motion.forces()[row]);
      if (!motion.row_force_is_unique(row)) {
        const SimulationStatus status = solved ? SimulationStatus::ok : contacts_.evaluate_contact_states();
        if (status != SimulationStatus::ok) return status;
        solved = true;
        roots[f] = contacts_.outcome(k) == ContactMotion::slips ? -1 : 1;
      }
    }
    ++k;
  }
  return SimulationStatus::ok;
}

bool RootFunctions::crossed(std::size_t root, double before, double after) const {
  if (root >= contacts_at_) return after < 0;
  // Zero itself is on neither side of a comparison's edge (t > 1 s is false there, t >= 1 s is true): only beyond it
  // has the step crossed, also when it began exactly there.
  if (root < triggers_at_)
    return locates_switches_ && stalls_ < max_stalls && ((before <= 0 && after > 0) || (before >= 0 && after < 0));
  // Without a change of sign there is none, whatever the event's edge is.
  if ((before < 0 && after < 0) || (before > 0 && after > 0)) return false;
  const EventDescription& event = state_.system.events[root - triggers_at_];
  return passes(event.edge, before, after) && is_armed(event, state_.motion.mode());
}

bool RootFunctions::any_crossed(std::span<const double> before, std::span<const double> after) const {
  for (std::size_t i = contacts_at_; i < before.size(); ++i)
    if (after[i] < 0) return true;
  for (std::size_t i = 0; i < contacts_at_; ++i)
    if (crossed(i, before[i], after[i])) return true;
  return false;
}

std::size_t RootFunctions::next_crossed(std::size_t root, std::span<const double> before,
                                        std::span<const double> after) const {
  for (std::size_t i = root; i < before.size(); ++i)
    if (crossed(i, before[i], after[i])) return i;
  return absent;
}

bool RootFunctions::any_switch_crossed(std::span<const double> before, std::span<const double> after) const {
  for (std::size_t i = 0; i < triggers_at_; ++i)
    if (crossed(i, before[i], after[i])) return true;
  return false;
}

bool RootFunctions::any_contact_force_crossed(std::span<const double> roots) const {
  const std::span<const double> contacts = roots.subspan(contacts_at_);
  for (std::size_t c = 0; c < state_.system.contacts.size(); ++c) {
    const ContactState contact = state_.motion.mode().contacts[c];
    if (contact == ContactState::open) continue;
    if (contacts[2 * c] < 0 || (contact == ContactState::sticking && contacts[2 * c + 1] < 0)) return true;
  }
  const std::vector<double>& signs = state_.motion.mode().signs;
  for (std::size_t f = 0; f < signs.size(); ++f)
    if (signs[f] == 0 && roots[frictions_at_ + f] < 0) return true;
  return false;
}

bool RootFunctions::only_timed_triggers_crossed(std::span<const double> before, std::span<const double> after) const {
  for (std::size_t i = 0; i < before.size(); ++i) {
    if (!crossed(i, before[i], after[i])) continue;
    if (i < triggers_at_ || i >= contacts_at_ || !timetable_.holds(i - triggers_at_)) return false;
  }
  return true;
}

bool RootFunctions::may_recross(std::span<const double> roots) const {
  for (std::size_t e = 0; e < state_.system.events.size(); ++e) {
    const double root = roots[triggers_at_ + e];
    if (std::abs(root) < trigger_zero_tolerance && passes(state_.system.events[e].edge, root, -root)) return true;
  }
  return false;
}

}  // namespace tangible
