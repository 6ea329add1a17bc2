// SPDX-License-Identifier: Apache-2.0
// MouseHand: the mouse of a viewer as a device on the port that it holds. Made outside of the servo thread; nothing
// here takes memory.
#pragma once

#include "display/live_model.h"
#include "haptics/haptic_port.h"
#include "haptics/mouse_device.h"

namespace tangible {

class MouseHand {
 public:
  explicit MouseHand(double tick);

  // The port is attached to the model's simulation. `aim`: where the mouse is, if it has said so; null: at the port.
  void take(LiveModel& live, Port& port, const MouseAim* aim, double now);
  void release();
  bool holds() const { return live_ != nullptr; }
  void aim(const MouseAim& aim, double now) { mouse_.aim(aim, now); }
  bool is_silent(double now) const { return holds() && mouse_.is_silent(now); }

  // Loads the port for the step that begins at `now`; `speed` is model time per time.
  void tick(double now, double speed);
  // The force goes to zero, as in a pause, or comes back.
  void fade(bool away) { haptic_.fade(away); }
  bool has_faded() const { return haptic_.limits().ramp() == 0; }

  // Its state for viewers.
  Vec3 force() const { return holds() ? port_->wrench().force : Vec3{}; }
  Vec3 target() const { return holds() ? haptic_.device_in_world().position : Vec3{}; }
  double stiffness() const { return holds() ? haptic_.coupler().gains().stiffness.linear : 0; }
  double damping() const { return holds() ? haptic_.coupler().gains().damping.linear : 0; }
  double stamp() const { return mouse_.stamp(); }
  // By speed: v_r . f + w_r . torque, Gillespie (13).
  void add_generalized_forces(std::span<double> forces) const {
    if (holds()) port_->add_generalized_forces(forces);
  }
  const HapticPort& haptic() const { return haptic_; }

 private:
  MotionHandOptions motion_of(const LiveModel& live) const;

  double tick_;
  MouseDevice mouse_;
  HapticPort haptic_;
  LiveModel* live_ = nullptr;
  Port* port_ = nullptr;
};

}  // namespace tangible
