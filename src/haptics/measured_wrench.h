// SPDX-License-Identifier: Apache-2.0
// From samples of a force sensor to the wrench that acts on a handle between two samples.
//
// A sample is known at the beginning of a tick, and the wrench of the whole tick is needed. Held, it lags by half a
// tick on average; extrapolated along the line through the last two samples it does not, and the error is of second
// order; along the parabola through the last three it is of third order. In the axes of the handle a wrench that turns
// with the hand is nearly constant.
//
// The parabola acts as the line that has its mean and its first moment over the tick: speeds and positions at the end
// are the same but for the rotation within the tick. Its first two ticks have too few samples; the impulse that they
// have missed is known one tick later and applied then.
#pragma once

#include <cstdint>

#include "haptics/plant.h"

namespace tangible {

enum class WrenchHold : std::uint8_t {
  world,                   // the last sample, in axes of N
  handle_frame,            // the last sample, turning with the handle
  extrapolated,            // the line through the last two samples, in axes of N
  extrapolated_in_handle,  // the same in axes of the handle
  parabola_in_handle       // the parabola through the last three samples, in axes of the handle
};

constexpr bool turns_with_handle(WrenchHold hold) {
  return hold != WrenchHold::world && hold != WrenchHold::extrapolated;
}
constexpr bool extrapolates(WrenchHold hold) { return hold != WrenchHold::world && hold != WrenchHold::handle_frame; }

class MeasuredWrench {
 public:
  explicit MeasuredWrench(WrenchHold hold = WrenchHold::extrapolated_in_handle) : hold_(hold) {}

  // The load from the time `t` of this sample on. `wrench` is in axes of N and acts at the handle; `orientation` is
  // that of the handle when it was measured. The first sample is held, and so is a wrench of nothing: the hand has let
  // go, and the line would go on through zero. Where samples are not evenly spaced, the parabola begins anew.
  HandleLoad sample(double t, const Wrench& wrench, const Quaternion& orientation);
  // The next sample is a first one: after a gap, a fault, a change of what is held, or where the wrench has jumped.
  void forget() { known_ = 0; }
  WrenchHold hold() const { return hold_; }

 private:
  void bend(double tick, HandleLoad& load);

  WrenchHold hold_;
  Wrench last_, before_;  // samples, in the axes that `hold_` names
  Wrench foreseen_;       // the mean over the last tick as it was foreseen at its beginning
  double last_time_ = 0, last_tick_ = 0;
  int known_ = 0;  // samples, up to three
};

}  // namespace tangible
