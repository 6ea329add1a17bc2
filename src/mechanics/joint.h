// SPDX-License-Identifier: Apache-2.0
// Joints: how a link can move relative to its parent, and the frames, points and coordinates that follow.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "mechanics/error.h"
#include "mechanics/point.h"

namespace tangible {

// Every joint is described between two joint frames that coincide when all its coordinates are zero: one fixed in the
// parent, one fixed in the child. Axes are components there. A coordinate that is not named gets a name from the link:
// q_arm when the joint has one coordinate, else q_arm_1, q_arm_2, ...
struct Revolute {
  Components axis{0, 0, 1};
};
struct Prismatic {
  Components axis{0, 0, 1};
};
struct Screw {  // one coordinate, the angle; the child advances by pitch * angle (pitch: metres per radian)
  Components axis{0, 0, 1};
  Expr pitch;
};
struct Universal {  // a turn about `first`, fixed in the parent, then one about `second`, fixed in the child
  Components first{1, 0, 0};
  Components second{0, 1, 0};
};
struct Cylindrical {  // angle, then displacement along the same axis
  Components axis{0, 0, 1};
};
struct Planar {  // displacements along the parent's joint axes x and y, then the angle about z
};
enum class Attitude { euler_parameters, body_sequence, space_sequence };
struct Ball {
  Attitude attitude = Attitude::euler_parameters;  // e0 (scalar), e1, e2, e3, or three angles
  std::array<int, 3> axes{1, 2, 3};                // of the sequence
};
struct Free {  // displacements along the parent's joint axes x, y, z, then the attitude
  Attitude attitude = Attitude::euler_parameters;
  std::array<int, 3> axes{1, 2, 3};
};
struct Weld {};

using Joint = std::variant<Revolute, Prismatic, Screw, Universal, Cylindrical, Planar, Ball, Free, Weld>;

// Where a joint sits on a link: at `position` from the link's origin, written in the link's frame, its joint frame
// turned against the link's frame by a constant `orientation`.
struct JointSite {
  Components position{0, 0, 0};
  Orientation orientation = Aligned{};
};

struct LinkDefinition {
  std::string name;
  std::string parent = "ground";
  Joint joint = Weld{};
  JointSite in_parent = {};
  JointSite in_child = {};
  std::vector<std::string> coordinates = {};  // names; empty: default names
  std::vector<Expr> values = {};              // instead: coordinates that exist already, functions of time, ...
  SourceLocation where = {};
};

// One freedom of a joint, as motors and joint springs need it.
struct JointFreedom {
  Expr coordinate;
  bool is_rotation = true;
  Vector axis;    // length one; the effort of a motor is a torque about it or a force along it
  Frame moved;    // the frame on which the effort acts,
  Frame against;  // and the one on which the reaction acts
};

// A link in the mechanism. `ground` is the link with frame N and origin O. The frame of any other link has the link's
// name; its origin has that name with _o appended: arm and arm_o.
struct Link {
  std::string name;
  std::string parent;
  Joint joint = Weld{};
  Frame frame;
  Point origin;                        // fixed in the link
  Point joint_on_parent;               // the origin of the joint frame fixed in the parent
  Point joint_on_child;                // the origin of the joint frame fixed in the child
  std::vector<Expr> coordinates;       // in the joint's order
  std::vector<JointFreedom> freedoms;  // none for the attitude of a ball or free joint
  SourceLocation where;
};

// The coordinates of a joint in order: a length, an angle, or a component of a set of Euler parameters.
enum class CoordinateKind { length, angle, scalar_euler_parameter, vector_euler_parameter };
std::vector<CoordinateKind> coordinate_kinds(const Joint& joint);

// The orientation of the parent in the child.
Orientation inverse(const Orientation& orientation);

}  // namespace tangible
