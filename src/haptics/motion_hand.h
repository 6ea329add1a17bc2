// SPDX-License-Identifier: Apache-2.0
// MotionHand: what a hand does that cannot feel, as that of a mouse. It is to be followed, by light and heavy things
// alike, so that the coupler's gains come from the handle's mobility Y = j M^-1 j^T along the pull e:
//   k = m w^2, b = 2 m w,   1/m = |Y e|^2 / (e . Y e);
// and it carries what the mechanism does by itself at the handle (weight, springs, drag, inertia of turning parts), as
// the velocities show it:  v(n+1) - v(n) = T (Y f + a),  carried = -Y^-1 a.  Where a is large, w is: the stretch by
// which a would hang through stays bounded.
#pragma once

#include "haptics/coupler_tuning.h"

namespace tangible {

struct MotionHandOptions {
  double tick = 1e-3;
  double slowest = 5, fastest = 200;           // w, rad/s
  double hanging = unlimited;                  // m: the stretch that chooses w = sqrt(a / hanging)
  LinearAndRotary most{unlimited, unlimited};  // m is at most this: near a dead centre, where nothing moves
};

class MotionHand {
 public:
  // Of the mouse's velocity that the damper sees. All of it would throw what is held beyond its goal by 1/7.
  static constexpr double lead = 0.7;

  MotionHand() = default;
  explicit MotionHand(const MotionHandOptions& options) : options_(options) {}

  void set_options(const MotionHandOptions& options) { options_ = options; }
  // `pull`: from the hand to the handle, of any length.
  CouplerGains gains(const HandleState& handle, const CouplerDirections& directions, Vec3 pull) const;
  // What the hand carries in the tick that begins. `loaded`: the wrench on the handle over the tick before; ticks in
  // which the mode has changed teach nothing.
  Wrench carry(const HandleState& handle, const Wrench& loaded, long mode);
  void forget();
  double frequency() const;

 private:
  MotionHandOptions options_;
  HandleState before_;
  long mode_ = 0;
  bool has_before_ = false;
  Vec3 own_;            // acceleration of the handle without the hand, smoothed
  double largest_ = 0;  // of it, lately
  Vec3 carried_;
};

}  // namespace tangible
