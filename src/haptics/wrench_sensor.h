// SPDX-License-Identifier: Apache-2.0
// From what a load cell reads to the wrench of the hand: bias removed, the end effector's weight and inertia
// compensated, small readings and readings beyond the range bounded; and a verdict whether the sensor can be trusted.
// In the axes of the device's base, at the tip.
#pragma once

#include "haptics/device.h"

namespace tangible {

// The parts that the device carries beyond its load cell. The device moves them, so the cell measures them, though the
// hand is not the cause (Faulring et al., remark before Algorithm 1).
struct EndEffector {
  double mass = 0;     // kg
  double inertia = 0;  // kg m^2 about its centre, the same about all axes
  Vec3 center = {};    // of mass from the tip, in axes of the stylus
  Vec3 gravity = {};   // m/s^2 in axes of the base; zero: the sensor was calibrated with the weight
};

// The wrench that the cell adds to that of the hand when the stylus moves with these accelerations.
Wrench wrench_of_end_effector(const EndEffector& e, const Pose& pose, const Twist& velocity, const Twist& acceleration);

struct WrenchSensorOptions {
  EndEffector end_effector = {};
  int tare_ticks = 0;                           // readings whose mean is taken for the bias, while there is no hand
  LinearAndRotary dead_band = {};               // N, N m: shorter wrenches are none, longer ones are shortened by it
  LinearAndRotary range{unlimited, unlimited};  // N, N m: longer wrenches are shortened to it
  int ticks_until_lost = 4;                     // without a usable reading
  int ticks_until_stuck = 0;  // readings alike to the last bit, and not zero, after which they count as none; 0: never
};

struct WrenchSensorCounts {  // readings
  long missing = 0, not_finite = 0, stuck = 0, out_of_range = 0, in_dead_band = 0, losses = 0;
};

class WrenchSensor {
 public:
  WrenchSensor() = default;
  explicit WrenchSensor(const WrenchSensorOptions& options) : options_(options) {}

  enum class Verdict : std::uint8_t {
    usable,  // `hand()` is new
    repeat,  // `hand()` is that of the tick before
    taring,  // the bias is being measured: no wrench yet
    lost     // nothing usable for too long
  };
  // `is_fresh`: the sample is a new one; `acceleration`: of the stylus when it was taken, as far as it is known.
  Verdict examine(const DeviceSample& sample, bool is_fresh, const Twist& acceleration);

  const Wrench& hand() const { return hand_; }
  const Wrench& bias() const { return bias_; }
  const WrenchSensorCounts& counts() const { return counts_; }

 private:
  bool is_usable(const DeviceSample& sample, bool is_fresh);
  void bound(Wrench& w);

  WrenchSensorOptions options_;
  Wrench bias_, sum_, raw_, hand_;
  int tared_ = 0;
  int alike_ = 0;     // readings in a row
  int unusable_ = 0;  // ticks in a row
  bool lost_ = true;
  WrenchSensorCounts counts_;
};

}  // namespace tangible
