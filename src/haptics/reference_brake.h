// SPDX-License-Identifier: Apache-2.0
// The motion of the reference when its target is lost: it decelerates to rest as fast as the device can, holds there
// for a while, and then the drive may be released.
#pragma once

#include "haptics/tracking_drive.h"

namespace tangible {

class ReferenceBrake {
 public:
  ReferenceBrake() = default;
  // `deceleration`: the largest, m/s^2 and rad/s^2; `hold_time`: s.
  ReferenceBrake(LinearAndRotary deceleration, double hold_time) : deceleration_(deceleration), hold_time_(hold_time) {}

  void start(const ReferenceMotion& from);
  // One tick; afterwards `reference()` is that of its end, `acceleration()` that of the tick.
  void advance(double tick);
  const ReferenceMotion& reference() const { return reference_; }
  const Twist& acceleration() const { return acceleration_; }
  bool is_at_rest() const { return reference_.velocity == Twist{}; }
  bool has_held() const { return held_ >= hold_time_; }

 private:
  LinearAndRotary deceleration_{unlimited, unlimited};
  double hold_time_ = 0.5;
  double held_ = 0;
  ReferenceMotion reference_;
  Twist acceleration_;
};

}  // namespace tangible
