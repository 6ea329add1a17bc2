// SPDX-License-Identifier: Apache-2.0
// Contacts at an instant: impacts, and which contacts carry force afterwards.
//
// Both are complementarity problems over all contacts that touch (dynamics/impact.h, dynamics/contact_forces.h). What
// they leave to rounding, because an event was located just where a force is zero or friction at its limit, is decided
// by the forces of the embedded rows: the same numbers that the root functions see.
#include <algorithm>
#include <cmath>

#include "simulation/simulation.h"
#include "simulation/status.h"

namespace tangible {
namespace {

constexpr double touching_gap = 1e-9;     // m or rad
constexpr double shortest_flight = 0.01;  // of a tick
constexpr double slip_tolerance = 1e-8;   // m/s: slower is not sliding
constexpr double force_rounding = 1e-15;  // relative: what counts as no pull
constexpr double deepest_gap = -1e-6;     // m or rad: what is deeper when it comes to touch was put there

}  // namespace

bool SimulationLoop::is_enabled(std::size_t contact) const {
  const std::size_t condition = system_->contacts[contact].enabled;
  return switched_off_[contact] == 0 && (condition == absent || watch_[condition] != 0);
}

bool SimulationLoop::is_near(std::size_t contact) const {
  if (!is_enabled(contact)) return false;
  return mode_.touch[contact] != Touch::apart || motion_.row_value(system_->contacts[contact].row) < touching_gap;
}

// Rows of the mode in the making follow from how a contact touches.
void SimulationLoop::touch(std::size_t contact, Touch how) {
  const ContactDescription& description = system_->contacts[contact];
  mode_.touch[contact] = how;
  mode_.active[description.row] = how == Touch::apart ? 0 : 1;
  for (std::size_t k = 1; k <= description.tangents; ++k)
    mode_.active[description.row + k] = how == Touch::sticking ? 1 : 0;
}

// What a contact must be to touch. Who is found deep inside the surface has not come there by moving: it began there,
// or was enabled there, and no impulse is the answer to that.
SimulationStatus SimulationLoop::check_contact(std::size_t contact) const {
  const ContactDescription& description = system_->contacts[contact];
  if (mode_.touch[contact] == Touch::apart && motion_.row_value(description.row) < deepest_gap)
    return SimulationStatus::off_surface;
  const double restitution = watch_[description.restitution];
  if (!std::isfinite(motion_.friction(contact) + motion_.static_friction(contact) + restitution))
    return SimulationStatus::not_finite;
  const bool meets = motion_.row_speed(description.row) < -options_.rest_speed;
  return meets && (restitution < 0 || restitution > 1) ? SimulationStatus::bad_restitution : SimulationStatus::ok;
}

SimulationStatus SimulationLoop::resolve_contacts() {
  if (system_->contacts.empty()) return SimulationStatus::ok;
  glance();
  std::ranges::copy(mode_.touch, touch_before_.begin());
  bool approaches = false;
  for (std::size_t c = 0; c < system_->contacts.size(); ++c) {
    const SimulationStatus status = is_near(c) ? check_contact(c) : SimulationStatus::ok;
    if (status == SimulationStatus::ok) continue;
    fault_row_ = system_->contacts[c].row;
    return status;
  }
  for (std::size_t c = 0; c < system_->contacts.size(); ++c)
    approaches = approaches || (is_near(c) && motion_.row_speed(system_->contacts[c].row) < -options_.rest_speed);
  if (approaches)
    if (const SimulationStatus status = impact(system_->impact_order); status != SimulationStatus::ok) return status;
  return find_touching();
}

// A flight ends after twice its speed over the acceleration that pulls it back. Fixed steps leave out flights that are
// over within a hundredth of a tick: nobody could see them, and they come in ever greater numbers.
double SimulationLoop::slowest_rebound(std::size_t row) {
  if (options_.method == Method::adaptive) return options_.rest_speed;
  (void)motion_.evaluate(t_, y_);
  return std::max(options_.rest_speed, -motion_.row_acceleration(row) * shortest_flight * options_.step / 2);
}

// The contacts that take part at the state last looked at. Those that leave do not: they take no force.
void SimulationLoop::gather(bool leaving_too) {
  contacts_.clear();
  contacts_.set_rows(mode_.active);
  const bool capped = options_.method != Method::adaptive && events_in_tick_ >= options_.events_per_tick;
  for (std::size_t c = 0; c < system_->contacts.size(); ++c) {
    const ContactDescription& contact = system_->contacts[c];
    const double speed = motion_.row_speed(contact.row);
    approach_[contact.row] = 0;
    if (!is_near(c) || (!leaving_too && speed > options_.rest_speed && brief_[c] == 0)) continue;
    TouchingContact touching{static_cast<int>(contact.row), {-1, -1}, motion_.friction(c), 0};
    // Too slow a separation is none: Zeno's bounces end in contact.
    const double restitution = watch_[contact.restitution];
    const bool approaches = restitution > 0 && speed < -options_.rest_speed;
    if (!capped && !(approaches && restitution * -speed <= slowest_rebound(contact.row)))
      touching.restitution = restitution;
    approach_[contact.row] = speed;
    std::array<double, 2> slip{};
    for (std::size_t k = 0; k < contact.tangents; ++k) {
      touching.tangents[k] = static_cast<int>(contact.row + k + 1);
      approach_[contact.row + k + 1] = slip[k] = motion_.row_speed(contact.row + k + 1);
    }
    const double size = std::hypot(slip[0], slip[1]);
    for (double& part : slip) part = size > slip_tolerance ? part / size : 0;
    // Impacts know no other friction than that of sliding.
    if (!leaving_too && size <= slip_tolerance) touching.friction = motion_.static_friction(c);
    contacts_.add(c, touching, slip, motion_.friction(c));
  }
}

// At the state last looked at. Contacts that touch meet, rows of the mode in the making are imposed, all at once.
SimulationStatus SimulationLoop::impact(ImpactOrder order) {
  gather(true);
  // Where all of the kinetic energy is u.M u / 2, the report tells it.
  const bool told = system_->energy_rate == absent;
  const double before = told ? 0 : energy(t_, y_);
  const ImpactReport report = contacts_.impact(motion_, order, motion_.speeds_of(y_));
  if (report.status == ContactStatus::dynamics_failed) return translate(report.dynamics);
  if (const SimulationStatus status = translate(report.status); status != SimulationStatus::ok) {
    for (std::size_t k = contacts_.count(); k-- > 0;)
      if (approach_[system_->contacts[contacts_.contact(k)].row] < 0)
        fault_row_ = system_->contacts[contacts_.contact(k)].row;
    return status;
  }
  const double gained = told ? report.energy_after - report.energy_before : energy(t_, y_) - before;
  impacts_ += report.loss;
  event_work_ += gained + report.loss;  // of surfaces that move
  glance();
  const std::size_t noted = occurrences.size();
  double left = report.loss;
  for (std::size_t k = 0; k < contacts_.count(); ++k) {
    const ContactDescription& contact = system_->contacts[contacts_.contact(k)];
    if (approach_[contact.row] >= -options_.rest_speed) continue;
    // An impulse works with the mean of the speeds before and after.
    double loss = 0;
    for (std::size_t row = contact.row; row <= contact.row + contact.tangents; ++row)
      loss -= contacts_.impulses()[row] * (approach_[row] + motion_.row_speed(row)) / 2;
    note({t_, Occurrence::Kind::impact, contacts_.contact(k), loss, true});
    left -= loss;
  }
  // In a sequence speeds change between impulses: what the means leave over belongs to the one that began it.
  if (order == ImpactOrder::in_sequence && noted < occurrences.size()) occurrences[noted].loss += left;
  return SimulationStatus::ok;
}

// Which contacts that touch and do not part carry a force, and which of these stick. Contacts that knock each other
// open in turn (a lever between two stops) come to rest after infinitely many impacts, too: who would be back at once
// stays.
SimulationStatus SimulationLoop::find_touching() {
  std::ranges::fill(brief_, std::uint8_t{0});
  SimulationStatus status = sort_contacts();
  if (status == SimulationStatus::ok && find_brief_flights()) status = sort_contacts();
  return status == SimulationStatus::ok ? take_touching() : status;
}

// Of the contacts that part now, at the state and in the mode last evaluated.
bool SimulationLoop::find_brief_flights() {
  if (options_.method == Method::adaptive) return false;
  bool found = false;
  for (std::size_t c = 0; c < system_->contacts.size(); ++c) {
    if (mode_.touch[c] != Touch::apart || !is_near(c)) continue;
    const double speed = motion_.row_speed(system_->contacts[c].row);
    brief_[c] = speed > options_.rest_speed && speed <= slowest_rebound(system_->contacts[c].row) ? 1 : 0;
    found = found || brief_[c] != 0;
  }
  return found;
}

SimulationStatus SimulationLoop::sort_contacts() {
  glance();
  gather(false);
  for (std::size_t c = 0; c < system_->contacts.size(); ++c) touch(c, Touch::apart);
  if (contacts_.count() > 0)
    if (const SimulationStatus status = translate(contacts_.find_forces(motion_)); status != SimulationStatus::ok) {
      fault_row_ = system_->contacts[contacts_.contact(0)].row;
      return status;
    }
  for (std::size_t k = 0; k < contacts_.count(); ++k) {
    const std::size_t c = contacts_.contact(k);
    const ContactDescription& contact = system_->contacts[c];
    const ContactResult result = contacts_.result(k);
    const bool sticks = result.motion == ContactMotion::sticks;
    touch(c, result.motion == ContactMotion::separates ? Touch::apart : sticks ? Touch::sticking : Touch::sliding);
    const bool rubs = motion_.static_friction(c) > 0;
    for (std::size_t i = 0; i < contact.tangents; ++i)
      mode_.direction[contact.row + i + 1] = rubs ? result.slip_direction[i] : 0;
  }
  const std::size_t most = 2 * contacts_.count();
  for (std::size_t change = 0;; ++change) {
    motion_.go_on_in(mode_);
    const SimulationStatus status = translate(motion_.evaluate(t_, y_));
    if (status != SimulationStatus::ok) return status;
    if (change == most || !correct_touching()) return SimulationStatus::ok;
  }
}

// A contact whose force pulls by ever so little opens, one whose friction is beyond its limit slides; false if there is
// none. Forces that are not unique decide nothing.
bool SimulationLoop::correct_touching() {
  const std::span<const double> forces = motion_.forces();
  double largest = 0, worst = 0;
  for (const double force : forces) largest = std::max(largest, std::abs(force));
  std::size_t pulls = absent;
  for (std::size_t c = 0; c < system_->contacts.size(); ++c) {
    const double force = forces[system_->contacts[c].row];
    const bool counts = mode_.touch[c] != Touch::apart && motion_.force_is_unique(c);
    if (!counts || force >= worst - force_rounding * largest) continue;
    worst = force;
    pulls = c;
  }
  if (pulls != absent) return touch(pulls, Touch::apart), true;
  for (std::size_t c = 0; c < system_->contacts.size(); ++c) {
    if (mode_.touch[c] != Touch::sticking || !motion_.force_is_unique(c)) continue;
    const ContactDescription& contact = system_->contacts[c];
    const std::span<const double> tangential = forces.subspan(contact.row + 1, contact.tangents);
    double size = 0;
    for (const double part : tangential) size = std::hypot(size, part);
    if (size <= motion_.static_friction(c) * forces[contact.row] + force_rounding * largest) continue;
    for (std::size_t k = 0; k < contact.tangents; ++k) mode_.direction[contact.row + k + 1] = -tangential[k] / size;
    touch(c, Touch::sliding);
    return true;
  }
  return false;
}

// The rest of normal speed and slip goes, offsets are set, and what changed is noted. What parts a little inside the
// surface does so from there; what is not enabled may be anywhere.
SimulationStatus SimulationLoop::take_touching() {
  for (std::size_t c = 0; c < system_->contacts.size(); ++c) {
    const std::size_t row = system_->contacts[c].row;
    const double gap = motion_.row_value(row) + motion_.mode().offset[row];
    mode_.offset[row] = mode_.touch[c] == Touch::apart && is_enabled(c) ? std::min(gap, 0.0) : 0;
  }
  motion_.go_on_in(mode_);
  const bool touches = std::ranges::any_of(mode_.touch, [](Touch t) { return t != Touch::apart; });
  const bool stops = std::ranges::find(brief_, std::uint8_t{1}) != brief_.end();  // more than rounding
  if (touches) {
    const double before = energy(t_, y_);
    const DynamicsStatus completed = stops ? motion_.project(t_, y_).status : motion_.complete_speeds(t_, y_);
    if (const SimulationStatus status = translate(completed); status != SimulationStatus::ok) return status;
    impacts_ += before - energy(t_, y_);
  }
  for (std::size_t c = 0; c < system_->contacts.size(); ++c) {
    const bool was = touch_before_[c] != Touch::apart, is = mode_.touch[c] != Touch::apart;
    const bool rubs = system_->contacts[c].tangents > 0;
    if (is != was) note({t_, is ? Occurrence::Kind::closes : Occurrence::Kind::opens, c, 0, is});
    if (is && rubs && touch_before_[c] != mode_.touch[c])
      note({t_, mode_.touch[c] == Touch::sticking ? Occurrence::Kind::sticks : Occurrence::Kind::slips, c, 0, true});
  }
  return SimulationStatus::ok;
}

// What the contacts that touch would do at the state last looked at, where forces of rows do not tell: who of a
// table's four legs leaves, which of two feet slips. Results stand by place in the list of contacts that touch.
SimulationStatus SimulationLoop::judge_contacts() {
  contacts_.clear();
  const Mode& mode = motion_.mode();
  contacts_.set_rows(mode.active);
  for (std::size_t c = 0; c < system_->contacts.size(); ++c) {
    if (mode.touch[c] == Touch::apart) continue;
    const ContactDescription& contact = system_->contacts[c];
    const bool slides = mode.touch[c] == Touch::sliding;
    TouchingContact touching{static_cast<int>(contact.row), {-1, -1}, motion_.friction(c), 0};
    if (!slides) touching.friction = motion_.static_friction(c);
    std::array<double, 2> slip{};
    for (std::size_t k = 0; k < contact.tangents; ++k) {
      touching.tangents[k] = static_cast<int>(contact.row + k + 1);
      if (slides) slip[k] = mode.direction[contact.row + k + 1];
    }
    contacts_.add(c, touching, slip, motion_.friction(c));
  }
  return translate(contacts_.find_forces(motion_));
}

}  // namespace tangible
