// SPDX-License-Identifier: Apache-2.0
// Loads: what pushes and turns. Each comes down to forces at points and torques on frames.
#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "mechanics/error.h"
#include "mechanics/point.h"

namespace tangible {

class Mechanism;
class Kinematics;

// --- What a load comes down to: the contributions to F_r are v_r . force and w_r . torque ---

struct AppliedForce {
  Point at;
  Vector force;
  Frame fixed_in = {};  // if given, the force acts on the point of this frame that is at `at` now
};
struct AppliedTorque {
  Frame on;
  Vector torque;
};
struct AppliedLoads {
  std::vector<AppliedForce> forces;
  std::vector<AppliedTorque> torques;
  std::optional<Expr> potential_energy;  // where the load has one
  std::optional<Expr> dissipation;       // power that it takes away as heat, never negative for sound parameters
};

// --- Loads that an analyst can define ---

// A force at a point; with `reaction` its opposite acts there too.
struct Force {
  Vector force;
  Point at;
  Point reaction = {};
  Frame fixed_in = {};
};
// A torque on a frame (a body's); with `reaction` its opposite acts on that frame.
struct Torque {
  Vector torque;
  Frame on;
  Frame reaction = {};
};
// Between two points, along their line: tension k (l - l0) + c l'.
struct PointSpring {
  Point from;
  Point to;
  Expr stiffness = {};
  Expr free_length = {};
  Expr damping = {};
};
// Between two frames, about an axis common to both: torque -k (angle - rest) - c angle' on `on`. Angle and axis may be
// left out when the frames differ by a simple rotation.
struct AngleSpring {
  Frame on;
  Frame against;
  Expr stiffness = {};
  Expr rest = {};
  Expr damping = {};
  std::optional<Expr> angle = {};
  std::optional<Vector> axis = {};
};
// In a joint: effort -k (q - rest) - c q' along one of its freedoms.
struct JointSpring {
  std::string link;
  std::size_t freedom = 0;
  Expr stiffness = {};
  Expr rest = {};
  Expr damping = {};
};
// An effort (force or torque) along a freedom of a joint, opposite on the parent: usually an input.
struct Motor {
  std::string link;
  std::size_t freedom = 0;
  Expr effort = {};
};
// Acts on every body and particle, or on those named.
struct UniformGravity {
  Vector acceleration;
  std::vector<std::string> on = {};
};
// Attraction -mu m r / |r|^3 towards a point, and on rigid bodies the torque 3 mu / |r|^5 r x I . r. With
// `gradient_force` the force of the same order acts too, so that force and torque have one potential and the energy
// books balance. No force acts on the attracting point, and nothing attracts itself; where the point moves with the
// coordinates the attraction has no potential.
struct CentralGravity {
  Point center;
  Expr mu;
  bool gradient_torque = true;
  bool gradient_force = true;
  std::vector<std::string> on = {};
};

// Attraction G m_i m_j / r^2 between any two mass centres.
struct MutualGravity {
  Expr constant;
  std::vector<std::string> on = {};
};

using LoadKind = std::variant<Force, Torque, PointSpring, AngleSpring, JointSpring, Motor, UniformGravity,
                              CentralGravity, MutualGravity>;

struct Load {
  std::string name;
  LoadKind kind;
  SourceLocation where = {};
};

// Velocities in dampers come from `kinematics`, so that they are written in the same rates or speeds as all else.
AppliedLoads apply(const Load& load, const Mechanism& mechanism, const Kinematics& kinematics);

}  // namespace tangible
