// SPDX-License-Identifier: Apache-2.0
// A sample, and the line through two or the parabola through three, as loads on a handle.
#include "haptics/measured_wrench.h"

#include <algorithm>
#include <cmath>

namespace tangible {
namespace {

Wrench sum_of(const Wrench& a, double share, const Wrench& b) {
  return {a.force + share * b.force, a.torque + share * b.torque};
}

}  // namespace

HandleLoad MeasuredWrench::sample(double t, const Wrench& wrench, const Quaternion& orientation) {
  using Kind = HandleLoad::Kind;
  const bool turns = turns_with_handle(hold_);
  const Quaternion to_handle = inverse(orientation);
  HandleLoad load;
  load.kind = turns ? Kind::held_in_handle_frame : Kind::held;
  load.wrench = turns ? Wrench{rotate(to_handle, wrench.force), rotate(to_handle, wrench.torque)} : wrench;
  const Wrench now = load.wrench;
  const double tick = t - last_time_;
  const bool is_even = known_ < 2 || std::abs(tick - last_tick_) < 0.01 * tick;
  const bool is_consecutive =
      known_ > 0 && tick > 0 && wrench != Wrench{} && (is_even || hold_ != WrenchHold::parabola_in_handle);
  if (!is_consecutive) known_ = 0;
  if (is_consecutive && extrapolates(hold_)) {
    load.kind = turns ? Kind::extrapolated_in_handle_frame : Kind::extrapolated;
    const Wrench change = sum_of(now, -1, last_);
    load.rate = {1 / tick * change.force, 1 / tick * change.torque};
    if (hold_ == WrenchHold::parabola_in_handle) bend(tick, load);
  } else {
    foreseen_ = now;
  }
  before_ = last_;
  last_ = now;
  last_time_ = t;
  last_tick_ = tick;
  known_ = std::min(known_ + 1, 3);
  return load;
}

// From the line to the parabola, for samples one tick apart. With the second difference d of the samples it is
// w + (w - last) s + d (s + s^2)/2 at s ticks; s^2 is near s - 1/6, with the same mean and first moment from 0 to 1.
void MeasuredWrench::bend(double tick, HandleLoad& load) {
  Wrench missed = sum_of(load.wrench, -tick / 2, load.rate);  // the mean of the last tick as it is known now
  if (known_ > 1) {
    const Wrench d = sum_of(sum_of(load.wrench, -2, last_), 1, before_);
    missed = sum_of(missed, -1.0 / 12, d);
    load.wrench = sum_of(load.wrench, -1.0 / 12, d);
    load.rate = sum_of(load.rate, 1 / tick, d);
  }
  missed = sum_of(missed, -1, foreseen_);
  foreseen_ = sum_of(load.wrench, tick / 2, load.rate);
  if (known_ < 3) load.wrench = sum_of(load.wrench, 1, missed);
}

}  // namespace tangible
