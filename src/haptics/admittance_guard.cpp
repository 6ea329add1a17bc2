// SPDX-License-Identifier: Apache-2.0
// Books what the hand gives and the model receives, and lets the reference yield.
#include "haptics/admittance_guard.h"

#include <algorithm>
#include <numbers>

namespace tangible {

double yielding_cap(int delay) { return 2 * std::sin(std::numbers::pi / (2 * (2 * delay + 1))); }

AdmittanceGuard::AdmittanceGuard(const AdmittanceGuardOptions& options, int delay)
    : options_(options), delay_(std::clamp(delay, 0, max_delay)), acts_(options.acts) {
  const LinearAndRotary &k = options.hand_stiffness, &m = options.hand_inertia;
  const double with_masses = yielding_mass_cap * options.tick * std::min(k.linear / m.linear, k.rotary / m.rotary);
  cap_ = options.cap_share * std::min(yielding_cap(delay_) / options.tick, with_masses);
}

// Samples are d ticks old, and so is the work of the model that belongs to them. Between two samples the hand's wrench
// is taken as linear in time.
void AdmittanceGuard::observe(const Wrench& hand, const Pose& pose, double to_model) {
  const auto size = static_cast<long>(to_model_.size());
  to_model_[static_cast<std::size_t>(ticks_ % size)] = to_model;
  if (has_sample_ && ticks_ >= delay_) {
    const Twist way = pose_difference(pose, pose_);
    const Wrench mean{0.5 * (hand.force + hand_.force), 0.5 * (hand.torque + hand_.torque)};
    const double given = power(mean, way);
    const double received = to_model_[static_cast<std::size_t>((ticks_ - delay_) % size)];
    report_.from_hand += given;
    report_.to_model += received;
    balance_ += given - received;
  }
  ++ticks_;
  hand_ = hand;
  pose_ = pose;
  has_sample_ = true;
}

Twist AdmittanceGuard::correct(const Wrench& hand, const Pose& pose, const Twist& error, double to_model) {
  observe(hand, pose, to_model);
  ++report_.ticks;
  if (hand == Wrench{}) {
    if (balance_ > 0) report_.forgotten += balance_, balance_ = 0;
    return {};
  }
  const double excess = -(balance_ + power(hand, error));
  report_.made = std::max(report_.made, excess);
  if (!options_.acts || !acts_ || !(excess > 0)) return {};
  // 1/alpha in proportion to the compliance of the hand: one number serves shifts and turns.
  const LinearAndRotary& k = options_.hand_stiffness;
  const double per_unit =
      options_.tick * (dot(hand.force, hand.force) / k.linear + dot(hand.torque, hand.torque) / k.rotary);
  double beta = excess / per_unit;
  double cap = cap_;
  const double force = norm(hand.force), torque = norm(hand.torque);
  if (force > 0) cap = std::min(cap, options_.max_yield.linear * k.linear / force);
  if (torque > 0) cap = std::min(cap, options_.max_yield.rotary * k.rotary / torque);
  if (beta > cap) {
    beta = cap;
    ++report_.capped;
  }
  ++report_.active;
  report_.dissipated += beta * per_unit;
  const Twist yield{(beta / k.linear) * hand.force, (beta / k.rotary) * hand.torque};
  report_.yielded += options_.tick * norm(yield.linear);
  report_.turned += options_.tick * norm(yield.angular);
  return yield;
}

}  // namespace tangible
