// SPDX-License-Identifier: Apache-2.0
// Interpolation between the messages of a mouse.
#include "haptics/mouse_device.h"

#include <algorithm>

namespace tangible {
namespace {

constexpr double shortest_way = 5e-3, longest_way = 100e-3;  // s between two messages
// Messages that were held up arrive together: a way takes at least this share of the one before, so that they are no
// sudden movement of the mouse.
constexpr double min_share = 0.75;

}  // namespace

void MouseDevice::take(const Pose& handle, double now) { take(handle, {.position = handle.position}, now); }

void MouseDevice::take(const Pose& handle, const MouseAim& aim, double now) {
  holds_ = true;
  attitude_ = handle.orientation;
  from_ = to_ = aim;
  from_.rotation = to_.rotation = normalized(aim.rotation);
  heard_ = began_ = now;
  takes_ = 0;
}

void MouseDevice::let_go() {
  holds_ = false;
  to_.stamp = 0;
  to_.turns = false;
}

double MouseDevice::share_gone(double now) const {
  return takes_ > 0 ? std::clamp((now - began_) / takes_, 0.0, 1.0) : 1.0;
}

void MouseDevice::aim(const MouseAim& aim, double now) {
  if (!holds_) return;
  const double gone = share_gone(now);
  from_.position = from_.position + gone * (to_.position - from_.position);
  from_.rotation = rotation_by(gone * rotation_vector(to_.rotation * inverse(from_.rotation))) * from_.rotation;
  takes_ = std::clamp(std::max(now - heard_, min_share * takes_), shortest_way, longest_way);
  to_ = aim;
  to_.rotation = normalized(aim.rotation);
  began_ = heard_ = now;
}

// An ideal source of motion: no inertia in the loop, no force on the hand.
DeviceLimits MouseDevice::limits() const {
  DeviceLimits limits;
  limits.exact_velocity = true;
  return limits;
}

DeviceState MouseDevice::state() const {
  if (stopped_.load(std::memory_order_relaxed)) return {DeviceCondition::stopped, "the mouse was stopped"};
  return {holds_ ? DeviceCondition::ready : DeviceCondition::lost, {}};
}

DeviceSample MouseDevice::read(double now) {
  DeviceSample sample = last_;
  sample.valid = holds_ && !is_silent(now);
  if (!sample.valid) return sample;
  const double gone = share_gone(now);
  const double rate = gone < 1 && takes_ > 0 ? 1 / (takes_ * speed_) : 0;  // of model time
  const Vec3 way = to_.position - from_.position, turn = rotation_vector(to_.rotation * inverse(from_.rotation));
  sample.time = now;
  sample.pose = {from_.position + gone * way, rotation_by(gone * turn) * from_.rotation * attitude_};
  sample.velocity = {rate * way, rate * turn};
  return last_ = sample;
}

}  // namespace tangible
