// SPDX-License-Identifier: Apache-2.0
// Energies, momenta and powers as sums over bodies and loads.
#include "equations/energy.h"

namespace tangible {
namespace {

// Fills in the loads; their potentials altogether.
Expr add_loads(const Mechanism& mechanism, MotionTable& motions, Energy& energy) {
  std::vector<Expr> potential;
  std::vector<AppliedLoads> all;
  for (const Load& load : mechanism.loads()) {
    all.push_back(motions.apply(load));
    energy.loads.push_back(
        {load.name, power(all.back(), motions), 0, all.back().potential_energy, all.back().dissipation});
    if (all.back().potential_energy) potential.push_back(*all.back().potential_energy);
  }
  const std::vector<Expr> prescribed_power = prescribed_powers(all, motions);
  for (std::size_t i = 0; i < prescribed_power.size(); ++i) energy.loads[i].prescribed_power = prescribed_power[i];
  return sum(potential);
}

}  // namespace

Energy derive_energy(const Mechanism& mechanism, MotionTable& motions, const Momenta& known) {
  Energy energy;
  energy.kinetic = known.kinetic_energy;
  energy.linear_momentum_N = known.linear;
  energy.angular_momentum_O_N = known.angular;
  energy.potential = add_loads(mechanism, motions, energy);
  return energy;
}

Energy derive_energy(const Mechanism& mechanism, MotionTable& motions, Shortener& shortener) {
  Energy energy;
  std::vector<Expr> kinetic;
  Vector linear;
  Vector angular;
  for (const MassElement& body : mass_elements(mechanism)) {
    const Vector v = motions.velocity(body.center);
    const Vector p = body.mass * v;
    kinetic.push_back(dot(p, v) / 2);
    linear += p;
    angular += cross(position(mechanism.O(), body.center), p);
    if (!body.frame) continue;
    const Vector w = motions.angular_velocity(body.frame);
    const Vector h = dot(body.inertia, w);
    kinetic.push_back(dot(w, h) / 2);
    angular += h;
  }
  energy.kinetic = shortener.polynomial(sum(kinetic));
  energy.linear_momentum_N = components(linear, mechanism.N());
  energy.angular_momentum_O_N = components(angular, mechanism.N());
  energy.potential = shortener.scalar(add_loads(mechanism, motions, energy));
  return energy;
}

}  // namespace tangible
