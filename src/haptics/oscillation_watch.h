// SPDX-License-Identifier: Apache-2.0
// OscillationWatch: notices a force that swings to and fro faster than a hand moves on purpose (10 Hz) and does not
// decay, though the model does not feed it. Such a loop is unstable; mostly its samples are older than anybody has
// said. The passivity observer cannot see that: it books about 1/(1 + 2d) of what d samples leak (reference 4.4 a).
#pragma once

#include "haptics/device.h"

namespace tangible {

struct OscillationWatchOptions {
  double tick = 1e-3;
  double noise = 0.2;           // N: smaller swings do not count
  double half_wave = 0.05;      // s: slower ones are the hand's own
  double strong = unlimited;    // N: swings beyond this are not a hand's up to twice that time
  int half_waves = 10;          // one after the other, before the swings of the first and the last are compared
  double decayed = 0.8;         // last over first, below which the oscillation dies away by itself
  double share_of_model = 0.5;  // of what the device's damper takes: a model that gives more feeds the oscillation
};

class OscillationWatch {
 public:
  OscillationWatch() = default;
  explicit OscillationWatch(const OscillationWatchOptions& options) : options_(options) {}

  // The force of a tick in axes of the device, `elapsed` ticks after the one before; energies that the model has given,
  // and that the device's damper has taken, since the start. True where an oscillation has been found; the watch begins
  // again then.
  bool look(Vec3 force, double from_model, double taken, long elapsed = 1);
  void restart() { axes_ = {}; }

 private:
  struct Axis {
    double extreme = 0, last = 0;  // the highest or lowest since the last turn; where that turn was
    double first_swing = 0;
    double from_model = 0, taken = 0;  // when the half-waves began to count
    long turned = -1;                  // tick of the last turn; none yet
    int direction = 0, count = 0;
  };
  // The swing that has just ended, or zero.
  double turn(Axis& axis, double force) const;
  bool swings_on(Axis& axis, double swing, double from_model, double taken);

  OscillationWatchOptions options_;
  std::array<Axis, 3> axes_{};
  long ticks_ = 0;  // of the schedule, those that were missed included
};

}  // namespace tangible
