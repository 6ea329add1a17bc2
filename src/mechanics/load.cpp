// SPDX-License-Identifier: Apache-2.0
// Forces, torques, springs, dampers and motors as forces at points and torques on frames.
#include "mechanics/load.h"

#include <algorithm>

#include "mechanics/gravity.h"
#include "mechanics/mechanism.h"
#include "mechanics/overloaded.h"
#include "symbolic/equality.h"
#include "symbolic/simplify.h"
#include "symbolic/substitute.h"

namespace tangible {
namespace {

AppliedLoads apply_force(const Force& load) {
  AppliedLoads result;
  result.forces.push_back({load.at, load.force, load.fixed_in});
  if (load.reaction) result.forces.push_back({load.reaction, -load.force});
  return result;
}

AppliedLoads apply_torque(const Torque& load) {
  AppliedLoads result;
  result.torques.push_back({load.on, load.torque});
  if (load.reaction) result.torques.push_back({load.reaction, -load.torque});
  return result;
}

// A linear spring and damper with the given elongation and rate: effort, energy k x^2 / 2 and dissipation c x'^2.
struct SpringDamper {
  Expr effort;  // k x + c x', against the elongation
  std::optional<Expr> energy;
  std::optional<Expr> dissipation;
};
SpringDamper make_spring_damper(Expr stiffness, Expr elongation, Expr damping, Expr rate) {
  SpringDamper result{stiffness * elongation + damping * rate, {}, {}};
  if (!stiffness.is_zero()) result.energy = stiffness * pow(elongation, 2) / 2;
  if (!damping.is_zero()) result.dissipation = damping * pow(rate, 2);
  return result;
}

// The axis along which a vector lies at every configuration, and its component there.
struct AlongAxis {
  Vector axis;
  Expr component;
};
std::optional<AlongAxis> find_axis(const Vector& r) {
  if (r.parts().size() != 1) return std::nullopt;
  const auto& [frame, c] = r.parts().front();
  const Vector axes[] = {frame.x(), frame.y(), frame.z()};
  for (std::size_t i = 0; i < 3; ++i)
    if (c[(i + 1) % 3].is_zero() && c[(i + 2) % 3].is_zero()) return AlongAxis{axes[i], c[i]};
  return std::nullopt;
}

AppliedLoads apply_point_spring(const PointSpring& s, const Kinematics& k) {
  const Vector r = position(s.from, s.to);
  AppliedLoads result;
  // On one line the direction drops out: the force k x + c x' is smooth where the points coincide.
  if (const auto line = find_axis(r); line && s.free_length.is_zero() && !s.damping.is_zero()) {
    const Frame N = k.newtonian();
    const Expr rate = dot(k.velocity(s.to, N) - k.velocity(s.from, N), line->axis);
    const SpringDamper spring = make_spring_damper(s.stiffness, line->component, s.damping, rate);
    result.potential_energy = spring.energy;
    result.dissipation = spring.dissipation;
    result.forces = {{s.from, spring.effort * line->axis}, {s.to, -(spring.effort * line->axis)}};
    return result;
  }
  Vector pull;  // on `from`
  if (s.free_length.is_zero() && s.damping.is_zero()) {
    // No direction needed: the force k r is smooth where the points coincide.
    pull = s.stiffness * r;
    result.potential_energy = s.stiffness * dot(r, r) / 2;
  } else {
    const Expr length = magnitude(r);
    const Vector along = r / length;
    const Frame N = k.newtonian();
    const Expr rate = s.damping.is_zero() ? Expr(0) : dot(k.velocity(s.to, N) - k.velocity(s.from, N), along);
    const SpringDamper spring = make_spring_damper(s.stiffness, length - s.free_length, s.damping, rate);
    pull = spring.effort * along;
    result.potential_energy = spring.energy;
    result.dissipation = spring.dissipation;
  }
  result.forces = {{s.from, pull}, {s.to, -pull}};
  return result;
}

// The torque acts against the angle: an angle that decreases while `on` turns about the axis would be driven away.
void refuse_reversed_angle(const AngleSpring& s, const Kinematics& k, Expr angle, const Vector& axis) {
  if (!s.angle) return;
  const Expr rate = k.dt(angle);
  const Expr turning = simplify(dot(k.angular_velocity(s.on, s.against), axis));
  if (turning.is_zero() || !is_zero(rate + turning)) return;
  throw MechanicsError("the angle of the spring decreases when " + s.on.name() + " turns in " + s.against.name() +
                       " about the axis: write the frames of `between` the other way round, or the axis or the angle "
                       "with the other sign");
}

AppliedLoads apply_angle_spring(const AngleSpring& s, const Kinematics& k) {
  if (s.axis && !s.angle) throw MechanicsError("a torsional spring with a given axis needs the angle about it too");
  const auto& turn = s.on.tree().rotation(s.against, s.on).simple;
  if (!turn && !s.axis)
    throw MechanicsError("frames " + s.against.name() + " and " + s.on.name() +
                         " do not differ by a turn about one axis: give the angle and the axis of the spring");
  const Expr angle = s.angle ? *s.angle : turn->angle;
  const Vector axis = s.axis ? *s.axis : Vector(s.against, turn->axis);
  refuse_reversed_angle(s, k, angle, axis);
  const SpringDamper spring = make_spring_damper(s.stiffness, angle - s.rest, s.damping, k.dt(angle));
  const Vector torque = -(spring.effort * axis);
  AppliedLoads result;
  result.torques = {{s.on, torque}, {s.against, -torque}};
  result.potential_energy = spring.energy;
  result.dissipation = spring.dissipation;
  return result;
}

struct Place {
  const Link& link;
  const JointFreedom& freedom;
};
Place find_freedom(const Mechanism& m, const std::string& name, std::size_t number) {
  const Link* const link = m.links().find(name);
  if (!link) throw MechanicsError("there is no link named '" + name + "'");
  if (number >= link->freedoms.size())
    throw MechanicsError("the joint of link " + name + " offers " + std::to_string(link->freedoms.size()) +
                         " freedoms for motors and springs");
  return {*link, link->freedoms[number]};
}

// An effort along a freedom: torques on two frames, or forces at one point on two links.
AppliedLoads apply_effort(const Place& place, Expr effort) {
  const auto& [link, freedom] = place;
  const Vector action = effort * freedom.axis;
  AppliedLoads result;
  if (freedom.is_rotation) {
    result.torques = {{freedom.moved, action}, {freedom.against, -action}};
  } else {
    // The reaction acts on the point of the parent where the child's joint point is now.
    result.forces = {{link.joint_on_child, action}, {link.joint_on_child, -action, freedom.against}};
  }
  return result;
}

AppliedLoads apply_joint_spring(const JointSpring& s, const Mechanism& m, const Kinematics& k) {
  const Place place = find_freedom(m, s.link, s.freedom);
  const Expr q = place.freedom.coordinate;
  const SpringDamper spring = make_spring_damper(s.stiffness, q - s.rest, s.damping, k.dt(q));
  AppliedLoads result = apply_effort(place, -spring.effort);
  result.potential_energy = spring.energy;
  result.dissipation = spring.dissipation;
  return result;
}

void append(const Vector& v, Frame in, std::vector<Expr>& list) {
  const Components c = components(v, in);
  list.insert(list.end(), c.begin(), c.end());
}

// What must not change with the motion where a load is to have a potential.
std::vector<Expr> coefficients_of_potential(const LoadKind& kind, const Mechanism& m) {
  return std::visit(Overloaded{[](const PointSpring& s) {
                                 return std::vector{s.stiffness, s.free_length};
                               },
                               [](const AngleSpring& s) {
                                 return std::vector{s.stiffness, s.rest};
                               },
                               [](const JointSpring& s) {
                                 return std::vector{s.stiffness, s.rest};
                               },
                               [&](const UniformGravity& g) {
                                 std::vector<Expr> list;
                                 append(g.acceleration, m.N(), list);
                                 return list;
                               },
                               [](const CentralGravity& g) { return std::vector{g.mu}; },
                               [](const MutualGravity& g) { return std::vector{g.constant}; },
                               [](const auto&) { return std::vector<Expr>{}; }},
                    kind);
}

bool changes_with_motion(const std::vector<Expr>& list, const Mechanism& m) {
  const std::vector<Expr> symbols = symbols_in(list);
  const auto appears = [&](Expr symbol) { return std::ranges::find(symbols, symbol) != symbols.end(); };
  return std::ranges::any_of(m.coordinates(),
                             [&](const Coordinate& q) { return appears(q.symbol) || appears(q.rate); }) ||
         std::ranges::any_of(m.speeds(), [&](const Speed& speed) { return appears(speed.symbol); });
}

// The angle of a torsional spring may be any function, of which the torque is no derivative.
bool angle_is_turn(const LoadKind& kind, const Kinematics& k) {
  const auto* const s = std::get_if<AngleSpring>(&kind);
  if (s == nullptr || !s->angle || !s->axis) return true;
  return is_zero(simplify(k.dt(*s->angle) - dot(k.angular_velocity(s->on, s->against), *s->axis)));
}

AppliedLoads apply_kind(const Load& load, const Mechanism& m, const Kinematics& k) {
  return std::visit(
      Overloaded{
          [&](const Force& f) { return apply_force(f); }, [&](const Torque& t) { return apply_torque(t); },
          [&](const PointSpring& s) { return apply_point_spring(s, k); },
          [&](const AngleSpring& s) { return apply_angle_spring(s, k); },
          [&](const JointSpring& s) { return apply_joint_spring(s, m, k); },
          [&](const Motor& motor) { return apply_effort(find_freedom(m, motor.link, motor.freedom), motor.effort); },
          [&](const UniformGravity& g) { return apply_gravity(g, m); },
          [&](const CentralGravity& g) { return apply_gravity(g, m); },
          [&](const MutualGravity& g) { return apply_gravity(g, m); }},
      load.kind);
}

}  // namespace

// A stiffness, a length or a field that changes with the motion leaves the load its force; what would be its potential
// is none, and its work is booked as that of any other force: with that of its damper, if it has one.
AppliedLoads apply(const Load& load, const Mechanism& m, const Kinematics& k) {
  AppliedLoads result = apply_kind(load, m, k);
  const bool is_turn = angle_is_turn(load.kind, k);
  const bool has_potential = is_turn && !changes_with_motion(coefficients_of_potential(load.kind, m), m);
  if (result.potential_energy && !has_potential) {
    result.potential_energy.reset();
    result.dissipation.reset();
  }
  if (!is_turn) result.dissipation.reset();
  return result;
}

}  // namespace tangible
