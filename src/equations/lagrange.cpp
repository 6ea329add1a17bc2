// SPDX-License-Identifier: Apache-2.0
// Lagrange's equations from the kinetic energy in coordinate rates.
#include "equations/lagrange.h"

#include "equations/dynamical_equations.h"
#include "symbolic/differentiate.h"

namespace tangible {
namespace {

Expr kinetic_energy(const Mechanism& mechanism) {
  std::vector<Expr> terms;
  for (const MassElement& body : mass_elements(mechanism)) {
    const Vector v = mechanism.v(body.center);
    terms.push_back(body.mass * dot(v, v) / 2);
    if (!body.frame) continue;
    const Vector w = mechanism.w(body.frame);
    terms.push_back(dot(w, dot(body.inertia, w)) / 2);
  }
  return sum(terms);
}

// The power of all loads; its derivative with respect to q_i' at fixed force is the generalized force.
std::vector<Expr> active_forces(const Mechanism& mechanism, std::span<const Expr> q_rate) {
  std::vector<std::vector<Expr>> terms(q_rate.size());
  const auto add = [&](const Vector& velocity, const Vector& force) {
    for (std::size_t i = 0; i < q_rate.size(); ++i) {
      const Vector partial = map(velocity, [&](Expr e) { return differentiate(e, q_rate[i]); });
      terms[i].push_back(dot(partial, force));
    }
  };
  for (const Load& load : mechanism.loads()) {
    const AppliedLoads applied = apply(load, mechanism, mechanism.kinematics());
    for (const AppliedForce& f : applied.forces)
      add(f.fixed_in ? mechanism.v_fixed_in(f.at, f.fixed_in) : mechanism.v(f.at), f.force);
    for (const AppliedTorque& t : applied.torques) add(mechanism.w(t.on), t.torque);
  }
  std::vector<Expr> forces;
  for (const auto& list : terms) forces.push_back(sum(list));
  return forces;
}

}  // namespace

LagrangeEquations derive_lagrange_equations(const Mechanism& mechanism) {
  LagrangeEquations out;
  Rates rates{{mechanism.time(), 1}};
  for (const Coordinate& coordinate : mechanism.coordinates()) {
    out.q.push_back(coordinate.symbol);
    out.q_rate.push_back(coordinate.rate);
    out.q_second.push_back(symbol(std::string(coordinate.rate.name()) + "'"));
    rates[coordinate.symbol] = coordinate.rate;
    rates[coordinate.rate] = out.q_second.back();
  }
  out.kinetic = kinetic_energy(mechanism);
  for (std::size_t i = 0; i < out.q.size(); ++i) {
    const Expr momentum = differentiate(out.kinetic, out.q_rate[i]);
    out.inertia.push_back(total_time_derivative(momentum, rates) - differentiate(out.kinetic, out.q[i]));
  }
  out.active = active_forces(mechanism, out.q_rate);
  return out;
}

}  // namespace tangible
