// SPDX-License-Identifier: Apache-2.0
// A sample, and the line through two samples, as loads on a handle.
#include "haptics/measured_wrench.h"

namespace tangible {

HandleLoad MeasuredWrench::sample(double t, const Wrench& wrench, const Quaternion& orientation) {
  using Kind = HandleLoad::Kind;
  const bool turns = turns_with_handle(hold_);
  const Quaternion to_handle = inverse(orientation);
  HandleLoad load;
  load.kind = turns ? Kind::held_in_handle_frame : Kind::held;
  load.wrench = turns ? Wrench{rotate(to_handle, wrench.force), rotate(to_handle, wrench.torque)} : wrench;
  const bool has_let_go = wrench == Wrench{};
  if (extrapolates(hold_) && has_last_ && t > last_time_ && !has_let_go) {
    const double per_second = 1 / (t - last_time_);
    load.kind = turns ? Kind::extrapolated_in_handle_frame : Kind::extrapolated;
    load.rate = {per_second * (load.wrench.force - last_.force), per_second * (load.wrench.torque - last_.torque)};
  }
  last_ = load.wrench;
  last_time_ = t;
  has_last_ = true;
  return load;
}

}  // namespace tangible
