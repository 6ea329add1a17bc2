// SPDX-License-Identifier: Apache-2.0
// Books the energy that has gone to the hand and takes an excess back by damping.
#include "haptics/passivity_guard.h"

#include <algorithm>

#include "haptics/sampled_loop.h"

namespace tangible {

PassivityGuard::PassivityGuard(const PassivityGuardOptions& options, int delay) : options_(options) {
  for (int d = 0; d <= max_delay; ++d) caps_[static_cast<std::size_t>(d)] = damping_cap(d);
  set_delay(delay);
}

void PassivityGuard::set_delay(int delay) { delay_ = std::clamp(delay, 0, max_delay); }

// The reading at tick n is x(n - d): the path from the reading before belongs to the force sent at tick n - 1 - d. The
// same path in a longer time dissipates less: ticks that were missed between two readings earn no credit.
void PassivityGuard::observe(const Pose& pose, double from_model, long elapsed) {
  const auto size = static_cast<long>(sent_.size());
  if (ticks_ > 0) from_model_[static_cast<std::size_t>((ticks_ - 1) % size)] = from_model;
  if (has_pose_ && ticks_ > delay_) {
    const auto tick = static_cast<std::size_t>((ticks_ - 1 - delay_) % size);
    const Wrench& f = sent_[tick];
    const Vec3 shift = pose.position - pose_.position;
    const Vec3 turn = rotation_vector(pose.orientation * inverse(pose_.orientation));
    const double given = dot(f.force, shift) + dot(f.torque, turn);
    const double credit = (options_.damping.linear * dot(shift, shift) + options_.damping.rotary * dot(turn, turn)) /
                          (options_.tick * static_cast<double>(std::max(1L, elapsed)));
    report_.given += given;
    report_.credit += credit;
    report_.max_step = std::max(report_.max_step, std::abs(given));
    report_.from_model += from_model_[tick];
    balance_ += credit - given + from_model_[tick];
  }
  pose_ = pose;
  has_pose_ = true;
}

Wrench PassivityGuard::correct(const Wrench& wanted, const DeviceSample& sample, double from_model, long elapsed) {
  observe(sample.pose, from_model, elapsed);
  ++report_.ticks;
  if (wanted == Wrench{} && balance_ > 0) {
    report_.forgotten += balance_;
    balance_ = 0;
  }
  report_.held_back = 0;
  if (!options_.acts || balance_ >= 0) return {};
  // Damping in proportion to the device's inertia: one number beta serves translations and turns.
  const Twist v = sample.velocity;
  const double twice_energy =
      options_.inertia.linear * dot(v.linear, v.linear) + options_.inertia.rotary * dot(v.angular, v.angular);
  const double excess = -balance_;
  const double cap = options_.cap_share * caps_[static_cast<std::size_t>(delay_)] / options_.tick;
  const double wish = twice_energy > 0 ? excess / (options_.tick * twice_energy) : cap;
  const double beta = std::min(wish, cap);
  const double takes = beta * twice_energy * options_.tick;
  if (wish >= cap) {
    ++report_.capped;
    report_.held_back = excess - takes;
    report_.max_held_back = std::max(report_.max_held_back, report_.held_back);
  }
  if (takes > 0) ++report_.active;
  report_.dissipated += takes;
  return {-beta * options_.inertia.linear * v.linear, -beta * options_.inertia.rotary * v.angular};
}

void PassivityGuard::book(const Wrench& sent) {
  sent_[static_cast<std::size_t>(ticks_ % static_cast<long>(sent_.size()))] = sent;
  ++ticks_;
}

void PassivityGuard::restart() { has_pose_ = false; }

}  // namespace tangible
