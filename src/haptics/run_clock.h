// SPDX-License-Identifier: Apache-2.0
// The two clocks of a haptic run: virtual time, as fast as it goes, and the wall clock.
#pragma once

#include <functional>
#include <optional>

#include "haptics/realtime_loop.h"

namespace tangible {

struct RunClock {
  bool is_virtual = false;
  double duration = 0;  // s; zero: until it is ended, and 10 s of virtual time
  int priority = 0;     // of SCHED_FIFO
  // Asked at every tick of virtual time, and twenty times a second on the wall clock: false ends the run.
  std::function<bool()> should_continue = {};
  // Twenty times a second on the wall clock.
  std::function<void(const LiveFigures&)> show = {};
};

struct RunTime {
  double duration = 0;                 // s of the run's clock
  std::optional<LoopStatistics> loop;  // none in virtual time
};

// Returns when the run has ended; the devices show no force then.
RunTime run_servo(Servo& servo, const RunClock& clock);

}  // namespace tangible
