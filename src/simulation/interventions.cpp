// SPDX-License-Identifier: Apache-2.0
// Changes from outside: constraints switched by hand, parameters, inputs, discrete variables.
#include <algorithm>
#include <cmath>
#include <utility>

#include "simulation/simulation.h"
#include "simulation/status.h"

namespace tangible {
namespace {

constexpr double closed = 1e-8;   // m or rad: how well constraints hold after a parameter was changed
constexpr double inside = -1e-6;  // m or rad: a contact deeper than this was put there

}  // namespace

void SimulationLoop::begin_change() {
  mode_before_change_ = mode_;
  std::ranges::copy(y_, y_before_change_.begin());
}

void SimulationLoop::undo_change() {
  mode_ = mode_before_change_;
  std::ranges::copy(y_before_change_, y_.begin());
  motion_.set_mode(mode_);
  fault_row_ = absent;
}

SimulationStatus SimulationLoop::apply(std::span<const ActionDescription> actions) {
  begin_change();
  std::ranges::copy(roots_, roots_high_.begin());  // no event fires but by what the change causes
  glance();
  const double before = watch_.kinetic() + watch_.potential(), lost = impacts_;
  for (const ActionDescription& action : actions)
    if (const SimulationStatus status = act(action); status != SimulationStatus::ok) return undo_change(), status;
  event_work_ += energy(t_, y_) - before + (impacts_ - lost);
  return settle();
}

SimulationStatus SimulationLoop::set_parameter(std::size_t index, double value) {
  const double old = std::as_const(motion_).parameters()[index];
  if (old == value) return SimulationStatus::ok;
  begin_change();
  const double before = energy(t_, y_);
  motion_.parameters()[index] = value;
  SimulationStatus status = std::isfinite(value) ? SimulationStatus::ok : SimulationStatus::not_finite;
  if (status == SimulationStatus::ok && motion_.can_drift()) {
    const SystemMotion::Projection projection = motion_.project(t_, y_);
    status = translate(projection.status);
    motion_.place(t_, y_);
    if (status == SimulationStatus::ok && !(motion_.displacement_error() < closed))
      status = SimulationStatus::cannot_assemble;
  }
  if (status == SimulationStatus::ok) status = translate(motion_.evaluate(t_, y_));
  for (std::size_t c = 0; c < system_->contacts.size() && status == SimulationStatus::ok; ++c)
    if (is_enabled(c) && motion_.row_value(system_->contacts[c].row) < inside) status = SimulationStatus::off_surface;
  if (status != SimulationStatus::ok) {
    motion_.parameters()[index] = old;
    return undo_change(), status;
  }
  parameter_work_ += energy(t_, y_) - before;
  leap_.forget();
  fresh_ = true;
  status = evaluate_roots(t_, y_, roots_);
  std::ranges::copy(roots_, roots_high_.begin());
  return status == SimulationStatus::ok ? settle() : status;
}

}  // namespace tangible
