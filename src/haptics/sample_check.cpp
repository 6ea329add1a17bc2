// SPDX-License-Identifier: Apache-2.0
// The verdicts on samples.
#include "haptics/sample_check.h"

namespace tangible {
namespace {

constexpr double longest_span = 0.1;  // s

bool is_finite_sample(const DeviceSample& s) {
  const Quaternion q = s.pose.orientation;
  const double length = q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z;
  return std::isfinite(s.time) && is_finite(s.pose.position) && is_finite(s.velocity.linear) &&
         is_finite(s.velocity.angular) && std::abs(length - 1) < 1e-3;  // NaN fails the comparison
}

}  // namespace

bool SampleCheck::is_jump(const DeviceSample& from, const DeviceSample& to, double since) const {
  const double dt = std::max(since, options_.tick);
  const Vec3 turn = rotation_vector(to.pose.orientation * inverse(from.pose.orientation));
  return norm(to.pose.position - from.pose.position) > options_.max_speed * dt ||
         norm(turn) > std::min(options_.max_turn_rate * dt, 3.1);
}

SampleCheck::Verdict SampleCheck::examine(const DeviceSample& sample, double now) {
  bool usable = false, moved = false;
  if (!sample.valid) {
    ++counts_.missing;
  } else if (!is_finite_sample(sample)) {
    ++counts_.not_finite;
  } else if (is_stale(sample)) {
    ++counts_.stale;
  } else if (begun_ && is_jump(last_, sample, now - last_time_)) {
    ++counts_.jumps;
    agreeing_ = agreeing_ > 0 && !is_jump(jumped_, sample, now - jumped_time_) ? agreeing_ + 1 : 1;
    jumped_ = sample;
    jumped_time_ = now;
    moved = agreeing_ >= options_.ticks_until_moved;
  } else {
    usable = true;
  }
  if (usable || moved) {
    const bool returned = lost_ || moved || !begun_;
    ++counts_.usable;
    if (begun_ && now - last_time_ < longest_span) {
      ++counts_.spans;
      counts_.spanned += now - last_time_;
    }
    last_ = sample;
    last_time_ = now;
    unusable_ = agreeing_ = 0;
    lost_ = false;
    begun_ = true;
    return returned ? Verdict::returned : Verdict::usable;
  }
  const bool is_old = now - last_time_ > (options_.ticks_until_lost + 0.5) * options_.tick;
  if (++unusable_ < options_.ticks_until_lost && begun_ && !lost_ && !is_old) return Verdict::repeat;
  if (begun_ && !lost_) ++counts_.losses;
  lost_ = true;
  return Verdict::lost;
}

}  // namespace tangible
