// SPDX-License-Identifier: Apache-2.0
// Makes a device that takes wrenches follow a reference: Faulring (17) and (18),
//   x'' = x_r'' + K_p e + K_i int e dt + K_d e',   e = x_r - x,
// with reference and measurement of the same instant (erratum 15), and the wrench that gives the device this
// acceleration while the hand pulls at it: F = M_m x'' + b x_r' - f.
#pragma once

#include "haptics/device.h"

namespace tangible {

struct ReferenceMotion {
  Pose pose;
  Twist velocity;
};

// The pose a little later, at constant velocity.
Pose moved(const Pose& pose, const Twist& velocity, double dt);
// From a to b, as shift and rotation vector.
Twist pose_difference(const Pose& b, const Pose& a);

struct TrackingGains {
  double proportional = 0;  // 1/s^2
  double integral = 0;      // 1/s^3
  double derivative = 0;    // 1/s
  friend constexpr bool operator==(const TrackingGains&, const TrackingGains&) = default;
};

// A double pole at `frequency` (rad/s), and an integral that acts ten times more slowly.
TrackingGains tracking_gains(double frequency);

struct TrackingDriveOptions {
  double tick = 1e-3;
  LinearAndRotary inertia{0.1, 1e-4};  // M_m, at the handle
  LinearAndRotary damping;             // b
  TrackingGains gains;
  Freedoms mask = all_freedoms;  // along and about the axes of the device's base
  bool carries_hand = true;      // false: a device that the hand cannot move against its motors; f is omitted
};

class TrackingDrive {
 public:
  TrackingDrive() = default;
  explicit TrackingDrive(const TrackingDriveOptions& options) : options_(options) {}

  // The wrench for the tick that begins: `reference` is that of the instant of `sample`, `acceleration` that of the
  // reference over the tick.
  Wrench command(const ReferenceMotion& reference, const DeviceSample& sample, const Twist& acceleration,
                 const Wrench& hand);
  // The wrench that was sent differs from the computed one: the integral does not grow.
  void note_saturation(bool is_saturated) { saturated_ = is_saturated; }
  void reset();

  const Twist& error() const { return error_; }
  const Twist& integral() const { return integral_; }
  long waits() const { return waits_; }  // ticks
  const TrackingDriveOptions& options() const { return options_; }

 private:
  TrackingDriveOptions options_;
  Twist error_, integral_;
  bool saturated_ = false;
  long waits_ = 0;
};

}  // namespace tangible
