// SPDX-License-Identifier: Apache-2.0
// MotionHand: the action of a hand without feeling, as that of a mouse. Light and heavy parts must follow it alike,
// along all directions alike. With the handle's mobility Y = j M^-1 j^T, the stretch e, the handle's velocity v and its
// acceleration a without the hand, the force
//   f = -m (w^2 e + 2 w (v - lead v_hand) + a),   m = Y^-1 where Y is regular,
// makes e'' + 2 w e' + w^2 e = 0: the hand balances the forces that act at the handle without it (weight, springs,
// drag, inertia of turning parts). Where a is large, w is: the stretch that a would cause stays bounded. Across
// directions in which nothing moves it pulls as at the lightest mass. A torque turns the handle as far as its position
// leaves that free: where turns follow from the position, as in a mechanism of one freedom, it would only load the
// constraints and hold the position back.
#pragma once

#include "haptics/coupler_tuning.h"

namespace tangible {

struct MotionHandOptions {
  double tick = 1e-3;
  double slowest = 5, fastest = 200;            // w, rad/s
  double hanging = unlimited;                   // m: the stretch that chooses w = sqrt(a / hanging)
  LinearAndRotary most{unlimited, unlimited};   // m is at most this: near a dead centre
  LinearAndRotary still{unlimited, unlimited};  // m where nothing moves at all, if that is less
};

struct HandMotion {
  Twist stretch;   // from the hand to the handle
  Twist velocity;  // of the hand, as in the damper
  bool turns = false;
};

class MotionHand {
 public:
  // The part of the mouse's velocity in the damper. All of it would throw the held body beyond its goal by 1/7.
  static constexpr double lead = 0.7;

  MotionHand() = default;
  explicit MotionHand(const MotionHandOptions& options) : options_(options) {}

  void set_options(const MotionHandOptions& options) { options_ = options; }
  // k = |m e| / |e| w^2, b = 2 k / w of the pull e, from the hand to the handle, of any length.
  CouplerGains gains(const HandleState& handle, const CouplerDirections& directions, Twist pull) const;
  // The load that the hand carries in the tick that begins. `loaded`: the wrench on the handle over the tick before.
  // Without the handle's own acceleration it is found from velocities, v(n+1) - v(n) = T (Y f + a); ticks in which the
  // mode has changed are then not used.
  Wrench carry(const HandleState& handle, const Wrench& loaded, long mode);
  // The wrench on the handle without the carried load, as needed at the end of the tick that begins.
  Wrench pull(const HandleState& handle, const CouplerDirections& directions, const HandMotion& hand) const;
  void forget();
  double frequency() const;

 private:
  void learn(Vec3 own, double share);
  LinearAndRotary lightest(const HandleState& handle, const CouplerDirections& directions) const;

  MotionHandOptions options_;
  HandleState before_;
  long mode_ = 0;
  bool has_before_ = false;
  Vec3 own_;            // acceleration of the handle without the hand
  double largest_ = 0;  // of it, lately
};

}  // namespace tangible
