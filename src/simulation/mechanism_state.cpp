// SPDX-License-Identifier: Apache-2.0
// The present state, and what decides a change there.
#include "simulation/mechanism_state.h"

#include <algorithm>
#include <cmath>

namespace tangible {
namespace {

// Whether a condition, a trigger or an action depends on accelerations, forces or inputs.
bool depend_on_forces(const System& system) {
  const auto depends = [&](std::size_t output) {
    return output != absent && system.watch_depends_on_forces[output] != 0;
  };
  const auto acts_by_them = [&](const ActionDescription& action) {
    using Kind = ActionDescription::Kind;
    const bool sets = action.kind <= Kind::set_input;
    const std::size_t values = action.kind == Kind::impulse ? system.nu() : sets ? 1 : 0;
    for (std::size_t k = 0; k < values; ++k)
      if (depends(action.value + k)) return true;
    return false;
  };
  for (std::size_t i = 0; i < system.switches.count; ++i)
    if (depends(system.switches[i])) return true;
  for (const EventDescription& event : system.events)
    if (depends(event.trigger) || depends(event.condition) || std::ranges::any_of(event.actions, acts_by_them))
      return true;
  for (const ContactDescription& contact : system.contacts)
    if (depends(contact.enabled) || depends(contact.restitution)) return true;
  return std::ranges::any_of(system.rows, depends, &RowDescription::condition);
}

}  // namespace

MechanismState::MechanismState(const System& of_system, const SimulationOptions& of_run)
    : system(of_system),
      options(of_run),
      motion(of_system, of_run.ports),
      watch(of_system),
      y(motion.size()),
      next_mode(make_mode(of_system)),
      conditions_need_forces(depend_on_forces(of_system)) {
  auto at = std::ranges::copy(system.start_q, y.begin()).out;
  at = std::ranges::copy(system.start_u, at).out;
  std::ranges::copy(system.start_z, at);
}

void MechanismState::evaluate_conditions() {
  if (conditions_need_forces)
    (void)motion.evaluate(t, y);
  else
    motion.evaluate_rows(t, y);
  watch.evaluate(t, y, motion, conditions_need_forces ? WatchInputs::state_and_forces : WatchInputs::state);
}

double MechanismState::energy(double at, std::span<const double> state) {
  watch.evaluate(at, state, motion, WatchInputs::state);
  return watch.kinetic() + watch.potential();
}

// What is rounding for a mechanism of kilograms is all there is for one of nanograms. The terms of the potential energy
// may cancel, but not their rounding. Without a potential the masses give the size: in mechanisms that are alike but
// for it, masses are as the third power of lengths and energies as the fifth.
double MechanismState::energy_of_rounding() const {
  constexpr double share = 1e-12;  // J for mechanisms of kilograms, and for larger ones
  const std::span<const double> mass = motion.output(system.mass);
  double heaviest = 0;
  for (std::size_t r = 0; r < system.nu(); ++r) heaviest = std::max(heaviest, mass[r * system.nu() + r]);
  const double size = std::max(std::pow(heaviest, 5.0 / 3), system.potential_terms);
  return size > 0 && size < 1 ? share * size : share;
}

}  // namespace tangible
