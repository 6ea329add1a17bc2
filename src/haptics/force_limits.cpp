// SPDX-License-Identifier: Apache-2.0
// Limits are applied in the order workspace, power, ramp, effort, rate: the later are the harder.
#include "haptics/force_limits.h"

#include <algorithm>

namespace tangible {
namespace {

// Shortens v to the length `limit`; true if it was longer.
bool shorten(Vec3& v, double limit) {
  const double length = norm(v);
  if (!(length > limit)) return false;
  v = (limit / length) * v;
  return true;
}

}  // namespace

ForceLimitOptions force_limits_of(const DeviceLimits& device, double tick) {
  ForceLimitOptions o;
  o.tick = tick;
  o.max_effort = device.max_effort;
  o.continuous_effort = device.continuous_effort;
  o.workspace_center = device.workspace_center;
  o.workspace = device.workspace;
  return o;
}

Wrench ForceLimits::apply(const Wrench& wanted, const DeviceSample& sample) {
  if (!is_finite(wanted)) {
    ++counts_.not_finite;
    return release();
  }
  Wrench w = wanted;
  limit_workspace(w, sample);
  limit_power(w, sample);
  const auto change = [this](double time) { return time > 0 ? options_.tick / time : 1; };
  ramp_ = std::min(1.0, ramp_ + change(options_.ramp_time));
  shown_ = std::clamp(shown_ + (fades_ ? -1 : 1) * change(options_.fade_time), 0.0, 1.0);
  if (ramp() < 1) {
    w = {ramp() * w.force, ramp() * w.torque};
    ++counts_.ramp;
  }
  limit_effort(w);
  limit_rate(w);
  return last_ = w;
}

Wrench ForceLimits::release() {
  ramp_ = 0;
  return last_ = {};
}

void ForceLimits::limit_effort(Wrench& w) {
  LinearAndRotary limit = options_.max_effort;
  const LinearAndRotary continuous = options_.continuous_effort;
  bool hot = false;
  if (heat_.linear > continuous.linear * continuous.linear) hot = true, limit.linear = continuous.linear;
  if (heat_.rotary > continuous.rotary * continuous.rotary) hot = true, limit.rotary = continuous.rotary;
  const bool force = shorten(w.force, limit.linear);
  const bool torque = shorten(w.torque, limit.rotary);
  if (force || torque) ++(hot ? counts_.heat : counts_.effort);
  const double share = options_.tick / options_.thermal_time;
  heat_.linear += share * (dot(w.force, w.force) - heat_.linear);
  heat_.rotary += share * (dot(w.torque, w.torque) - heat_.rotary);
}

void ForceLimits::limit_workspace(Wrench& w, const DeviceSample& sample) {
  const Vec3 from_center = sample.pose.position - options_.workspace_center;
  const double distance = norm(from_center);
  const double inside = options_.workspace.linear - distance;
  if (inside < options_.edge && distance > 0) {
    const Vec3 outward = (1 / distance) * from_center;
    const double push = dot(w.force, outward);
    if (push > 0) {
      w.force -= (1 - std::clamp(inside / options_.edge, 0.0, 1.0)) * push * outward;
      ++counts_.workspace;
    }
  }
  const Vec3 turn = rotation_vector(sample.pose.orientation);
  const double angle = norm(turn);
  if (angle > options_.workspace.rotary) {
    const Vec3 outward = (1 / angle) * turn;
    const double push = dot(w.torque, outward);
    if (push > 0) {
      w.torque -= push * outward;
      ++counts_.workspace;
    }
  }
}

void ForceLimits::limit_power(Wrench& w, const DeviceSample& sample) {
  const double given = power(w, sample.velocity);
  if (!(given > options_.max_power)) return;
  w = {(options_.max_power / given) * w.force, (options_.max_power / given) * w.torque};
  ++counts_.power;
}

void ForceLimits::limit_rate(Wrench& w) {
  Vec3 force = w.force - last_.force, torque = w.torque - last_.torque;
  const bool force_limited = shorten(force, options_.max_rate.linear * options_.tick);
  const bool torque_limited = shorten(torque, options_.max_rate.rotary * options_.tick);
  if (!force_limited && !torque_limited) return;
  if (force_limited) w.force = last_.force + force;
  if (torque_limited) w.torque = last_.torque + torque;
  ++counts_.rate;
}

}  // namespace tangible
