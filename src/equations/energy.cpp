// SPDX-License-Identifier: Apache-2.0
// Energies, momenta and powers as sums over bodies and loads.
#include "equations/energy.h"

namespace tangible {

Energy derive_energy(const Mechanism& mechanism, MotionTable& motions, Shortener& shortener) {
  Energy energy;
  std::vector<Expr> kinetic;
  Vector linear;
  Vector angular;
  for (const Massive& body : massive_things(mechanism)) {
    const Vector v = motions.of(body.center).velocity;
    const Vector p = body.mass * v;
    kinetic.push_back(dot(p, v) / 2);
    linear += p;
    angular += cross(position(mechanism.O(), body.center), p);
    if (!body.frame) continue;
    const Vector w = motions.of(body.frame).velocity;
    const Vector h = dot(body.inertia, w);
    kinetic.push_back(dot(w, h) / 2);
    angular += h;
  }
  energy.kinetic = shortener.polynomial(sum(kinetic));
  energy.linear_momentum_N = components(linear, mechanism.N());
  energy.angular_momentum_O_N = components(angular, mechanism.N());

  std::vector<Expr> potential;
  for (const Load& load : mechanism.loads()) {
    const AppliedLoads applied = motions.apply(load);
    energy.loads.push_back({load.name, power(applied, motions), applied.potential_energy, applied.dissipation});
    if (applied.potential_energy) potential.push_back(*applied.potential_energy);
  }
  energy.potential = shortener.scalar(sum(potential));
  return energy;
}

}  // namespace tangible
