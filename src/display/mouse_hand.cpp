// SPDX-License-Identifier: Apache-2.0
// The gains of a mouse for the model that it holds.
#include "display/mouse_hand.h"

#include <algorithm>
#include <cmath>

namespace tangible {
namespace {

constexpr double slowest = 5, fastest = 200;  // rad/s, of the effective mass on the hand's spring
constexpr double max_masses = 100;            // of all bodies: near a dead centre the hand pushes as if it were no more

HapticPortOptions mouse_options(const MouseDevice& mouse, double tick) {
  HapticPortOptions options = port_options_for(mouse.limits(), tick);
  options.motion = MotionHandOptions{};
  options.form = CouplerForm::implicit;  // stable along the lightest direction, too
  options.align_at_start = false;        // pages use positions in N
  options.limits.ramp_time =
      0;  // it takes hold of the handle where that is: at rest the force begins at zero by itself
  options.check.max_speed = options.check.max_turn_rate =
      unlimited;  // a mouse may be anywhere from one frame to the next
  return options;
}

}  // namespace

MouseHand::MouseHand(double tick) : tick_(tick), haptic_(mouse_, mouse_options(mouse_, tick)) {}

// A small thing under its weight falls fast: the hand is as fast as a fall through a twentieth of the model.
MotionHandOptions MouseHand::motion_of(const LiveModel& live) const {
  const ModelDescription& model = live.model().description();
  MotionHandOptions motion;
  motion.tick = tick_;
  motion.hanging = live.size / 20;
  motion.slowest = std::clamp(std::sqrt(norm(model.gravity) / motion.hanging), slowest, fastest / 5);
  motion.fastest = fastest;
  motion.still = {model.mass, model.mass * live.size * live.size};
  motion.most = {max_masses * motion.still.linear, max_masses * motion.still.rotary};
  return motion;
}

void MouseHand::take(LiveModel& live, Port& port, const MouseAim* aim, double now) {
  release();
  live_ = &live;
  port_ = &port;
  live.plant->put(0, &port);
  if (aim != nullptr)
    mouse_.take(port.pose(), *aim, now);
  else
    mouse_.take(port.pose(), now);
  haptic_.set_motion(motion_of(live), false);
  haptic_.restart(PlantRef(*live.plant));
}

void MouseHand::release() {
  if (!holds()) return;
  mouse_.let_go();
  haptic_.release(PlantRef(*live_->plant));
  live_ = nullptr;
  port_ = nullptr;
}

void MouseHand::tick(double now, double speed) {
  if (!holds()) return;
  mouse_.set_speed(speed);
  haptic_.set_motion(motion_of(*live_), mouse_.turns());
  haptic_.tick(now, PlantRef(*live_->plant));
}

}  // namespace tangible
