// SPDX-License-Identifier: Apache-2.0
// Generalized active and inertia forces.
#include "equations/dynamical_equations.h"

namespace tangible {
namespace {

const VelocityDecomposition& motion_of(const AppliedForce& force, MotionTable& motions) {
  return force.fixed_in ? motions.of(force.at, force.fixed_in) : motions.of(force.at);
}

// Contributions of one body to M_rs and to the velocity terms of F_r*:
//   M_rs = m v_r . v_s + w_r . I . w_s
//   -(m v_r . a_t + w_r . (I . alpha_t + w x I . w))       Kane & Levinson 1985, sec. 4.11
class InertiaForces {
 public:
  InertiaForces(std::size_t nu, Shortener& shortener)
      : mass_terms_(nu * nu), velocity_terms_(nu), nu_(nu), shortener_(shortener) {}

  void add(const MassElement& body, MotionTable& motions) {
    if (!body.mass.is_zero()) add_translation(body.mass, motions.of(body.center));
    if (body.frame && !body.inertia.is_zero()) add_rotation(body.inertia, motions.of(body.frame));
  }

  void finish(DynamicalEquations& equations) const {
    equations.mass = Matrix(nu_, nu_);
    for (std::size_t r = 0; r < nu_; ++r) {
      for (std::size_t s = r; s < nu_; ++s) {
        const Expr entry = shortener_.scalar(sum(mass_terms_[r * nu_ + s]));
        equations.mass(r, s) = equations.mass(s, r) = entry;
      }
      equations.inertia_velocity.push_back(shortener_.polynomial(sum(velocity_terms_[r])));
    }
  }

 private:
  void add_translation(Expr mass, const VelocityDecomposition& point) {
    for (std::size_t r = 0; r < nu_; ++r) {
      if (point.partial[r].is_zero()) continue;
      for (std::size_t s = r; s < nu_; ++s) add_mass(r, s, mass * dotted(point.partial[r], point.partial[s]));
      add_velocity(r, -(mass * dot(point.partial[r], point.acceleration_remainder)));
    }
  }

  void add_rotation(const Dyadic& inertia, const VelocityDecomposition& frame) {
    const Vector momentum = dot(inertia, frame.velocity);
    const Vector torque = dot(inertia, frame.acceleration_remainder) + cross(frame.velocity, momentum);
    for (std::size_t r = 0; r < nu_; ++r) {
      if (frame.partial[r].is_zero()) continue;
      const Vector i_w_r = dot(frame.partial[r], inertia);
      for (std::size_t s = r; s < nu_; ++s) add_mass(r, s, dotted(i_w_r, frame.partial[s]));
      add_velocity(r, -dot(frame.partial[r], torque));
    }
  }

  Expr dotted(const Vector& a, const Vector& b) { return shortener_.scalar(dot(a, b)); }
  void add_mass(std::size_t r, std::size_t s, Expr e) {
    if (!e.is_zero()) mass_terms_[r * nu_ + s].push_back(e);
  }
  void add_velocity(std::size_t r, Expr e) {
    if (!e.is_zero()) velocity_terms_[r].push_back(e);
  }

  std::vector<std::vector<Expr>> mass_terms_;
  std::vector<std::vector<Expr>> velocity_terms_;
  std::size_t nu_;
  Shortener& shortener_;
};

Vector velocity_of(const AppliedForce& force, MotionTable& motions) {
  return force.fixed_in ? motion_of(force, motions).velocity : motions.velocity(force.at);
}

}  // namespace

std::vector<MassElement> mass_elements(const Mechanism& mechanism) {
  std::vector<MassElement> all;
  for (const RigidBody& body : mechanism.bodies())
    all.push_back({body.name, body.mass, body.center, body.frame, body.central_inertia});
  for (const Particle& particle : mechanism.particles())
    all.push_back({particle.name, particle.mass, particle.at, Frame{}, Dyadic{}});
  return all;
}

std::vector<Expr> generalized_active_force(const AppliedLoads& loads, MotionTable& motions, std::size_t nu) {
  std::vector<std::vector<Expr>> terms(nu);
  for (const AppliedForce& force : loads.forces) {
    const VelocityDecomposition& motion = motion_of(force, motions);
    for (std::size_t r = 0; r < nu; ++r) terms[r].push_back(dot(motion.partial[r], force.force));
  }
  for (const AppliedTorque& torque : loads.torques) {
    const VelocityDecomposition& motion = motions.of(torque.on);
    for (std::size_t r = 0; r < nu; ++r) terms[r].push_back(dot(motion.partial[r], torque.torque));
  }
  std::vector<Expr> result;
  for (const auto& list : terms) result.push_back(sum(list));
  return result;
}

Expr power(const AppliedLoads& loads, MotionTable& motions) {
  std::vector<Expr> terms;
  for (const AppliedForce& force : loads.forces) terms.push_back(dot(velocity_of(force, motions), force.force));
  for (const AppliedTorque& torque : loads.torques)
    terms.push_back(dot(motions.angular_velocity(torque.on), torque.torque));
  return sum(terms);
}

// All velocities are evaluated together: they have most of their parts in common.
std::vector<Expr> prescribed_powers(std::span<const AppliedLoads> loads, MotionTable& motions) {
  std::vector<Expr> components;
  const auto add = [&](const Vector& v) {
    for (const Vector::Part& part : v.parts()) components.insert(components.end(), part.c.begin(), part.c.end());
  };
  for (const AppliedLoads& load : loads) {
    for (const AppliedForce& force : load.forces) add(velocity_of(force, motions));
    for (const AppliedTorque& torque : load.torques) add(motions.angular_velocity(torque.on));
  }
  const std::vector<Expr> at_rest = motions.at_rest(components);
  std::size_t next = 0;
  const auto take = [&](const Vector& v, const Vector& with) {
    Expr power = 0;
    for (const Vector::Part& part : v.parts()) {
      const Components c{at_rest[next], at_rest[next + 1], at_rest[next + 2]};
      next += 3;
      if (!c[0].is_zero() || !c[1].is_zero() || !c[2].is_zero()) power += dot(Vector(part.frame, c), with);
    }
    return power;
  };
  std::vector<Expr> powers;
  for (const AppliedLoads& load : loads) {
    Expr power = 0;
    for (const AppliedForce& force : load.forces) power += take(velocity_of(force, motions), force.force);
    for (const AppliedTorque& torque : load.torques) power += take(motions.angular_velocity(torque.on), torque.torque);
    powers.push_back(power);
  }
  return powers;
}

DynamicalEquations derive_dynamical_equations(const Mechanism& mechanism, MotionTable& motions, Shortener& shortener) {
  const std::size_t nu = motions.speed_count();
  DynamicalEquations equations;
  std::vector<std::vector<Expr>> active(nu);
  for (const Load& load : mechanism.loads()) {
    const std::vector<Expr> f = generalized_active_force(motions.apply(load), motions, nu);
    for (std::size_t r = 0; r < nu; ++r) active[r].push_back(shortener.scalar(f[r]));
  }
  for (const auto& terms : active) equations.active.push_back(shortener.scalar(sum(terms)));
  InertiaForces inertia(nu, shortener);
  for (const MassElement& body : mass_elements(mechanism)) inertia.add(body, motions);
  inertia.finish(equations);
  return equations;
}

}  // namespace tangible
