// SPDX-License-Identifier: Apache-2.0
// Auxiliary equations: partial velocities for speeds that are always zero.
#include "equations/auxiliary.h"

#include "symbolic/differentiate.h"

namespace tangible {
namespace {

// Partial (angular) velocities with respect to one auxiliary speed.
class AuxiliaryPartials {
 public:
  AuxiliaryPartials(const Mechanism& mechanism, const KinematicalEquations& kinematical, std::size_t k,
                    Shortener& shortener)
      : newtonian_(mechanism.N()),
        speed_(symbol("auxiliary speed")),
        shortener_(shortener),
        kinematics_(mechanism.make_kinematics([&] {
          Rates rates;  // of the coordinates, with the auxiliary speed alone
          for (std::size_t i = 0; i < kinematical.q.size(); ++i)
            rates[kinematical.q[i]] = kinematical.W_auxiliary(i, k) * speed_;
          return rates;
        }())) {}

  Vector of(Point p) const { return partial(kinematics_.velocity(p, newtonian_)); }
  Vector of(Point p, Frame fixed_in) const { return partial(kinematics_.velocity_fixed_in(p, fixed_in, newtonian_)); }
  Vector of(Frame f) const { return partial(kinematics_.angular_velocity(f, newtonian_)); }

 private:
  Vector partial(const Vector& v) const {
    return map(v, [&](Expr e) { return shortener_.scalar(differentiate(e, speed_)); });
  }

  Frame newtonian_;
  Expr speed_;
  Shortener& shortener_;
  Kinematics kinematics_;
};

Expr active_force(const Mechanism& mechanism, const MotionTable& motions, const AuxiliaryPartials& forbidden) {
  std::vector<Expr> terms;
  for (const Load& load : mechanism.loads()) {
    const AppliedLoads applied = motions.apply(load);
    for (const AppliedForce& f : applied.forces)
      terms.push_back(dot(f.fixed_in ? forbidden.of(f.at, f.fixed_in) : forbidden.of(f.at), f.force));
    for (const AppliedTorque& t : applied.torques) terms.push_back(dot(forbidden.of(t.on), t.torque));
  }
  return sum(terms);
}

}  // namespace

std::vector<AuxiliaryEquation> derive_auxiliary_equations(const Mechanism& mechanism,
                                                          const KinematicalEquations& kinematical, MotionTable& motions,
                                                          Shortener& shortener) {
  const std::size_t nu = kinematical.u.size();
  std::vector<AuxiliaryEquation> result;
  for (std::size_t k = 0; k < kinematical.built_in.size(); ++k) {
    const AuxiliaryPartials forbidden(mechanism, kinematical, k, shortener);
    std::vector<std::vector<Expr>> mass(nu);
    std::vector<Expr> inertia;
    for (const MassElement& body : mass_elements(mechanism)) {
      const Vector v_k = body.mass * forbidden.of(body.center);
      const VelocityDecomposition& center = motions.of(body.center);
      for (std::size_t r = 0; r < nu; ++r) mass[r].push_back(dot(v_k, center.partial[r]));
      inertia.push_back(-dot(v_k, center.acceleration_remainder));
      if (!body.frame) continue;
      const Vector w_k = forbidden.of(body.frame);
      const VelocityDecomposition& frame = motions.of(body.frame);
      const Vector i_w_k = dot(w_k, body.inertia);
      for (std::size_t r = 0; r < nu; ++r) mass[r].push_back(dot(i_w_k, frame.partial[r]));
      inertia.push_back(-dot(i_w_k, frame.acceleration_remainder));
      inertia.push_back(-dot(w_k, cross(frame.velocity, dot(body.inertia, frame.velocity))));
    }
    AuxiliaryEquation equation{kinematical.built_in[k], {}, 0, 0};
    for (std::size_t r = 0; r < nu; ++r) equation.mass.push_back(shortener.scalar(sum(mass[r])));
    equation.active = shortener.scalar(active_force(mechanism, motions, forbidden));
    equation.inertia_velocity = shortener.polynomial(sum(inertia));
    result.push_back(std::move(equation));
  }
  return result;
}

}  // namespace tangible
