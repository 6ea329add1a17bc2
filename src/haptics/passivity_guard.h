// SPDX-License-Identifier: Apache-2.0
// Passivity observer and controller in the time domain (Hannaford & Ryu 2002) with the exact energy of a held force:
// f(k).(x(k+1) - x(k)) is known one sample late, d samples later if the reading is d samples old. What the model gives
// or takes at its handle in the same tick is counted too: only energy that the rendering itself has made is an excess.
#pragma once

#include "haptics/device.h"

namespace tangible {

struct PassivityGuardOptions {
  double tick = 1e-3;
  LinearAndRotary inertia{0.1, 1e-4};  // of the device: the smallest the hand can present
  LinearAndRotary
      damping;             // of the device, counted as dissipation: b |dx|^2/t is its least in a time t (reference 4.1)
  double cap_share = 0.5;  // of the largest damping that is stable with the delay
  bool acts = true;        // false: observes only
};

struct PassivityGuardReport {
  double given = 0;       // energy given to the device by the forces sent, J
  double from_model = 0;  // energy taken from the model through its handle, J
  double credit = 0;      // least dissipation of the device's own damper, J
  double dissipated = 0;  // required of the injected damping, J
  double held_back = 0;   // excess that the cap on damping holds back at present, J
  double max_held_back = 0;
  double max_step = 0;   // largest |f(k).(x(k+1) - x(k))|, J
  double forgotten = 0;  // surplus given up on entering free space, J
  long active = 0;       // ticks with injected damping
  long capped = 0;
  long ticks = 0;
};

class PassivityGuard {
 public:
  static constexpr int max_delay = 15;

  PassivityGuard() = default;
  PassivityGuard(const PassivityGuardOptions& options, int delay);

  // Another delay, declared or measured.
  void set_delay(int delay);
  int delay() const { return delay_; }
  // The damping wrench to add to `wanted`; `sample` is the newest reading, `from_model` the energy that the model has
  // given through its handle since the reading before, which was `elapsed` ticks earlier.
  Wrench correct(const Wrench& wanted, const DeviceSample& sample, double from_model = 0, long elapsed = 1);
  // The wrench that the device was sent in the end.
  void book(const Wrench& sent);
  // The next reading continues no path: nothing is booked for the step to it.
  void restart();
  const PassivityGuardReport& report() const { return report_; }

 private:
  void observe(const Pose& pose, double from_model, long elapsed);

  PassivityGuardOptions options_;
  std::array<double, max_delay + 1> caps_{};
  std::array<Wrench, max_delay + 2> sent_{};
  std::array<double, max_delay + 2> from_model_{};
  long ticks_ = 0;
  int delay_ = 0;
  bool has_pose_ = false;
  Pose pose_;
  double balance_ = 0;  // credit less energy given, surplus forgotten in free space
  PassivityGuardReport report_;
};

}  // namespace tangible
