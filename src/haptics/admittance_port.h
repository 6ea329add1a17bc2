// SPDX-License-Identifier: Apache-2.0
// One device on one handle, the other way round: the hand's wrench is measured and moves the model, and the device is
// driven to where the handle goes. The dual of HapticPort, after Faulring et al., Algorithm 1, with the model's own
// constrained motion in place of its lines 5 to 14.
//
// A tick has two halves, with the step of the model between them: sample check, clutch, sensor, load on the handle;
// then reference, guard, feedforward and feedback, limits.
#pragma once

#include "haptics/admittance_guard.h"
#include "haptics/force_limits.h"
#include "haptics/measured_wrench.h"
#include "haptics/reference_brake.h"
#include "haptics/registration.h"
#include "haptics/sample_check.h"
#include "haptics/wrench_sensor.h"

namespace tangible {

struct AdmittancePortOptions {
  int handle = 0;
  double tick = 1e-3;
  Registration registration;
  WrenchHold hold = WrenchHold::extrapolated_in_handle;
  WrenchSensorOptions sensor;
  TrackingDriveOptions drive;
  bool gives_targets = false;                       // the device servos its position: it gets poses instead of wrenches
  LinearAndRotary max_speed{unlimited, unlimited};  // m/s, rad/s, of targets
  LinearAndRotary deceleration{20, 200};            // m/s^2, rad/s^2, when the sensor is lost
  double hold_time = 0.5;                           // s at rest, before the drive is released
  LinearAndRotary max_error{0.05, 0.5};  // m, rad: a device that lags more takes hold again where it is
  std::uint32_t clutch_buttons = 0;      // while one of them is pressed, the drive is released
  bool align_at_start = true;            // the device takes hold of the handle where both are
  double ramp_time = 0.1;                // s, in which the hand's wrench comes to act on the model
  AdmittanceGuardOptions guard;
  ForceLimitOptions limits;
  SampleCheckOptions check;
};

// Options that fit a device: limits, inertia and damping, freedoms, gains that are stable at this tick and delay.
AdmittancePortOptions admittance_options_for(const DeviceLimits& device, double tick);

struct AdmittancePortReport {
  LinearAndRotary max_error, sum_of_squares;  // of tracking, in the freedoms of the device: m, rad
  LinearAndRotary max_hand;                   // N, N m, on the model
  LinearAndRotary max_sent;                   // N, N m, of wrenches
  LinearAndRotary max_reference_speed;        // m/s, rad/s
  long ticks = 0, following = 0, braking = 0, holding = 0, brakes = 0;
  long slips = 0;           // ticks in which the device was given up
  long target_limited = 0;  // ticks in which a target was too fast
  long saturated = 0;       // ticks in which the wrench was cut
  int delay = 0;            // samples
  LinearAndRotary rms_error() const;
};

class AdmittancePort {
 public:
  enum class State : std::uint8_t { released, following, braking, holding };

  AdmittancePort(Device& device, const AdmittancePortOptions& options);

  // Reads, and loads the handle for the step that follows.
  void begin_tick(double now, const PlantRef& plant);
  // After the step: drives the device.
  void end_tick(const PlantRef& plant);
  // No drive, no load on the handle.
  void release(const PlantRef& plant);
  // After a stop: the device may be driven again; the hand takes hold again.
  void resume(const PlantRef& plant);

  Device& device() { return device_; }
  State state() const { return state_; }
  const AdmittancePortOptions& options() const { return options_; }
  const AdmittancePortReport& report() const { return report_; }
  const WrenchSensor& sensor() const { return sensor_; }
  const TrackingDrive& drive() const { return drive_; }
  const AdmittanceGuard& guard() const { return guard_; }
  const ForceLimits& limits() const { return limits_; }
  const SampleCheck& check() const { return check_; }
  // Of the last tick, in the axes of the device's base.
  const ReferenceMotion& reference() const { return reference_; }
  const Twist& error() const { return error_; }
  const Wrench& sent() const { return limits_.last(); }

 private:
  void engage(const DeviceSample& sample, const HandleState& handle);
  void follow(double now, const HandleState& handle, const PlantRef& plant);
  void start_brake(const PlantRef& plant);
  ReferenceMotion reference_of(const HandleState& handle) const;
  void remember(const ReferenceMotion& reference);
  // The reference at the instant of the sample, which is `delay` ticks old.
  const ReferenceMotion& reference_at_sample() const;
  void shift_reference(const HandleState& handle);
  void write(const Wrench& hand);
  void write_target();
  void note_error();

  Device& device_;
  AdmittancePortOptions options_;
  Registration registration_;
  MeasuredWrench load_;
  WrenchSensor sensor_;
  TrackingDrive drive_;
  ReferenceBrake brake_;
  AdmittanceGuard guard_;
  ForceLimits limits_;
  SampleCheck check_;
  AdmittancePortReport report_;
  State state_ = State::released;
  int delay_ = 0;
  std::array<ReferenceMotion, AdmittanceGuard::max_delay + 2> past_{};  // references by tick
  long remembered_ = 0;
  ReferenceMotion begin_;      // of the handle at the beginning of the tick
  ReferenceMotion reference_;  // at its end
  Twist acceleration_;         // of the reference over the tick
  Twist error_;
  Twist yielding_;  // velocity that the guard adds
  Pose target_;     // given last
  double ramp_ = 0;
  double work_ = 0;  // on the model through the handle, up to the last tick
  bool aligned_ = false;
  bool saturated_ = false;
};

}  // namespace tangible
