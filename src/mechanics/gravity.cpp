// SPDX-License-Identifier: Apache-2.0
// Gravity on every body and particle.
#include "mechanics/gravity.h"

#include <algorithm>

#include "mechanics/mechanism.h"
#include "symbolic/substitute.h"

namespace tangible {
namespace {

// An object of gravity: a mass at a point, and for a rigid body the body itself.
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

bool moves_with_coordinates(Point p, const Mechanism& m) {
  const Vector v = m.v(p);
  std::vector<Expr> all;
  for (const Vector::Part& part : v.parts()) all.insert(all.end(), part.c.begin(), part.c.end());
  const std::vector<Expr> symbols = symbols_in(all);
  return std::ranges::any_of(m.coordinates(),
                             [&](const Coordinate& q) { return std::ranges::find(symbols, q.rate) != symbols.end(); });
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
    if (r.is_zero() && gravity.on.empty()) continue;  // nothing attracts itself
    if (r.is_zero()) throw MechanicsError("the attracting point coincides with " + at.name());
    const Expr square = dot(r, r);
    result.forces.push_back({at, -(gravity.mu * mass / pow(square, Rational(3, 2))) * r});
    *result.potential_energy -= gravity.mu * mass / sqrt(square);
    if (body && gravity.gradient_torque) add_gradient(gravity, *body, result);
  }
  if (moves_with_coordinates(gravity.center, m)) result.potential_energy.reset();
  return result;
}

AppliedLoads apply_gravity(const MutualGravity& gravity, const Mechanism& m) {
  AppliedLoads result;
  std::vector<Expr> energies;
  const std::vector<Attracted> all = find_attracted(m, gravity.on);
  for (std::size_t i = 0; i < all.size(); ++i)
    for (std::size_t j = i + 1; j < all.size(); ++j) {
      const Vector r = position(all[i].at, all[j].at);
      if (r.is_zero())
        throw MechanicsError("masses at one point, " + all[i].at.name() + " and " + all[j].at.name() +
                             ", cannot attract each other");
      const Expr square = dot(r, r), strength = gravity.constant * all[i].mass * all[j].mass;
      const Vector force = strength / pow(square, Rational(3, 2)) * r;
      result.forces.push_back({all[i].at, force});
      result.forces.push_back({all[j].at, -force});
      energies.push_back(-strength / sqrt(square));
    }
  result.potential_energy = sum(energies);
  return result;
}

}  // namespace tangible
