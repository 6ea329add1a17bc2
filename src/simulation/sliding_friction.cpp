// SPDX-License-Identifier: Apache-2.0
// Loads and power of sliding contacts.
#include "simulation/sliding_friction.h"

#include <algorithm>
#include <cmath>

namespace tangible {
namespace {

// Below this slip the direction of two-dimensional friction is the one that was set when slipping began.
constexpr double slow_slip = 1e-9;

}  // namespace

SlidingFriction::SlidingFriction(const MotionProgram& program, ActiveRows& rows)
    : program_(program),
      rows_(rows),
      system_(program.system()),
      load_values_(system_.nu() * system_.contacts.size()),
      slips_(system_.contacts.size()),
      tangent_speeds_(system_.rows.size()),
      tangent_per_normal_(system_.rows.size()) {
  loads_.reserve(system_.contacts.size());
  for (const ContactDescription& contact : system_.contacts)
    has_frictional_contacts_ = has_frictional_contacts_ || contact.tangents > 0;
}

double SlidingFriction::coefficient(std::size_t contact) const {
  const std::size_t slot = system_.contacts[contact].friction;
  return slot == absent ? 0 : program_.output(slot);
}

double SlidingFriction::static_coefficient(std::size_t contact) const {
  const std::size_t slot = system_.contacts[contact].static_friction;
  return slot == absent ? coefficient(contact) : program_.output(slot);
}

double SlidingFriction::slip_along(std::size_t contact) const {
  const ContactDescription& description = system_.contacts[contact];
  double along = 0;
  for (std::size_t row = description.row + 1; row <= description.row + description.tangents; ++row)
    along += rows_.speed(row) * rows_.mode().direction[row];
  return along;
}

bool SlidingFriction::slides(std::size_t contact) const {
  return rows_.mode().contacts[contact] == ContactState::sliding;
}

SlidingFriction::Slip SlidingFriction::evaluate_slip(const ContactDescription& contact) {
  Slip slip;
  for (std::size_t row = contact.row + 1; row <= contact.row + contact.tangents; ++row) {
    const double speed = tangent_speeds_[row] = rows_.speed(row);
    slip.speed = row == contact.row + 1 ? std::abs(speed) : std::hypot(slip.speed, speed);
    slip.along += speed * rows_.mode().direction[row];
  }
  return slip;
}

void SlidingFriction::set_loads() {
  loads_.clear();
  const std::size_t nu = system_.nu();
  for (std::size_t c = 0; c < system_.contacts.size(); ++c) {
    const ContactDescription& contact = system_.contacts[c];
    if (!slides(c) || contact.tangents == 0) continue;
    const std::span<double> load = std::span(load_values_).subspan(c * nu, nu);
    std::ranges::fill(load, 0.0);
    const Slip slip = slips_[c] = evaluate_slip(contact);
    const bool follows = contact.tangents > 1 && slip.speed > slow_slip;
    // Past the instant at which slip ends it is reversed there; friction continues smoothly as it was.
    const double sense = follows && slip.along < 0 ? -1 : 1;
    for (std::size_t k = 1; k <= contact.tangents; ++k) {
      const std::size_t row = contact.row + k;
      const double along = follows ? sense * tangent_speeds_[row] / slip.speed : rows_.mode().direction[row];
      const double* a = rows_.coefficients().data() + row * nu;
      const double force = tangent_per_normal_[row] = -coefficient(c) * along;
      for (std::size_t r = 0; r < nu; ++r) load[r] += force * a[r];
    }
    loads_.push_back({static_cast<int>(contact.row), load});
  }
}

void SlidingFriction::set_tangent_forces(std::span<double> forces) const {
  for (std::size_t c = 0; c < system_.contacts.size(); ++c) {
    const ContactDescription& contact = system_.contacts[c];
    if (!slides(c)) continue;
    for (std::size_t row = contact.row + 1; row <= contact.row + contact.tangents; ++row)
      forces[row] = tangent_per_normal_[row] * forces[contact.row];
  }
}

void SlidingFriction::add_power(std::span<const double> forces, double& fed, double& dissipated) const {
  const double* u = program_.speeds().data();
  for (const LoadCoupling& coupling : loads_) {
    const double force = forces[static_cast<std::size_t>(coupling.row)];
    double power = 0;
    for (std::size_t r = 0; r < system_.nu(); ++r) power += force * coupling.load[r] * u[r];
    const auto contact =
        std::ranges::find(system_.contacts, static_cast<std::size_t>(coupling.row), &ContactDescription::row);
    const auto index = static_cast<std::size_t>(contact - system_.contacts.begin());
    const double slip = slips_[index].along < 0 ? -slips_[index].speed : slips_[index].speed;  // past its end: smoothly
    const double heat = force * slip * coefficient(index);
    dissipated += heat;
    fed += power + heat;
  }
}

bool SlidingFriction::any_slides_in_plane() const {
  for (std::size_t c = 0; c < system_.contacts.size(); ++c)
    if (slides(c) && system_.contacts[c].tangents > 1) return true;
  return false;
}

bool SlidingFriction::update_directions() {
  bool changed = false;
  for (std::size_t c = 0; c < system_.contacts.size(); ++c) {
    const ContactDescription& contact = system_.contacts[c];
    if (!slides(c) || contact.tangents < 2) continue;
    const double x = rows_.speed(contact.row + 1), z = rows_.speed(contact.row + 2), slip = std::hypot(x, z);
    if (slip <= slow_slip) continue;
    rows_.set_slip_direction(contact.row + 1, x / slip);
    rows_.set_slip_direction(contact.row + 2, z / slip);
    changed = true;
  }
  return changed;
}

}  // namespace tangible
