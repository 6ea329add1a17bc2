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

// What a joint makes of its coordinates: the turns from the parent's joint frame to the child's, and the displacement
// written in the parent's joint frame.
struct Motion {
  std::vector<Orientation> turns;
  Vector displacement;
};

Vector unit_axis(Frame in, const Components& axis) {
  const SimpleRotation turn = normalised({axis, 1});
  // normalised() may have moved a sign from the axis to the angle.
  return turn.angle * Vector(in, turn.axis);
}

Motion make_motion(const Joint& joint, std::span<const Expr> q, Frame j) {
  const auto along = [&](const Components& axis, Expr distance) { return distance * unit_axis(j, axis); };
  return std::visit(
      Overloaded{[&](const Revolute& r) {
                   return Motion{{SimpleRotation{r.axis, q[0]}}, {}};
                 },
                 [&](const Prismatic& p) {
                   return Motion{{}, along(p.axis, q[0])};
                 },
                 [&](const Screw& s) {
                   return Motion{{SimpleRotation{s.axis, q[0]}}, along(s.axis, s.pitch * q[0])};
                 },
                 [&](const Universal& u) {
                   return Motion{{SimpleRotation{u.first, q[0]}, SimpleRotation{u.second, q[1]}}, {}};
                 },
                 [&](const Cylindrical& c) {
                   return Motion{{SimpleRotation{c.axis, q[0]}}, along(c.axis, q[1])};
                 },
                 [&](const Planar&) {
                   return Motion{{about_z(q[2])}, Vector(j, {q[0], q[1], 0})};
                 },
                 [&](const Ball& b) {
                   return Motion{{make_attitude(b.attitude, b.axes, q)}, {}};
                 },
                 [&](const Free& f) {
                   return Motion{{make_attitude(f.attitude, f.axes, q.subspan(3))}, Vector(j, {q[0], q[1], q[2]})};
                 },
                 [&](const Weld&) { return Motion{}; }},
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

const Link& Mechanism::link(const LinkDefinition& definition) {
  const Link* const parent = links_.find(definition.parent);
  if (!parent)
    throw MechanicsError("link " + definition.name + " hangs on an unknown link '" + definition.parent + "'");
  take_thing_name(definition.name, "a link");
  Link link{definition.name, definition.parent, definition.joint, {}, {}, {}, {}, {}, {}, definition.where};
  link.coordinates = link_coordinates(definition);
  const std::string& name = definition.name;

  // The joint frame and point fixed in the parent.
  JointFrames frames{parent->frame, parent->frame, {}, {}};
  if (!is_aligned(definition.in_parent.orientation))
    frames.j = frame(name + ".joint_in_parent", parent->frame, definition.in_parent.orientation, definition.where);
  link.joint_on_parent = parent->origin;
  if (!is_zero(definition.in_parent.position))
    link.joint_on_parent = point(name + ".joint_on_parent", parent->origin,
                                 Vector(parent->frame, definition.in_parent.position), definition.where);

  // The turns, the last of which leads to the child's joint frame; the child's own frame may be turned against that.
  Motion motion = make_motion(definition.joint, link.coordinates, frames.j);
  if (!is_aligned(definition.in_child.orientation)) motion.turns.push_back(inverse(definition.in_child.orientation));
  if (motion.turns.empty()) motion.turns.push_back(Aligned{});
  Frame at = frames.j;
  for (std::size_t i = 0; i < motion.turns.size(); ++i) {
    const bool is_last = i + 1 == motion.turns.size();
    at = frame(is_last ? name : name + ".joint_" + std::to_string(i + 1), at, motion.turns[i], definition.where);
    if (i == 0) frames.cross = at;
  }
  frames.child = link.frame = at;

  link.joint_on_child = link.joint_on_parent;
  if (!motion.displacement.is_zero())
    link.joint_on_child = point(name + ".joint_on_child", link.joint_on_parent, motion.displacement, definition.where);
  link.origin =
      point(name + "_o", link.joint_on_child, -Vector(link.frame, definition.in_child.position), definition.where);
  link.freedoms = make_freedoms(definition.joint, link.coordinates, frames);
  set_origin(link.frame, link.origin);
  return links_.add(std::move(link), "link");
}

}  // namespace tangible
