// SPDX-License-Identifier: Apache-2.0
// Contacts close, open and lose their friction during the search for an equilibrium.
#include "simulation/resting_contacts.h"

#include <cmath>

namespace tangible {
namespace {

constexpr double overlap = 1e-12;      // m or rad: less is none
constexpr double touching_gap = 1e-9;  // m or rad
constexpr double moving_slip = 1e-12;  // m/s, with all speeds zero

}  // namespace

RestingContacts::RestingContacts(SystemMotion& motion)
    : motion_(motion),
      system_(motion.system()),
      watch_(system_),
      solver_(system_),
      friction_exceeded_(system_.contacts.size()) {}

bool RestingContacts::is_open(std::size_t contact, double gap) {
  const ContactDescription& description = system_.contacts[contact];
  const bool enabled = description.enabled == absent || watch_[description.enabled] != 0;
  return enabled && motion_.mode().contacts[contact] == ContactState::open &&
         motion_.rows().value(description.row) < gap;
}

std::size_t RestingContacts::find_crossed(double t, std::span<const double> y) {
  if (system_.contacts.empty()) return absent;
  watch_.evaluate(t, y, motion_);
  for (std::size_t c = 0; c < system_.contacts.size(); ++c)
    if (is_open(c, -overlap)) return c;
  return absent;
}

void RestingContacts::touch(Mode& mode, std::size_t contact, ContactState how) const {
  const ContactDescription& description = system_.contacts[contact];
  mode.contacts[contact] = how;
  mode.offset[description.row] = 0;
  mode.active[description.row] = how == ContactState::open ? 0 : 1;
  for (std::size_t k = 1; k <= description.tangents; ++k)
    mode.active[description.row + k] = how == ContactState::sticking ? 1 : 0;
}

// At the state last evaluated, where nothing moves but what moves by itself.
ContactState RestingContacts::initial_contact_state(std::size_t contact, Mode& mode) const {
  const ContactDescription& description = system_.contacts[contact];
  double slip = 0;
  for (std::size_t k = 1; k <= description.tangents; ++k)
    slip = std::hypot(slip, motion_.rows().speed(description.row + k));
  const bool slides = slip > moving_slip,
             has_friction = motion_.friction().static_coefficient(contact) > 0 && friction_exceeded_[contact] == 0;
  for (std::size_t row = description.row + 1; row <= description.row + description.tangents; ++row)
    mode.direction[row] = slides && has_friction ? motion_.rows().speed(row) / slip : 0;
  return has_friction && !slides && description.tangents > 0 ? ContactState::sticking : ContactState::sliding;
}

void RestingContacts::close(std::size_t contact, double t, std::span<double> y) {
  Mode mode = motion_.mode();
  touch(mode, contact, initial_contact_state(contact, mode));
  motion_.set_mode(mode);
  (void)motion_.projection().project_coordinates(t, y);
}

void RestingContacts::close_touching(double t, std::span<double> y) {
  if (system_.contacts.empty()) return;
  (void)motion_.evaluate(t, y);
  watch_.evaluate(t, y, motion_);
  Mode mode = motion_.mode();
  for (std::size_t c = 0; c < system_.contacts.size(); ++c) {
    touch(mode, c, ContactState::open);
    if (motion_.mode().contacts[c] != ContactState::open || is_open(c, touching_gap))
      touch(mode, c, initial_contact_state(c, mode));
  }
  motion_.set_mode(mode);
  (void)motion_.projection().project_coordinates(t, y);
}

// Collects the touching contacts for the complementarity problem.
void RestingContacts::gather() {
  const Mode& mode = motion_.mode();
  solver_.clear();
  solver_.set_rows(mode.active);
  for (std::size_t c = 0; c < system_.contacts.size(); ++c) {
    if (mode.contacts[c] == ContactState::open) continue;
    const ContactDescription& contact = system_.contacts[c];
    const bool slides = mode.contacts[c] == ContactState::sliding;
    const double friction = slides ? motion_.friction().coefficient(c) : motion_.friction().static_coefficient(c);
    TouchingContact touching{static_cast<int>(contact.row), {-1, -1}, friction_exceeded_[c] != 0 ? 0 : friction, 0};
    std::array<double, 2> slip{};
    for (std::size_t k = 0; k < contact.tangents; ++k) {
      touching.tangents[k] = static_cast<int>(contact.row + k + 1);
      if (slides) slip[k] = mode.direction[contact.row + k + 1];
    }
    solver_.add(c, touching, slip, touching.friction);
  }
}

RestingContacts::Verdict RestingContacts::check_contact_forces(double t, std::span<const double> y) {
  supports_.clear();
  (void)motion_.evaluate(t, y);
  gather();
  if (solver_.count() == 0) return Verdict::holds;
  const ContactStatus status = solver_.find_forces(motion_);
  if (status != ContactStatus::ok && status != ContactStatus::not_converged) return Verdict::no_forces;
  Mode mode = motion_.mode();
  bool changed = false;
  for (std::size_t k = 0; k < solver_.count(); ++k) {
    const std::size_t c = solver_.contact(k);
    const ContactResult result = solver_.result(k);
    const bool sticks = mode.contacts[c] == ContactState::sticking;
    if (result.motion == ContactMotion::separates) {
      touch(mode, c, ContactState::open);
    } else if (result.motion == ContactMotion::slips && sticks) {
      friction_exceeded_[c] = 1;
      touch(mode, c, initial_contact_state(c, mode));
    } else {
      supports_.push_back({c, sticks, result.normal});
      continue;
    }
    changed = true;
  }
  if (changed) motion_.set_mode(mode);
  return changed ? Verdict::changed : Verdict::holds;
}

}  // namespace tangible
