// SPDX-License-Identifier: Apache-2.0
// MessageRate: a bucket that fills at a steady rate and from which each message takes one.
#pragma once

#include <algorithm>

namespace tangible {

class MessageRate {
 public:
  explicit MessageRate(double per_second = 200, double burst = 400)
      : per_second_(per_second), burst_(burst), left_(burst) {}
  bool admit(double now) {
    if (last_ >= 0) left_ = std::min(burst_, left_ + per_second_ * (now - last_));
    last_ = now;
    if (left_ < 1) return false;
    left_ -= 1;
    return true;
  }

 private:
  double per_second_, burst_, left_, last_ = -1;
};

}  // namespace tangible
