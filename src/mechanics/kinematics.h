// SPDX-License-Identifier: Apache-2.0
// Kinematics: angular velocities, velocities and accelerations, given the rates of the coordinates.
//
// A Mechanism has one whose rates are the symbols q1', q2', ... To form equations, make a second instance in which q1'
// is W u + X and u1 changes at the rate u1', and give it the short forms that the speeds make possible:
//
//   Kinematics k(mechanism, rates);               // q -> W u + X, u -> u', t -> 1
//   k.set_angular_velocity(B, u2 * N.z());        // instead of q3' N.z
//   k.set_velocity(P1, u1 * B.x());               // instead of q1' N.x + q2' N.y
//   k.velocity(P3, N)                             // u1 B.x + L2 u2 B.y - L3 u3 C.y
//
// Everything is linear in the rates, nothing is simplified or expanded, and every result is cached.
#pragma once

#include <cstdint>
#include <unordered_map>

#include "mechanics/point.h"
#include "symbolic/differentiate.h"

namespace tangible {

// In which frame an angular velocity is written. `mixed`: each turn about its own axis, q1' N.z + q2' A.x + q3' B.y:
// shortest to read and to take dot products of. `body`: turned along from parent to child, always in the body's own
// frame: cost per body does not grow with its distance from N.
enum class Basis { mixed, body };

class Kinematics {
 public:
  Kinematics(FrameTree& frames, PointTree& points, Rates rates, Basis basis = Basis::mixed);

  const Rates& rates() const { return rates_; }
  void set_rate(Expr symbol, Expr rate);  // forgets what was remembered
  Frame newtonian() const { return frames_->root(); }

  // Short forms that hold for the given rates; both forget what was remembered, so give them first.
  void set_angular_velocity(Frame b, const Vector& w_in_newtonian);
  void set_velocity(Point p, const Vector& v_in_newtonian);
  // A point that does not move in a frame; needed to measure velocities in it. Of N this is O.
  void set_origin(Frame b, Point fixed_in_b);
  Point origin(Frame b) const;  // no point when unknown

  Expr dt(Expr e) const { return total_time_derivative(e, rates_); }
  // Derivative of a vector as seen from a frame: rates of components, and w x part for each part's own frame.
  Vector dt(const Vector& v, Frame seen_from) const;

  Vector angular_velocity(Frame b, Frame in) const;
  Vector angular_acceleration(Frame b, Frame in) const;
  Vector velocity(Point p, Frame in) const;
  // Of the point of b at which p is now: what slips when p rolls on b.
  Vector velocity_fixed_in(Point p, Frame b, Frame in) const;
  Vector acceleration(Point p, Frame in) const;

 private:
  Vector step_angular_velocity(Frame b) const;
  Vector to_ancestor(Frame b, Frame ancestor) const;
  Point demand_origin(Frame b) const;
  void forget() const;

  FrameTree* frames_;
  PointTree* points_;
  Rates rates_;
  Basis basis_;
  std::unordered_map<std::uint32_t, Vector> given_w_;    // by frame, in N
  std::unordered_map<std::uint32_t, Vector> given_v_;    // by point, in N
  std::unordered_map<std::uint32_t, Point> origin_;      // by frame
  mutable std::unordered_map<std::uint64_t, Vector> w_;  // by frame and ancestor
  mutable std::unordered_map<std::uint32_t, Vector> v_;  // by point, in N
  mutable std::unordered_map<std::uint32_t, Vector> a_;  // by point, in N
};

}  // namespace tangible
