// SPDX-License-Identifier: Apache-2.0
// The spline of a live device's poses.
#include "haptics/led_plant.h"

#include <algorithm>
#include <utility>

namespace tangible {
namespace {

Twist mean(const Twist& a, const Twist& b) { return {0.5 * (a.linear + b.linear), 0.5 * (a.angular + b.angular)}; }
Wrench mean(const Wrench& a, const Wrench& b) { return {0.5 * (a.force + b.force), 0.5 * (a.torque + b.torque)}; }

}  // namespace

LedPlant::LedPlant(HandleDrive& drive, const FollowBounds& bounds, double step)
    : drive_(drive), bounds_(bounds), step_(step), target_(drive.port().pose()), last_(target_) {
  motion_.pose = target_;
  last_mode_ = std::as_const(drive.simulation().loop()).motion().mode();
  weigh();
}

void LedPlant::weigh() {
  inertia_ = largest_inertia(drive_.inertia());
  most_ = {std::max(most_.linear, inertia_.linear), std::max(most_.rotary, inertia_.rotary)};
}

HandleState LedPlant::handle(int) {
  HandleState state;
  state.pose = drive_.port().pose();
  state.velocity = drive_.port().velocity();
  state.driving = driving_;
  return state;
}

// A handle that is no longer guided comes to rest at its last position.
void LedPlant::apply(int, const HandleLoad& load) {
  if (load.kind == HandleLoad::Kind::led) target_ = load.pose;
}

HandleMotion LedPlant::next_motion(double dt) const {
  const Vec3 turn = rotation_vector(target_.orientation * inverse(last_.orientation));
  HandleMotion next;
  next.pose.position = 0.5 * (last_.position + target_.position);
  next.pose.orientation = normalized(rotation_by(0.5 * turn) * last_.orientation);
  next.velocity = {(1 / dt) * (target_.position - last_.position), (1 / dt) * turn};
  next.acceleration = {(1 / dt) * (next.velocity.linear - motion_.velocity.linear),
                       (1 / dt) * (next.velocity.angular - motion_.velocity.angular)};
  return next;
}

PlantStatus LedPlant::step(double dt) {
  const HandleMotion next = next_motion(dt);
  motion_.acceleration = next.acceleration;
  drive_.lead(dt, motion_, next);
  const Wrench before = drive_.wrench();
  const Twist velocity = drive_.port().velocity();
  const long steps = std::lround(dt / step_);
  for (long n = 0; n < steps; ++n)
    if (drive_.simulation().tick() != SimulationStatus::ok) return PlantStatus::failed;
  driving_ = drive_.wrench();
  work_ += dt * power(mean(before, driving_), mean(velocity, drive_.port().velocity()));
  motion_ = next;
  last_ = target_;
  if (++ticks_ % 16 == 0) weigh();
  return is_too_heavy() ? PlantStatus::ended : PlantStatus::running;
}

long LedPlant::mode() {
  const Mode& mode = std::as_const(drive_.simulation().loop()).motion().mode();
  if (mode == last_mode_) return mode_count_;
  last_mode_ = mode;
  weigh();
  return ++mode_count_;
}

}  // namespace tangible
