// SPDX-License-Identifier: Apache-2.0
// MouseDevice: a mouse, or any pointer that is heard of now and then and shows no force. Between two messages its pose
// goes evenly from one to the next, so that every tick has a pose and a velocity of its own.
#pragma once

#include <atomic>

#include "haptics/device.h"

namespace tangible {

// The target of the point that the mouse holds, in axes of N.
struct MouseAim {
  Vec3 position = {};
  Quaternion rotation = {};  // from the attitude in which it took hold
  bool turns = false;        // whether it has a target rotation
  double stamp = 0;          // a number of the page
};

// All but `stop` is called by the thread that runs.
class MouseDevice : public Device {
 public:
  static constexpr double silence = 0.2;  // s, after which a mouse has gone away

  // Takes hold at the pose that a handle has now.
  void take(const Pose& handle, double now);
  // The same by a mouse that is elsewhere: a moving handle has left the place where it was seen and taken. The mouse
  // itself is at rest.
  void take(const Pose& handle, const MouseAim& aim, double now);
  void let_go();
  bool holds() const { return holds_; }
  void aim(const MouseAim& aim, double now);
  // Model time per time: velocities are those in model time.
  void set_speed(double speed) { speed_ = speed; }
  bool is_silent(double now) const { return now - heard_ > silence; }
  bool turns() const { return to_.turns; }
  double stamp() const { return to_.stamp; }

  std::string_view name() const override { return "mouse"; }
  ClockOwner clock() const override { return ClockOwner::host; }
  DeviceLimits limits() const override;
  DeviceState state() const override;
  DeviceSample read(double now) override;
  void write(const Wrench&) override {}  // it shows none
  bool write_target(const Pose&) override { return false; }
  void stop() override { stopped_.store(true, std::memory_order_relaxed); }
  void resume() override { stopped_.store(false, std::memory_order_relaxed); }

 private:
  double share_gone(double now) const;

  bool holds_ = false;
  Quaternion attitude_;  // of the handle where hold was taken
  // The path from the pose at `began_` to the last received one, in the time `takes_`.
  MouseAim from_, to_;
  double heard_ = 0, began_ = 0, takes_ = 0;  // s
  double speed_ = 1;
  DeviceSample last_;
  std::atomic<bool> stopped_{false};
};

}  // namespace tangible
