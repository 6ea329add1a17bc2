// SPDX-License-Identifier: Apache-2.0
// Impacts, and the states of contacts after an instant.
#include "simulation/contact_resolver.h"

#include <algorithm>
#include <cmath>

namespace tangible {
namespace {

constexpr double touching_gap = 1e-9;     // m or rad
constexpr double shortest_flight = 0.01;  // of a tick
constexpr double slip_tolerance = 1e-8;   // m/s: slower is not sliding
constexpr double force_rounding = 1e-15;  // relative: a smaller pull is none
constexpr double deepest_gap = -1e-6;     // m or rad: a contact that closes deeper was put there

}  // namespace

ContactResolver::ContactResolver(MechanismState& state, RunJournal& journal)
    : state_(state),
      journal_(journal),
      solver_(state.system),
      switched_off_(state.system.contacts.size()),
      rebound_suppressed_(state.system.contacts.size()),
      states_before_(state.system.contacts.size()),
      stuck_before_(state.system.frictions.size()),
      row_speeds_before_impact_(state.system.rows.size()) {
  losses_.reserve(state.system.contacts.size());
}

bool ContactResolver::is_enabled(std::size_t contact) const {
  const std::size_t condition = state_.system.contacts[contact].enabled;
  return switched_off_[contact] == 0 && (condition == absent || state_.watch[condition] != 0);
}

void ContactResolver::switch_contact(std::size_t row, bool on) {
  const auto contact = std::ranges::find(state_.system.contacts, row, &ContactDescription::row);
  switched_off_[static_cast<std::size_t>(contact - state_.system.contacts.begin())] = on ? 0 : 1;
}

bool ContactResolver::is_near(std::size_t contact) const {
  if (!is_enabled(contact)) return false;
  return state_.next_mode.contacts[contact] != ContactState::open ||
         state_.motion.rows().value(state_.system.contacts[contact].row) < touching_gap;
}

void ContactResolver::set_contact_state(std::size_t contact, ContactState contact_state) {
  const ContactDescription& description = state_.system.contacts[contact];
  Mode& mode = state_.next_mode;
  mode.contacts[contact] = contact_state;
  mode.active[description.row] = contact_state == ContactState::open ? 0 : 1;
  for (std::size_t k = 1; k <= description.tangents; ++k)
    mode.active[description.row + k] = contact_state == ContactState::sticking ? 1 : 0;
}

void ContactResolver::set_friction_sign(std::size_t friction, double sign) {
  state_.next_mode.signs[friction] = sign;
  state_.next_mode.active[state_.system.frictions[friction].row] = sign == 0 ? 1 : 0;
}

// Checks a contact that may close. One that is found deep inside the surface has not come there by moving: it began
// there, or was enabled there, and no impulse is the response to that.
SimulationStatus ContactResolver::check_contact(std::size_t contact) const {
  const SystemMotion& motion = state_.motion;
  const ContactDescription& description = state_.system.contacts[contact];
  if (state_.next_mode.contacts[contact] == ContactState::open && motion.rows().value(description.row) < deepest_gap)
    return SimulationStatus::off_surface;
  const double restitution = state_.watch[description.restitution];
  if (!std::isfinite(motion.friction().coefficient(contact) + motion.friction().static_coefficient(contact) +
                     restitution))
    return SimulationStatus::not_finite;
  const bool collides = motion.rows().speed(description.row) < -state_.options.rest_speed;
  return collides && (restitution < 0 || restitution > 1) ? SimulationStatus::bad_restitution : SimulationStatus::ok;
}

SimulationStatus ContactResolver::resolve() {
  const std::vector<ContactDescription>& contacts = state_.system.contacts;
  if (contacts.empty() && state_.system.frictions.empty()) return SimulationStatus::ok;
  state_.evaluate_conditions();
  std::ranges::copy(state_.next_mode.contacts, states_before_.begin());
  for (std::size_t k = 0; k < stuck_before_.size(); ++k)
    stuck_before_[k] = state_.next_mode.active[state_.system.frictions[k].row];
  bool approaches = false;
  for (std::size_t c = 0; c < contacts.size(); ++c) {
    const SimulationStatus status = is_near(c) ? check_contact(c) : SimulationStatus::ok;
    if (status == SimulationStatus::ok) continue;
    journal_.fault_row = contacts[c].row;
    return status;
  }
  for (std::size_t c = 0; c < contacts.size(); ++c)
    approaches = approaches || (is_near(c) && state_.motion.rows().speed(contacts[c].row) < -state_.options.rest_speed);
  if (approaches)
    if (const SimulationStatus status = impact(state_.system.impact_order); status != SimulationStatus::ok)
      return status;
  return resolve_contact_states();
}

// The separation speed below which a contact stays closed. A flight lasts twice its speed over the acceleration that
// pulls it back. With fixed steps, flights that are over within a hundredth of a tick are suppressed: no output could
// show them, and their number has no bound.
double ContactResolver::rebound_threshold(std::size_t row) {
  const SimulationOptions& options = state_.options;
  if (options.is_adaptive()) return options.rest_speed;
  (void)state_.motion.evaluate(state_.t, state_.y);
  const double acceleration = state_.motion.rows().acceleration(row, state_.motion.accelerations());
  return std::max(options.rest_speed, -acceleration * shortest_flight * options.step / 2);
}

// The contacts that take part at the state last evaluated. Those that separate do not: they have no force.
void ContactResolver::collect_contacts(bool include_separating) {
  const SystemMotion& motion = state_.motion;
  const double rest_speed = state_.options.rest_speed;
  solver_.clear();
  solver_.set_rows(state_.next_mode.active);
  for (std::size_t c = 0; c < state_.system.contacts.size(); ++c) {
    const ContactDescription& contact = state_.system.contacts[c];
    const double speed = motion.rows().speed(contact.row);
    row_speeds_before_impact_[contact.row] = 0;
    if (!is_near(c) || (!include_separating && speed > rest_speed && rebound_suppressed_[c] == 0)) continue;
    TouchingContact touching{static_cast<int>(contact.row), {-1, -1}, motion.friction().coefficient(c), 0};
    // Too slow a separation is none: Zeno's bounces end in contact.
    const double restitution = state_.watch[contact.restitution];
    const bool approaches = restitution > 0 && speed < -rest_speed;
    if (!plastic_ && !(approaches && restitution * -speed <= rebound_threshold(contact.row)))
      touching.restitution = restitution;
    row_speeds_before_impact_[contact.row] = speed;
    std::array<double, 2> slip{};
    for (std::size_t k = 0; k < contact.tangents; ++k) {
      touching.tangents[k] = static_cast<int>(contact.row + k + 1);
      row_speeds_before_impact_[contact.row + k + 1] = slip[k] = motion.rows().speed(contact.row + k + 1);
    }
    const double size = std::hypot(slip[0], slip[1]);
    for (double& part : slip) part = size > slip_tolerance ? part / size : 0;
    // Impacts use the coefficient of sliding friction.
    if (!include_separating && size <= slip_tolerance) touching.friction = motion.friction().static_coefficient(c);
    solver_.add(c, touching, slip, motion.friction().coefficient(c));
  }
}

// Dry friction that slides continues as its speed does; friction that does not slide takes part, and has no force yet.
void ContactResolver::collect_frictions() {
  const std::size_t count = state_.system.frictions.size();
  if (count == 0) return;
  SystemMotion& motion = state_.motion;
  for (std::size_t k = 0; k < count; ++k) {
    const double speed = motion.rows().speed(state_.system.frictions[k].row);
    const bool slides = std::abs(speed) > slip_tolerance;
    set_friction_sign(k, slides ? std::copysign(1.0, speed) : 0);
    if (!slides) solver_.add_friction(k, std::max(motion.friction_limit(k), 0.0));
  }
  motion.update_mode(state_.next_mode);
  motion.evaluate_rows(state_.t, state_.y);
}

SimulationStatus ContactResolver::impact(ImpactOrder order) {
  collect_contacts(true);
  losses_.clear();
  // Where all of the kinetic energy is u.M u / 2, the report has it.
  const bool reported = state_.system.energy_rate == absent;
  const double before = reported ? 0 : state_.energy(state_.t, state_.y);
  const ImpactReport report = solver_.impact(state_.motion, order, state_.motion.speeds_of(state_.y));
  if (report.status == ContactStatus::dynamics_failed) return translate(report.dynamics);
  if (const SimulationStatus status = translate(report.status, report.dynamics); status != SimulationStatus::ok) {
    set_fault_to_approaching_contact();
    return status;
  }
  const double gained =
      reported ? report.energy_after - report.energy_before : state_.energy(state_.t, state_.y) - before;
  journal_.books.book_impact_loss(report.loss);
  journal_.books.book_event_work(gained + report.loss);  // of surfaces that move
  state_.evaluate_conditions();
  note_impact_losses(report.loss, order);
  return SimulationStatus::ok;
}

void ContactResolver::set_fault_to_approaching_contact() {
  for (std::size_t k = solver_.count(); k-- > 0;) {
    const std::size_t row = state_.system.contacts[solver_.contact(k)].row;
    if (row_speeds_before_impact_[row] < 0) journal_.fault_row = row;
  }
}

// The share of each contact that collided. An impulse works with the mean of the speeds before and after.
void ContactResolver::note_impact_losses(double total, ImpactOrder order) {
  double left = total;
  for (std::size_t k = 0; k < solver_.count(); ++k) {
    const ContactDescription& contact = state_.system.contacts[solver_.contact(k)];
    if (row_speeds_before_impact_[contact.row] >= -state_.options.rest_speed) continue;
    double loss = 0;
    for (std::size_t row = contact.row; row <= contact.row + contact.tangents; ++row)
      loss -= solver_.impulses()[row] * (row_speeds_before_impact_[row] + state_.motion.rows().speed(row)) / 2;
    losses_.push_back({solver_.contact(k), loss});
    left -= loss;
  }
  // In a sequence speeds change between impulses: what the means leave over belongs to the contact that began it.
  if (order == ImpactOrder::in_sequence && !losses_.empty()) losses_.front().energy += left;
  for (const Loss& loss : losses_)
    journal_.note({state_.t, Occurrence::Kind::impact, loss.contact, loss.energy, true,
                   impulse(state_.system.contacts[loss.contact].row)});
}

SimulationStatus ContactResolver::apply_impulse(std::span<const double> load) {
  solver_.set_rows(state_.motion.mode().active);
  return translate(solver_.apply_impulse(state_.motion, load, state_.motion.speeds_of(state_.y)));
}

// Which contacts that do not separate carry a force, and which of these stick. Contacts that push each other open in
// turn (a lever between two stops) come to rest after infinitely many impacts, too: a rebound that would end within the
// tick is suppressed.
SimulationStatus ContactResolver::resolve_contact_states() {
  std::ranges::fill(rebound_suppressed_, std::uint8_t{0});
  SimulationStatus status = classify_contacts();
  if (status == SimulationStatus::ok && suppress_short_rebounds()) status = classify_contacts();
  return status == SimulationStatus::ok ? commit_contact_states() : status;
}

// Of the contacts that open now, at the state and in the mode last evaluated. True: there is one.
bool ContactResolver::suppress_short_rebounds() {
  if (state_.options.is_adaptive()) return false;
  bool found = false;
  for (std::size_t c = 0; c < state_.system.contacts.size(); ++c) {
    if (state_.next_mode.contacts[c] != ContactState::open || !is_near(c)) continue;
    const std::size_t row = state_.system.contacts[c].row;
    const double speed = state_.motion.rows().speed(row);
    rebound_suppressed_[c] = speed > state_.options.rest_speed && speed <= rebound_threshold(row) ? 1 : 0;
    found = found || rebound_suppressed_[c] != 0;
  }
  return found;
}

SimulationStatus ContactResolver::classify_contacts() {
  Mode& mode = state_.next_mode;
  SystemMotion& motion = state_.motion;
  state_.evaluate_conditions();
  collect_contacts(false);
  collect_frictions();
  for (std::size_t c = 0; c < state_.system.contacts.size(); ++c) set_contact_state(c, ContactState::open);
  if (solver_.count() > 0)
    if (const SimulationStatus status = find_forces(); status != SimulationStatus::ok) {
      const std::size_t first = solver_.contact(0), contacts = state_.system.contacts.size();
      journal_.fault_row =
          first < contacts ? state_.system.contacts[first].row : state_.system.frictions[first - contacts].row;
      return status;
    }
  for (std::size_t k = 0; k < solver_.count(); ++k) take_result(k);
  const std::size_t max_changes = 2 * solver_.count();
  for (std::size_t change = 0;; ++change) {
    motion.update_mode(mode);
    const SimulationStatus status = translate(motion.evaluate(state_.t, state_.y));
    if (status != SimulationStatus::ok) return status;
    if (change == max_changes || !correct_contact_states()) return SimulationStatus::ok;
  }
}

// The result of the complementarity problem for a contact or a load with dry friction.
void ContactResolver::take_result(std::size_t k) {
  const std::size_t c = solver_.contact(k);
  const ContactResult result = solver_.result(k);
  const bool sticks = result.motion == ContactMotion::sticks;
  if (c >= state_.system.contacts.size()) {
    // Without friction the direction of slip is undetermined: either sign gives no force.
    const double way = result.slip_direction[0];
    return set_friction_sign(c - state_.system.contacts.size(), sticks ? 0 : way == 0 ? 1 : way);
  }
  const ContactDescription& contact = state_.system.contacts[c];
  set_contact_state(c, result.motion == ContactMotion::separates ? ContactState::open
                       : sticks                                  ? ContactState::sticking
                                                                 : ContactState::sliding);
  const bool has_friction = state_.motion.friction().static_coefficient(c) > 0;
  for (std::size_t i = 0; i < contact.tangents; ++i)
    state_.next_mode.direction[contact.row + i + 1] = has_friction ? result.slip_direction[i] : 0;
}

// A contact whose force pulls by ever so little opens, one whose friction is beyond its limit slides; false if there is
// none. Forces that are not unique decide nothing.
bool ContactResolver::correct_contact_states() {
  Mode& mode = state_.next_mode;
  const SystemMotion& motion = state_.motion;
  const std::span<const double> forces = motion.forces();
  double largest = 0;
  for (const double force : forces) largest = std::max(largest, std::abs(force));
  if (open_pulling_contact(largest)) return true;
  for (std::size_t c = 0; c < state_.system.contacts.size(); ++c) {
    if (mode.contacts[c] != ContactState::sticking || !motion.force_is_unique(c)) continue;
    const ContactDescription& contact = state_.system.contacts[c];
    const std::span<const double> tangential = forces.subspan(contact.row + 1, contact.tangents);
    double size = 0;
    for (const double part : tangential) size = std::hypot(size, part);
    if (size <= motion.friction().static_coefficient(c) * forces[contact.row] + force_rounding * largest) continue;
    for (std::size_t k = 0; k < contact.tangents; ++k) mode.direction[contact.row + k + 1] = -tangential[k] / size;
    set_contact_state(c, ContactState::sliding);
    return true;
  }
  return correct_frictions(largest);
}

bool ContactResolver::correct_frictions(double largest_force) {
  const SystemMotion& motion = state_.motion;
  for (std::size_t k = 0; k < state_.system.frictions.size(); ++k) {
    const std::size_t row = state_.system.frictions[k].row;
    if (state_.next_mode.active[row] == 0 || !motion.row_force_is_unique(row)) continue;
    const double force = motion.forces()[row];
    if (std::abs(force) <= motion.friction_limit(k) + force_rounding * largest_force) continue;
    set_friction_sign(k, force > 0 ? -1 : 1);
    return true;
  }
  return false;
}

// The one that pulls most, if any does.
bool ContactResolver::open_pulling_contact(double largest_force) {
  const std::span<const double> forces = state_.motion.forces();
  double worst = 0;
  std::size_t pulls = absent;
  for (std::size_t c = 0; c < state_.system.contacts.size(); ++c) {
    const double force = forces[state_.system.contacts[c].row];
    const bool counts = state_.next_mode.contacts[c] != ContactState::open && state_.motion.force_is_unique(c);
    if (!counts || force >= worst - force_rounding * largest_force) continue;
    worst = force;
    pulls = c;
  }
  if (pulls == absent) return false;
  set_contact_state(pulls, ContactState::open);
  return true;
}

// The remainder of normal speed and slip is removed, offsets are set, and changes are noted. A contact that opens a
// little inside the surface does so from there; one that is not enabled may be anywhere.
SimulationStatus ContactResolver::commit_contact_states() {
  Mode& mode = state_.next_mode;
  SystemMotion& motion = state_.motion;
  for (std::size_t c = 0; c < state_.system.contacts.size(); ++c) {
    const std::size_t row = state_.system.contacts[c].row;
    const double gap = motion.rows().value(row) + motion.mode().offset[row];
    mode.offset[row] = mode.contacts[c] == ContactState::open && is_enabled(c) ? std::min(gap, 0.0) : 0;
  }
  motion.update_mode(mode);
  const bool any_closed = std::ranges::any_of(mode.contacts, [](ContactState c) { return c != ContactState::open; }) ||
                          std::ranges::find(mode.signs, 0.0) != mode.signs.end();
  const bool stops = std::ranges::find(rebound_suppressed_, std::uint8_t{1}) != rebound_suppressed_.end();
  if (any_closed) {
    const double before = state_.energy(state_.t, state_.y);
    // A suppressed rebound is more than rounding.
    const DynamicsStatus completed = stops ? motion.projection().project(state_.t, state_.y).status
                                           : motion.projection().complete_speeds(state_.t, state_.y);
    if (const SimulationStatus status = translate(completed); status != SimulationStatus::ok) return status;
    journal_.books.book_impact_loss(before - state_.energy(state_.t, state_.y));
  }
  note_changes();
  return SimulationStatus::ok;
}

void ContactResolver::note_changes() {
  using Kind = Occurrence::Kind;
  for (std::size_t c = 0; c < state_.system.contacts.size(); ++c) {
    const ContactState before = states_before_[c], now = state_.next_mode.contacts[c];
    const bool was = before != ContactState::open, is = now != ContactState::open;
    if (is != was) journal_.note({state_.t, is ? Kind::closes : Kind::opens, c, 0, is});
    if (is && state_.system.contacts[c].tangents > 0 && before != now)
      journal_.note({state_.t, now == ContactState::sticking ? Kind::sticks : Kind::slips, c, 0, true});
  }
  for (std::size_t k = 0; k < stuck_before_.size(); ++k)
    if (const bool sticks = state_.next_mode.signs[k] == 0; sticks != (stuck_before_[k] != 0))
      journal_.note({state_.t, sticks ? Kind::sticks : Kind::slips, state_.system.contacts.size() + k, 0, true});
}

SimulationStatus ContactResolver::find_forces() {
  const ContactStatus status = solver_.find_forces(state_.motion);
  return translate(status, solver_.dynamics_status());
}

SimulationStatus ContactResolver::evaluate_contact_states() {
  solver_.clear();
  const SystemMotion& motion = state_.motion;
  const Mode& mode = motion.mode();
  solver_.set_rows(mode.active);
  for (std::size_t c = 0; c < state_.system.contacts.size(); ++c) {
    if (mode.contacts[c] == ContactState::open) continue;
    const ContactDescription& contact = state_.system.contacts[c];
    const bool slides = mode.contacts[c] == ContactState::sliding;
    TouchingContact touching{static_cast<int>(contact.row), {-1, -1}, motion.friction().coefficient(c), 0};
    if (!slides) touching.friction = motion.friction().static_coefficient(c);
    std::array<double, 2> slip{};
    for (std::size_t k = 0; k < contact.tangents; ++k) {
      touching.tangents[k] = static_cast<int>(contact.row + k + 1);
      if (slides) slip[k] = mode.direction[contact.row + k + 1];
    }
    solver_.add(c, touching, slip, motion.friction().coefficient(c));
  }
  for (std::size_t k = 0; k < state_.system.frictions.size(); ++k)
    if (mode.signs[k] == 0) solver_.add_friction(k, std::max(motion.friction_limit(k), 0.0));
  return find_forces();
}

}  // namespace tangible
