// SPDX-License-Identifier: Apache-2.0
// The position servo inside a simulated device, one freedom: it moves from target to target at constant speed within a
// period and closes its loop more often than the host does.
//   effort = m (K_p e + K_i int e dt + K_d e'),  limited, without wind-up.
#pragma once

#include <algorithm>

#include "haptics/tracking_drive.h"

namespace tangible {

class PositionServo {
 public:
  PositionServo() = default;
  // `max_effort` of zero: unlimited.
  PositionServo(double inertia, double frequency, double max_effort)
      : inertia_(inertia), gains_(tracking_gains(frequency)), max_effort_(max_effort > 0 ? max_effort : unlimited) {}

  // A target for the end of the period that begins, whose length is `period`.
  void aim(double target, double period) {
    if (!aiming_) start_ = target;
    speed_ = (target - start_) / period;
    aiming_ = true;
  }
  void release() { aiming_ = false, integral_ = 0; }
  bool is_aiming() const { return aiming_; }
  // The period is over: the next one begins where this one was to end.
  void finish(double period) { start_ += period * speed_, speed_ = 0; }

  // The effort for the next `h` seconds, `elapsed` seconds into the period.
  double effort(double position, double velocity, double elapsed, double h) {
    const double e = start_ + speed_ * elapsed - position;
    const double wanted = inertia_ * (gains_.proportional * e + gains_.integral * (integral_ + h * e) +
                                      gains_.derivative * (speed_ - velocity));
    const double given = std::clamp(wanted, -max_effort_, max_effort_);
    if (given == wanted) integral_ += h * e;
    return given;
  }

 private:
  double inertia_ = 0;
  TrackingGains gains_;
  double max_effort_ = unlimited;
  double start_ = 0, speed_ = 0, integral_ = 0;
  bool aiming_ = false;
};

}  // namespace tangible
