// SPDX-License-Identifier: Apache-2.0
// From a joint to frames, points and coordinates.
#include "mechanics/joint.h"

#include <algorithm>
#include <utility>

#include "mechanics/mechanism.h"
#include "mechanics/overloaded.h"

namespace tangible {
namespace {

using Kinds = std::vector<CoordinateKind>;

Kinds attitude_kinds(Attitude attitude) {
  using enum CoordinateKind;
  if (attitude != Attitude::euler_parameters) return {angle, angle, angle};
  return {scalar_euler_parameter, vector_euler_parameter, vector_euler_parameter, vector_euler_parameter};
}

// The last coordinates from `first` on as an orientation.
Orientation make_attitude(Attitude attitude, const std::array<int, 3>& axes, std::span<const Expr> q) {
  if (attitude == Attitude::euler_parameters) return EulerParameters{q[0], q[1], q[2], q[3]};
  const auto fixed =
      attitude == Attitude::body_sequence ? RotationSequence::Fixed::body : RotationSequence::Fixed::space;
  return RotationSequence{fixed, axes, {q[0], q[1], q[2]}};
}

// The motion of a joint in terms of its coordinates: the rotations from the parent's joint frame to the child's, and
// the displacement expressed in the parent's joint frame.
struct JointMotion {
  std::vector<Orientation> turns;
  Vector displacement;
};

Vector unit_axis(Frame in, const Components& axis) {
  const SimpleRotation turn = normalised({axis, 1});
  // normalised() may have moved a sign from the axis to the angle.
  return turn.angle * Vector(in, turn.axis);
}

JointMotion make_motion(const Joint& joint, std::span<const Expr> q, Frame j) {
  const auto along = [&](const Components& axis, Expr distance) { return distance * unit_axis(j, axis); };
  return std::visit(
      Overloaded{[&](const Revolute& r) {
                   return JointMotion{{SimpleRotation{r.axis, q[0]}}, {}};
                 },
                 [&](const Prismatic& p) {
                   return JointMotion{{}, along(p.axis, q[0])};
                 },
                 [&](const Screw& s) {
                   return JointMotion{{SimpleRotation{s.axis, q[0]}}, along(s.axis, s.pitch * q[0])};
                 },
                 [&](const Universal& u) {
                   return JointMotion{{SimpleRotation{u.first, q[0]}, SimpleRotation{u.second, q[1]}}, {}};
                 },
                 [&](const Cylindrical& c) {
                   return JointMotion{{SimpleRotation{c.axis, q[0]}}, along(c.axis, q[1])};
                 },
                 [&](const Planar&) {
                   return JointMotion{{about_z(q[2])}, Vector(j, {q[0], q[1], 0})};
                 },
                 [&](const Ball& b) {
                   return JointMotion{{make_attitude(b.attitude, b.axes, q)}, {}};
                 },
                 [&](const Free& f) {
                   return JointMotion{{make_attitude(f.attitude, f.axes, q.subspan(3))}, Vector(j, {q[0], q[1], q[2]})};
                 },
                 [&](const Weld&) { return JointMotion{}; }},
      joint);
}

// The frames that the freedoms of a joint refer to.
struct JointFrames {
  Frame parent;  // the parent link's
  Frame j;       // the joint frame fixed in it
  Frame cross;   // between the two turns of a universal joint
  Frame child;   // the child link's
};

std::vector<JointFreedom> make_freedoms(const Joint& joint, std::span<const Expr> q, const JointFrames& f) {
  const auto turn = [&](const Components& axis, std::size_t i) {
    return JointFreedom{q[i], true, unit_axis(f.j, axis), f.child, f.parent};
  };
  const auto slide = [&](const Components& axis, std::size_t i) {
    return JointFreedom{q[i], false, unit_axis(f.j, axis), f.child, f.parent};
  };
  using Freedoms = std::vector<JointFreedom>;
  return std::visit(Overloaded{[&](const Revolute& r) { return Freedoms{turn(r.axis, 0)}; },
                               [&](const Prismatic& p) { return Freedoms{slide(p.axis, 0)}; },
                               [&](const Screw& s) { return Freedoms{turn(s.axis, 0)}; },
                               [&](const Universal& u) {
                                 return Freedoms{{q[0], true, unit_axis(f.j, u.first), f.cross, f.parent},
                                                 {q[1], true, unit_axis(f.cross, u.second), f.child, f.cross}};
                               },
                               [&](const Cylindrical& c) {
                                 return Freedoms{turn(c.axis, 0), slide(c.axis, 1)};
                               },
                               [&](const Planar&) {
                                 return Freedoms{slide({1, 0, 0}, 0), slide({0, 1, 0}, 1), turn({0, 0, 1}, 2)};
                               },
                               [&](const Free&) {
                                 return Freedoms{slide({1, 0, 0}, 0), slide({0, 1, 0}, 1), slide({0, 0, 1}, 2)};
                               },
                               [](const auto&) { return Freedoms{}; }},
                    joint);
}

bool is_aligned(const Orientation& orientation) { return std::holds_alternative<Aligned>(orientation); }

// The joint frame fixed in the parent: a new one only where it is turned.
Frame add_parent_frame(Mechanism& m, const LinkDefinition& d, const Link& parent) {
  if (is_aligned(d.in_parent.orientation)) return parent.frame;
  return m.frame(d.name + ".joint_in_parent", parent.frame, d.in_parent.orientation, d.where);
}

// The joint point fixed in the parent.
Point add_parent_point(Mechanism& m, const LinkDefinition& d, const Link& parent) {
  if (is_zero(d.in_parent.position)) return parent.origin;
  return m.point(d.name + ".joint_on_parent", parent.origin, Vector(parent.frame, d.in_parent.position), d.where);
}

// The turns of the joint lead to the child's joint frame, against which the child's own frame may be turned.
void add_turns(Mechanism& m, const LinkDefinition& d, std::vector<Orientation> turns, JointFrames& frames) {
  if (!is_aligned(d.in_child.orientation)) turns.push_back(inverse(d.in_child.orientation));
  if (turns.empty()) turns.push_back(Aligned{});
  frames.child = frames.j;
  for (std::size_t i = 0; i < turns.size(); ++i) {
    const bool is_last = i + 1 == turns.size();
    const std::string name = is_last ? d.name : d.name + ".joint_" + std::to_string(i + 1);
    frames.child = m.frame(name, frames.child, turns[i], d.where);
    if (i == 0) frames.cross = frames.child;
  }
}

}  // namespace

std::vector<CoordinateKind> coordinate_kinds(const Joint& joint) {
  using enum CoordinateKind;
  return std::visit(
      Overloaded{[](const Revolute&) { return Kinds{angle}; }, [](const Prismatic&) { return Kinds{length}; },
                 [](const Screw&) { return Kinds{angle}; },
                 [](const Universal&) {
                   return Kinds{angle, angle};
                 },
                 [](const Cylindrical&) {
                   return Kinds{angle, length};
                 },
                 [](const Planar&) {
                   return Kinds{length, length, angle};
                 },
                 [](const Ball& b) { return attitude_kinds(b.attitude); },
                 [](const Free& f) {
                   Kinds kinds{length, length, length};
                   for (const auto kind : attitude_kinds(f.attitude)) kinds.push_back(kind);
                   return kinds;
                 },
                 [](const Weld&) { return Kinds{}; }},
      joint);
}

Orientation inverse(const Orientation& orientation) {
  return std::visit(
      Overloaded{[](const Aligned& a) -> Orientation { return a; },
                 [](const SimpleRotation& r) -> Orientation {
                   return SimpleRotation{r.axis, -r.angle};
                 },
                 [](const RotationSequence& s) -> Orientation {
                   const auto& [a, b, c] = s.axes;
                   return RotationSequence{s.fixed, {c, b, a}, {-s.angles[2], -s.angles[1], -s.angles[0]}};
                 },
                 [](const EulerParameters& e) -> Orientation {
                   return EulerParameters{e.e0, -e.e1, -e.e2, -e.e3};
                 },
                 [](const DirectionCosines& d) -> Orientation { return DirectionCosines{transpose(d.matrix)}; }},
      orientation);
}

std::vector<Expr> Mechanism::link_coordinates(const LinkDefinition& definition) {
  const auto kinds = coordinate_kinds(definition.joint);
  const auto demand = [&](std::size_t given) {
    if (given == 0 || given == kinds.size()) return;
    throw MechanicsError("the joint of link " + definition.name + " has " + std::to_string(kinds.size()) +
                         " coordinates, but " + std::to_string(given) + " are given");
  };
  demand(definition.values.size());
  demand(definition.coordinates.size());
  if (!definition.values.empty()) return definition.values;
  std::vector<Expr> q;
  for (std::size_t i = 0; i < kinds.size(); ++i) {
    std::string name = "q_" + definition.name;
    if (kinds.size() > 1) name += "_" + std::to_string(i + 1);
    if (!definition.coordinates.empty()) name = definition.coordinates[i];
    const Dimension dimension{kinds[i] == CoordinateKind::length ? 1 : 0};
    const Coordinate* known = coordinates_.find(name);
    q.push_back(known ? known->symbol : coordinate(name, dimension, definition.where));
  }
  return q;
}

const Link& Mechanism::link(const LinkDefinition& d) {
  const Link* const parent = links_.find(d.parent);
  if (!parent) throw MechanicsError("link " + d.name + " hangs on an unknown link '" + d.parent + "'");
  take_thing_name(d.name, "a link");
  Link link{d.name, d.parent, d.joint, {}, {}, {}, {}, link_coordinates(d), {}, d.where};

  JointFrames frames{parent->frame, add_parent_frame(*this, d, *parent), {}, {}};
  const JointMotion motion = make_motion(d.joint, link.coordinates, frames.j);
  add_turns(*this, d, motion.turns, frames);
  link.frame = frames.child;
  link.freedoms = make_freedoms(d.joint, link.coordinates, frames);

  link.joint_on_parent = link.joint_on_child = add_parent_point(*this, d, *parent);
  if (!motion.displacement.is_zero())
    link.joint_on_child = point(d.name + ".joint_on_child", link.joint_on_parent, motion.displacement, d.where);
  link.origin = point(d.name + "_o", link.joint_on_child, -Vector(link.frame, d.in_child.position), d.where);
  set_origin(link.frame, link.origin);
  return links_.add(std::move(link), "link");
}

}  // namespace tangible
