// SPDX-License-Identifier: Apache-2.0
// The last stage before the device: limits of force, power and rate of force, ramp-in, and the edge of the workspace,
// applied to the sum of coupler and guard. What leaves here is what the passivity observer books.
#pragma once

#include "haptics/device.h"

namespace tangible {

struct ForceLimitOptions {
  double tick = 1e-3;
  LinearAndRotary max_effort{unlimited, unlimited};
  LinearAndRotary continuous_effort{unlimited, unlimited};
  double thermal_time = 1;                         // s, time constant of the motors' heat
  LinearAndRotary max_rate{unlimited, unlimited};  // N/s, N m/s
  double max_power = unlimited;                    // W that may be given to the hand
  double ramp_time = 0.1;                          // s, from zero to full force after a hand takes hold
  double fade_time = 0.05;                         // s, from full force to zero in a pause, and back
  Vec3 workspace_center;
  LinearAndRotary workspace{unlimited, unlimited};
  double edge = 0.01;  // m: within this distance of the edge, force that pushes outward fades to zero
};

ForceLimitOptions force_limits_of(const DeviceLimits& device, double tick);

struct ForceLimitCounts {  // ticks
  long effort = 0, heat = 0, rate = 0, power = 0, not_finite = 0, workspace = 0, ramp = 0;
};

class ForceLimits {
 public:
  ForceLimits() = default;
  explicit ForceLimits(const ForceLimitOptions& options) : options_(options) {}

  Wrench apply(const Wrench& wanted, const DeviceSample& sample);
  // Force zero at once; the next `apply` begins a new ramp.
  Wrench release();
  // The share goes down to zero, or up again, within `fade_time`.
  void fade(bool away) { fades_ = away; }
  const ForceLimitCounts& counts() const { return counts_; }
  const Wrench& last() const { return last_; }
  // Share of the force that ramp and fade let through.
  double ramp() const { return ramp_ * shown_; }

 private:
  void limit_effort(Wrench& w);
  void limit_workspace(Wrench& w, const DeviceSample& sample);
  void limit_power(Wrench& w, const DeviceSample& sample);
  void limit_rate(Wrench& w);

  ForceLimitOptions options_;
  Wrench last_;
  double ramp_ = 0, shown_ = 1;  // shares of the force: since hold was taken, and as it fades
  bool fades_ = false;
  LinearAndRotary heat_;  // smoothed squares of force and torque
  ForceLimitCounts counts_;
};

}  // namespace tangible
