// SPDX-License-Identifier: Apache-2.0
// Gravity on every body and particle.
#include "mechanics/gravity.h"

#include <algorithm>

#include "mechanics/mechanism.h"

namespace tangible {
namespace {

// What gravity pulls at: a mass at a point, and for a rigid body the body itself.
struct Attracted {
  Point at;
  Expr mass;
  const RigidBody* body = nullptr;
};

std::vector<Attracted> find_attracted(const Mechanism& m, const std::vector<std::string>& on) {
  for (const auto& name : on)
    if (!m.bodies().find(name) && !m.particles().find(name))
      throw MechanicsError("gravity acts on '" + name + "', but there is no body or particle of that name");
  const auto is_meant = [&](const std::string& name) { return on.empty() || std::ranges::count(on, name) != 0; };
  std::vector<Attracted> result;
  for (const auto& body : m.bodies())
    if (is_meant(body.name)) result.push_back({body.center, body.mass, &body});
  for (const auto& particle : m.particles())
    if (is_meant(particle.name)) result.push_back({particle.at, particle.mass});
  return result;
}

// The terms of second order in (size of the body / distance), from the potential
//   V2 = -mu/(2 r^3) (tr I - 3 n.I.n),  n = r/|r|  (MacCullagh):
// the torque 3 mu/r^5 r x I.r about the mass centre and the force -dV2/dr.
void add_gradient(const CentralGravity& g, const RigidBody& body, AppliedLoads& result) {
  const Vector r = express(position(g.center, body.center), body.frame);
  const Vector moment = dot(body.central_inertia, r);  // I.r
  const Expr square = dot(r, r);
  const Expr factor = 3 * g.mu / pow(square, Rational(5, 2));
  const Expr rIr = dot(r, moment);
  result.torques.push_back({body.frame, factor * cross(r, moment)});
  *result.potential_energy += factor * (rIr - square * trace(body.central_inertia) / 3) / 2;
  if (!g.gradient_force) return;
  const Expr radial = trace(body.central_inertia) - 5 * rIr / square;
  result.forces.push_back({body.center, -(factor / 2) * (radial * r + Expr(2) * moment)});
}

}  // namespace

AppliedLoads apply_gravity(const UniformGravity& gravity, const Mechanism& m) {
  AppliedLoads result;
  Expr energy = 0;
  for (const auto& [at, mass, body] : find_attracted(m, gravity.on)) {
    result.forces.push_back({at, mass * gravity.acceleration});
    energy -= mass * dot(gravity.acceleration, position(m.O(), at));
  }
  result.potential_energy = energy;
  return result;
}

AppliedLoads apply_gravity(const CentralGravity& gravity, const Mechanism& m) {
  AppliedLoads result;
  result.potential_energy = Expr(0);
  for (const auto& [at, mass, body] : find_attracted(m, gravity.on)) {
    const Vector r = position(gravity.center, at);
    if (r.is_zero()) throw MechanicsError("the attracting point coincides with " + at.name());
    const Expr square = dot(r, r);
    result.forces.push_back({at, -(gravity.mu * mass / pow(square, Rational(3, 2))) * r});
    *result.potential_energy -= gravity.mu * mass / sqrt(square);
    if (body && gravity.gradient_torque) add_gradient(gravity, *body, result);
  }
  return result;
}

}  // namespace tangible
