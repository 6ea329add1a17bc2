// SPDX-License-Identifier: Apache-2.0
// Ticks until the end.
#include "haptics/run_clock.h"

#include <chrono>
#include <cmath>

namespace tangible {
namespace {

RunTime run_as_fast_as_possible(Servo& servo, const RunClock& clock) {
  const double tick = servo.period();
  const long ticks = std::lround((clock.duration > 0 ? clock.duration : 10) / tick);
  for (long k = 0; k < ticks && (!clock.should_continue || clock.should_continue()); ++k)
    if (servo.tick(static_cast<double>(k) * tick) != PlantStatus::running) break;
  servo.release();
  return {static_cast<double>(servo.report().ticks) * tick, {}};
}

RunTime run_by_the_clock(Servo& servo, const RunClock& clock) {
  RealtimeOptions realtime;
  realtime.priority = clock.priority;
  realtime.duration = clock.duration;
  RealtimeLoop loop(servo, realtime);
  loop.start();
  while (loop.is_running()) {
    if (clock.should_continue && !clock.should_continue()) loop.stop();
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    if (clock.show) clock.show(loop.live());
  }
  RunTime time;
  time.loop = loop.join();
  time.duration = time.loop->elapsed;
  return time;
}

}  // namespace

RunTime run_servo(Servo& servo, const RunClock& clock) {
  return clock.is_virtual ? run_as_fast_as_possible(servo, clock) : run_by_the_clock(servo, clock);
}

}  // namespace tangible
