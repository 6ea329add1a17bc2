// SPDX-License-Identifier: Apache-2.0
// One device on one handle: what happens between a sample and a wrench within a tick, in this order: check of the
// sample, clutch, registration, coupler, passivity guard, limits.
#pragma once

#include <optional>

#include "haptics/coupler_tuning.h"
#include "haptics/force_limits.h"
#include "haptics/motion_hand.h"
#include "haptics/oscillation_watch.h"
#include "haptics/passivity_guard.h"
#include "haptics/plant.h"
#include "haptics/registration.h"
#include "haptics/sample_check.h"

namespace tangible {

struct HapticPortOptions {
  int handle = 0;
  double tick = 1e-3;
  Registration registration;
  CouplerDirections directions;
  CouplerForm form = CouplerForm::held;
  CouplerGains gains;                   // unless there is a table
  const CouplerTable* table = nullptr;  // gains by mobility; outlives the port
  // Of a device that shows no force: gains that only have to be followed.
  std::optional<MotionHandOptions> motion;
  std::uint32_t clutch_buttons = 0;  // while one of them is pressed, the device moves without the handle
  bool align_at_start = true;        // the device takes hold of the handle where both are
  bool leads = false;                // no coupler: the handle follows the device, the plant computes the force
  PassivityGuardOptions guard;
  ForceLimitOptions limits;
  SampleCheckOptions check;
};

// Options that fit a device: its limits, its inertia and damping for the guard, its freedoms as the coupler's mask.
HapticPortOptions port_options_for(const DeviceLimits& device, double tick);

struct HapticPortReport {
  double max_force = 0, max_torque = 0;  // sent
  double max_stretch = 0;                // m
  double limited_work = 0;  // work that limits and guard kept from the coupler's force at the device's port, J
  long ticks = 0, engaged = 0, retunings = 0;
  CouplerLabel weakest_label = CouplerLabel::passive;
  int delay = 0;          // samples, as known from declaration or time stamps, and as assumed
  int assumed_delay = 0;  // samples of it, because the force oscillated
};

class HapticPort {
 public:
  HapticPort(Device& device, const HapticPortOptions& options);

  // Reads, computes, writes, and loads the handle for the step that follows.
  void tick(double now, const PlantRef& plant);
  // After the step: a device that leads its handle gets the force that the step has needed.
  void finish_tick(const PlantRef& plant);
  // Force zero at the device, no load on the handle.
  void release(const PlantRef& plant);
  // After a stop: the device may apply force again; the hand takes hold again.
  void resume(const PlantRef& plant);
  void set_gains(const CouplerGains& gains);
  // Forgets all poses: the device, or the model behind the handle, is another one.
  void restart(const PlantRef& plant);
  // The force fades to zero, or comes back.
  void fade(bool away) { limits_.fade(away); }
  // For a device that shows no force.
  void set_motion(const MotionHandOptions& motion, bool turns);
  // Of gains before the first sample; of a device that leads, what is known of the inertia that it shows.
  void set_label(CouplerLabel label) { report_.weakest_label = std::max(report_.weakest_label, label); }

  Device& device() { return device_; }
  const Coupler& coupler() const { return coupler_; }
  const PassivityGuard& guard() const { return guard_; }
  const ForceLimits& limits() const { return limits_; }
  const SampleCheck& check() const { return check_; }
  const HapticPortReport& report() const { return report_; }
  // Of the last tick.
  const Wrench& sent() const { return limits_.last(); }
  const Pose& device_in_world() const { return world_; }
  bool is_engaged() const { return engaged_; }

 private:
  void engage(const DeviceSample& sample, const HandleState& handle);
  void disengage(const PlantRef& plant);
  void display(const DeviceSample& sample, const HandleState& handle, const PlantRef& plant);
  void lead(const DeviceSample& sample, const PlantRef& plant);
  void note(const Wrench& wanted, const Wrench& sent, const DeviceSample& sample);
  void measure_delay(double now, const DeviceSample& sample);
  void assume_delay(const Wrench& sent);
  void retune(const HandleState& handle, long mode);
  void limit_load(const Wrench& acting, const Wrench& coupled);
  HandleLoad load_on(const HandleState& handle) const;
  Wrench carry(const HandleState& handle, const PlantRef& plant, const Wrench& coupled, const Twist& hand);

  Device& device_;
  HapticPortOptions options_;
  Registration registration_;
  Coupler coupler_;
  PassivityGuard guard_;
  ForceLimits limits_;
  SampleCheck check_;
  OscillationWatch watch_;
  MotionHand motion_;
  bool motion_turns_ = true;
  Wrench carried_, loaded_;  // by a hand that shows no force, and in all, on the handle
  HapticPortReport report_;
  Pose world_;
  bool engaged_ = false;
  bool aligned_ = false;
  bool leads_ = false;  // in this tick
  double work_ = 0;     // on the model through the handle, up to the last tick
  long mode_ = -1;
  int stamped_delay_ = 0, stamped_for_ = 0;
  double last_now_ = 0;  // of the loop, at the last tick
  long elapsed_ = 1;     // ticks of the schedule since then
};

}  // namespace tangible
