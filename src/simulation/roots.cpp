// SPDX-License-Identifier: Apache-2.0
// Root functions: what passes through zero where the mode may change, and when it does.
//
// In order: switching functions of kinks and jumps, triggers of events, and two for each contact. A contact is left as
// it is while both of its functions are positive:
//   apart     gap                     and 1
//   sliding   normal force            and slip along the direction in which it slides
//   sticking  normal force            and friction limit less friction
#include <algorithm>
#include <cmath>

#include "simulation/simulation.h"
#include "simulation/status.h"

namespace tangible {
namespace {

constexpr double location_tolerance = 1e-13;  // s
constexpr int most_trials = 120;
constexpr double inside[] = {0.25, 0.5, 0.75};  // of a step, where a look is taken for what comes and goes within it

}  // namespace

SimulationStatus Simulation::evaluate_roots(double t, std::span<const double> y, std::span<double> roots) {
  const DynamicsStatus status = motion_.evaluate(t, y);
  watch_.evaluate(t, y, motion_);
  auto root = roots.begin();
  for (std::size_t i = 0; i < system_->switches.count; ++i) *root++ = watch_[system_->switches[i]];
  for (const EventDescription& event : system_->events) *root++ = watch_[event.trigger];
  const Mode& mode = motion_.mode();
  for (std::size_t c = 0; c < system_->contacts.size(); ++c) {
    const ContactDescription& contact = system_->contacts[c];
    const std::span<const double> forces = motion_.forces().subspan(contact.row, contact.tangents + 1);
    double first = 1, second = 1;
    if (mode.touch[c] == Touch::apart) {
      if (is_enabled(c)) first = motion_.row_value(contact.row);
    } else {
      first = forces[0];
      double along = 0, size = 0;
      for (std::size_t k = 1; k <= contact.tangents; ++k) {
        along += motion_.row_speed(contact.row + k) * mode.direction[contact.row + k];
        size = std::hypot(size, forces[k]);
      }
      if (contact.tangents > 0)
        second = mode.touch[c] == Touch::sliding ? along : motion_.friction(c) * forces[0] - size;
    }
    *root++ = first;
    *root++ = second;
  }
  return translate(status);
}

bool Simulation::crossed(std::size_t root, double before, double after) const {
  const std::size_t events_at = system_->switches.count, contacts_at = events_at + system_->events.size();
  if (root >= contacts_at) return after < 0;
  // Zero itself is on neither side of a comparison's edge (t > 1 s is false there, t >= 1 s is true): only beyond it
  // has the step crossed, also when it began exactly there.
  if (root < events_at) return stalled_ < 20 && ((before <= 0 && after > 0) || (before >= 0 && after < 0));
  const bool rises = before < 0 && after >= 0, falls = before > 0 && after <= 0;
  switch (system_->events[root - events_at].edge) {
    case EventDescription::Edge::rises: return rises;
    case EventDescription::Edge::falls: return falls;
    case EventDescription::Edge::crosses: return rises || falls;
  }
  return false;
}

bool Simulation::any_crossed(std::span<const double> before, std::span<const double> after) const {
  for (std::size_t i = 0; i < before.size(); ++i)
    if (crossed(i, before[i], after[i])) return true;
  return false;
}

// Where between low and high, 0 to 1, the first of the functions that cross would do so if it were straight.
double Simulation::estimate_crossing() const {
  double first = 1;
  for (std::size_t i = 0; i < roots_.size(); ++i) {
    if (!crossed(i, roots_[i], roots_high_[i])) continue;
    const double low = roots_low_[i], high = roots_high_[i];
    // A contact that has just opened begins at zero: only halving leads away from there.
    first = std::min(first, low * high < 0 ? low / (low - high) : 0.5);
  }
  return first;
}

// Ends the step, of length h, where the first root function crosses zero.
SimulationStatus Simulation::find_crossing(double& h) {
  pending_ = false;
  if (roots_.empty()) return SimulationStatus::ok;
  SimulationStatus status = evaluate_roots(t_before_ + h, y_new_, roots_new_);
  if (status != SimulationStatus::ok) return status;
  bool found = any_crossed(roots_, roots_new_);
  if (!found && options_.method == Method::adaptive) status = look_inside(h, found);
  if (status != SimulationStatus::ok) return status;
  if (!found) {
    stalled_ = 0;
    std::swap(roots_, roots_new_);
    return SimulationStatus::ok;
  }
  pending_ = true;
  status = locate(h);
  stalled_ = h < 1e-12 * (1 + std::abs(t_before_)) ? stalled_ + 1 : 0;
  return status;
}

SimulationStatus Simulation::look_inside(double& h, bool& found) {
  const DynamicsStatus dense = adaptive_.prepare_dense(motion_, t_before_, h, y_, y_new_);
  if (dense != DynamicsStatus::ok) return translate(dense);
  has_dense_ = true;
  for (const double theta : inside) {
    adaptive_.interpolate(theta, y_trial_);
    const SimulationStatus status = evaluate_roots(t_before_ + theta * h, y_trial_, roots_high_);
    if (status != SimulationStatus::ok) return status;
    if (!any_crossed(roots_, roots_high_)) continue;
    found = true;
    h *= theta;
    std::swap(y_new_, y_trial_);
    std::swap(roots_new_, roots_high_);
    return SimulationStatus::ok;
  }
  return SimulationStatus::ok;
}

// Regula falsi with Illinois weights over steps of trial lengths from the same beginning: the located state is as
// accurate as any step. The end that is kept is the one past the crossing.
SimulationStatus Simulation::locate(double& h) {
  double low = 0, high = h;
  std::ranges::copy(roots_, roots_low_.begin());
  std::ranges::copy(roots_new_, roots_high_.begin());
  const double enough = std::max(location_tolerance, 8 * std::numeric_limits<double>::epsilon() * std::abs(t_before_));
  int side = 0;
  for (int trial = 0; trial < most_trials && high - low > enough; ++trial) {
    const double share = trial % 8 == 7 ? 0.5 : std::clamp(estimate_crossing(), 1e-3, 1 - 1e-3);
    const double middle = low + share * (high - low);
    SimulationStatus status = integrate(middle, y_trial_);
    if (status == SimulationStatus::ok) status = evaluate_roots(t_before_ + middle, y_trial_, roots_new_);
    if (status != SimulationStatus::ok) return status;
    if (any_crossed(roots_, roots_new_)) {
      high = middle;
      std::swap(roots_high_, roots_new_);
      if (side == 1)
        for (double& root : roots_low_) root /= 2;
      side = 1;
    } else {
      low = middle;
      std::swap(roots_low_, roots_new_);
      if (side == -1)
        for (double& root : roots_high_) root /= 2;
      side = -1;
    }
  }
  h = high;
  has_dense_ = false;
  const SimulationStatus status = integrate(h, y_new_);
  return status == SimulationStatus::ok ? evaluate_roots(t_before_ + h, y_new_, roots_high_) : status;
}

}  // namespace tangible
