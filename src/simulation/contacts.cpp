// SPDX-License-Identifier: Apache-2.0
// Contacts: impacts, and which contacts carry force afterwards.
//
// Both are complementarity problems over all contacts that touch: impulses (forces) push and never pull, contacts part
// and never penetrate, friction stays below its limit or opposes slip. Solved by changing one contact at a time, the
// worst first, until all agree; the number of changes is capped.
#include <algorithm>
#include <cmath>

#include "simulation/simulation.h"
#include "simulation/status.h"

namespace tangible {
namespace {

constexpr double touching_gap = 1e-9;     // m or rad
constexpr double slip_tolerance = 1e-8;   // m/s: slower is not sliding
constexpr double impulse_noise = 1e-9;    // relative: what counts as no pull
constexpr double force_rounding = 1e-15;  // the same for forces, whose zeros have been located
constexpr int changes_per_contact = 8;

}  // namespace

bool Simulation::is_enabled(std::size_t contact) const {
  const std::size_t condition = system_->contacts[contact].enabled;
  return switched_off_[contact] == 0 && (condition == absent || watch_[condition] != 0);
}

bool Simulation::is_near(std::size_t contact) const {
  if (!is_enabled(contact)) return false;
  return mode_.touch[contact] != Touch::apart || motion_.row_value(system_->contacts[contact].row) < touching_gap;
}

// Rows of the mode in the making follow from how a contact touches.
void Simulation::touch(std::size_t contact, Touch how) {
  const ContactDescription& description = system_->contacts[contact];
  mode_.touch[contact] = how;
  mode_.active[description.row] = how == Touch::apart ? 0 : 1;
  for (std::size_t k = 1; k <= description.tangents; ++k)
    mode_.active[description.row + k] = how == Touch::sticking ? 1 : 0;
}

// The direction of slip, of length one: `sign` times the tangent components given, by row.
void Simulation::set_direction(std::size_t contact, double sign, std::span<const double> along) {
  const ContactDescription& description = system_->contacts[contact];
  double size = 0;
  for (std::size_t k = 1; k <= description.tangents; ++k) size = std::hypot(size, along[description.row + k]);
  for (std::size_t k = 1; k <= description.tangents; ++k)
    mode_.direction[description.row + k] = size > 0 ? sign * along[description.row + k] / size : 0;
}

SimulationStatus Simulation::resolve_contacts() {
  if (system_->contacts.empty()) return SimulationStatus::ok;
  (void)look_at(t_, y_);
  std::ranges::copy(mode_.touch, touch_before_.begin());
  if (find_impact())
    if (const SimulationStatus status = impact(); status != SimulationStatus::ok) return status;
  return find_touching();
}

// Whether contacts that touch approach each other; prepares what is asked for after the impact.
bool Simulation::find_impact() {
  bool any = false;
  const bool capped = options_.method != Method::adaptive && events_in_tick_ >= options_.events_per_tick;
  std::ranges::fill(targets_, 0.0);
  for (std::size_t c = 0; c < system_->contacts.size(); ++c) {
    const ContactDescription& contact = system_->contacts[c];
    approach_[contact.row] = 0;
    if (!is_near(c)) continue;
    const double speed = motion_.row_speed(contact.row);
    if (speed >= -options_.rest_speed) continue;
    any = true;
    approach_[contact.row] = speed;
    // Newton: separation is e times approach; too slow a separation is none (Zeno's bounces end in contact).
    const double bounce = watch_[contact.restitution] * -speed;
    targets_[contact.row] = bounce > options_.rest_speed && !capped ? -bounce : 0;
  }
  return any;
}

SimulationStatus Simulation::impact() {
  const double before = energy(t_, y_);
  std::ranges::copy(y_, y_trial_.begin());
  begin_impact();
  const int most = changes_per_contact * static_cast<int>(system_->contacts.size());
  for (int change = 0;; ++change) {
    if (change > most) return SimulationStatus::friction_paradox;
    std::ranges::copy(y_trial_, y_.begin());
    motion_.set_mode(mode_);
    DynamicsStatus status = motion_.impose(t_, y_, {}, targets_);
    if (status == DynamicsStatus::inconsistent_rows) {
      // More contacts than freedoms, which cannot all bounce as they are told: none does.
      std::ranges::fill(targets_, 0.0);
      std::ranges::copy(y_trial_, y_.begin());
      status = motion_.impose(t_, y_, {}, targets_);
    }
    if (status != DynamicsStatus::ok && status != DynamicsStatus::singular_configuration) return translate(status);
    if (!correct_impulses()) break;
  }
  const double loss = before - energy(t_, y_);
  if (loss < -1e-9 * (1e-3 + std::abs(before))) return SimulationStatus::energy_gain;
  impacts_ += loss;
  for (std::size_t c = 0; c < system_->contacts.size(); ++c)
    if (approach_[system_->contacts[c].row] < 0) note({t_, Occurrence::Kind::impact, c, loss, true});
  return SimulationStatus::ok;
}

// At first those that approach take part, sliding as they slid; those that do not slide stick.
void Simulation::begin_impact() {
  for (std::size_t c = 0; c < system_->contacts.size(); ++c) {
    const ContactDescription& contact = system_->contacts[c];
    tries_[c] = 0;
    double slip = 0;
    for (std::size_t k = 1; k <= contact.tangents; ++k) {
      const double speed = motion_.row_speed(contact.row + k);
      approach_[contact.row + k] = speed;
      slip = std::hypot(slip, speed);
    }
    const bool slides = contact.tangents == 0 || slip > slip_tolerance;
    if (slides) set_direction(c, 1, approach_);
    const bool takes_part = approach_[contact.row] < 0 || mode_.touch[c] != Touch::apart;
    touch(c, !takes_part ? Touch::apart : slides ? Touch::sliding : Touch::sticking);
  }
}

// Changes the contact that disagrees most; false if all agree. Impulses are in forces(), speeds in the state.
bool Simulation::correct_impulses() {
  const std::span<const double> impulses = motion_.forces();
  double largest = 0, worst = 0;
  for (const double impulse : impulses) largest = std::max(largest, std::abs(impulse));
  std::size_t pulls = absent;
  for (std::size_t c = 0; c < system_->contacts.size(); ++c) {
    const double impulse = impulses[system_->contacts[c].row];
    if (mode_.touch[c] == Touch::apart || impulse >= worst - impulse_noise * largest) continue;
    worst = impulse;
    pulls = c;
  }
  if (pulls != absent) return touch(pulls, Touch::apart), true;
  for (std::size_t c = 0; c < system_->contacts.size(); ++c)
    if (mode_.touch[c] == Touch::sticking && exceeds_friction(c, impulse_noise * largest)) {
      set_direction(c, -1, impulses);
      touch(c, Touch::sliding);
      tries_[c] += 10;  // it has been shown not to stick
      return true;
    }
  (void)motion_.evaluate(t_, y_);  // speeds after the impact; the impulses are gone
  for (std::size_t c = 0; c < system_->contacts.size(); ++c) {
    const ContactDescription& contact = system_->contacts[c];
    double along = 0;
    for (std::size_t k = 1; k <= contact.tangents; ++k)
      along += motion_.row_speed(contact.row + k) * mode_.direction[contact.row + k];
    // Friction that turns the slip round stops it instead.
    if (mode_.touch[c] == Touch::sliding && along < -slip_tolerance && tries_[c] < 10)
      return touch(c, Touch::sticking), true;
  }
  // Contacts that would still approach take part after all.
  for (std::size_t c = 0; c < system_->contacts.size(); ++c) {
    const std::size_t row = system_->contacts[c].row;
    if (mode_.touch[c] != Touch::apart || !is_enabled(c) || motion_.row_value(row) >= touching_gap) continue;
    if (motion_.row_speed(row) + targets_[row] >= -options_.rest_speed || ++tries_[c] % 10 > 3) continue;
    return touch(c, Touch::sliding), true;
  }
  return false;
}

bool Simulation::exceeds_friction(std::size_t contact, double slack) const {
  const ContactDescription& description = system_->contacts[contact];
  const std::span<const double> forces = motion_.forces();
  double size = 0;
  for (std::size_t k = 1; k <= description.tangents; ++k) size = std::hypot(size, forces[description.row + k]);
  return size > motion_.friction(contact) * forces[description.row] + slack;
}

// Which contacts that touch and do not part carry a force, and which of these stick.
SimulationStatus Simulation::find_touching() {
  (void)look_at(t_, y_);
  for (std::size_t c = 0; c < system_->contacts.size(); ++c) {
    const ContactDescription& contact = system_->contacts[c];
    const bool stays = is_near(c) && motion_.row_speed(contact.row) <= options_.rest_speed;
    double slip = 0;
    for (std::size_t k = 1; k <= contact.tangents; ++k) {
      targets_[contact.row + k] = motion_.row_speed(contact.row + k);
      slip = std::hypot(slip, targets_[contact.row + k]);
    }
    const bool slides = contact.tangents == 0 || slip > slip_tolerance;
    if (slides && contact.tangents > 0) set_direction(c, 1, targets_);
    touch(c, !stays ? Touch::apart : slides ? Touch::sliding : Touch::sticking);
    approach_[contact.row] = stays ? 1 : 0;
  }
  const int most = changes_per_contact * static_cast<int>(system_->contacts.size());
  for (int change = 0;; ++change) {
    if (change > most) return SimulationStatus::friction_paradox;
    motion_.set_mode(mode_);
    const DynamicsStatus status = motion_.evaluate(t_, y_);
    if (status != DynamicsStatus::ok && status != DynamicsStatus::singular_configuration) return translate(status);
    if (!correct_touching()) break;
  }
  return take_touching();
}

bool Simulation::correct_touching() {
  const std::span<const double> forces = motion_.forces();
  double largest = 0, worst = 0;
  for (const double force : forces) largest = std::max(largest, std::abs(force));
  std::size_t pulls = absent;
  for (std::size_t c = 0; c < system_->contacts.size(); ++c) {
    const double force = forces[system_->contacts[c].row];
    if (mode_.touch[c] == Touch::apart || force >= worst - force_rounding * largest) continue;
    worst = force;
    pulls = c;
  }
  if (pulls != absent) return touch(pulls, Touch::apart), true;
  for (std::size_t c = 0; c < system_->contacts.size(); ++c)
    if (mode_.touch[c] == Touch::sticking && exceeds_friction(c, force_rounding * largest)) {
      set_direction(c, -1, forces);
      touch(c, Touch::sliding);
      return true;
    }
  // Of those let go, one that would fall back carries force after all.
  for (std::size_t c = 0; c < system_->contacts.size(); ++c) {
    const std::size_t row = system_->contacts[c].row;
    if (mode_.touch[c] != Touch::apart || approach_[row] != 1 || motion_.row_acceleration(row) >= -1e-9) continue;
    approach_[row] = 2;  // once
    touch(c, Touch::sliding);
    return true;
  }
  return false;
}

// The rest of normal speed and slip goes, offsets are set, and what changed is noted.
SimulationStatus Simulation::take_touching() {
  const double before = energy(t_, y_);
  for (std::size_t c = 0; c < system_->contacts.size(); ++c) {
    const std::size_t row = system_->contacts[c].row;
    const double gap = motion_.row_value(row) + motion_.mode().offset[row];
    mode_.offset[row] = mode_.touch[c] == Touch::apart ? std::min(gap, 0.0) : 0;
  }
  motion_.set_mode(mode_);
  const bool touches = std::ranges::any_of(mode_.touch, [](Touch t) { return t != Touch::apart; });
  if (touches)
    if (const SimulationStatus status = translate(motion_.complete_speeds(t_, y_)); status != SimulationStatus::ok)
      return status;
  impacts_ += before - energy(t_, y_);
  for (std::size_t c = 0; c < system_->contacts.size(); ++c) {
    const bool was = touch_before_[c] != Touch::apart, is = mode_.touch[c] != Touch::apart;
    const bool rubs = system_->contacts[c].tangents > 0;
    if (is != was) note({t_, is ? Occurrence::Kind::closes : Occurrence::Kind::opens, c, 0, is});
    if (is && rubs && touch_before_[c] != mode_.touch[c])
      note({t_, mode_.touch[c] == Touch::sticking ? Occurrence::Kind::sticks : Occurrence::Kind::slips, c, 0, true});
  }
  return SimulationStatus::ok;
}

}  // namespace tangible
