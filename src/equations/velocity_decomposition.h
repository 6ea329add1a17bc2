// SPDX-License-Identifier: Apache-2.0
// Partial velocities: how frames and points move with each generalized speed.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "equations/kinematical_equations.h"
#include "equations/shorten.h"
#include "mechanics/mechanism.h"
#include "symbolic/substitute.h"

namespace tangible {

// Of a frame, velocity means angular velocity and acceleration means angular acceleration:
//   velocity     = sum_r partial[r] u_r + remainder                   Gillespie (23), (35)
//   acceleration = sum_r partial[r] u_r' + acceleration_remainder     time derivative of the above
struct VelocityDecomposition {
  Vector velocity;
  std::vector<Vector> partial;
  Vector remainder;
  Vector acceleration_remainder;
};

// All motions in N, in terms of q, u and t, each formed once. Parents are formed before children in their short form,
// so that what the choice of speeds makes short stays short along a chain.
class MotionTable {
 public:
  MotionTable(const Mechanism& mechanism, const KinematicalEquations& kinematical, Shortener& shortener);

  // The whole motion without its parts.
  Vector velocity(Point point);
  Vector angular_velocity(Frame frame);
  const VelocityDecomposition& of(Frame frame);
  const VelocityDecomposition& of(Point point);
  // Of the point of `frame` at which `point` is now.
  const VelocityDecomposition& of(Point point, Frame frame);
  // The forces and torques of a load, in terms of q, u and t: rates that the analyst wrote are replaced by W u + X.
  AppliedLoads apply(const Load& load) const;
  std::size_t speed_count() const { return kinematical_.u.size(); }
  // Expressions with all speeds zero.
  std::vector<Expr> at_rest(std::span<const Expr> list) const;

 private:
  void set_short_form(Frame frame);
  void set_short_form(Point point);
  VelocityDecomposition split(const Vector& velocity, const Vector& acceleration_remainder);
  std::vector<Frame> candidates(const Vector& v) const;

  const Mechanism& mechanism_;
  const KinematicalEquations& kinematical_;
  Shortener& shortener_;
  Kinematics kinematics_;
  Substitution rates_in_speeds_;
  std::vector<bool> settled_frames_;
  std::vector<bool> settled_points_;
  std::unordered_map<std::uint32_t, VelocityDecomposition> frames_;
  std::unordered_map<std::uint32_t, VelocityDecomposition> points_;
  std::unordered_map<std::uint64_t, VelocityDecomposition> fixed_;
};

}  // namespace tangible
