// SPDX-License-Identifier: Apache-2.0
// The wrench of the hand from that of the load cell.
#include "haptics/wrench_sensor.h"

namespace tangible {
namespace {

// Takes `band` off the length of v, at most all of it. A mere threshold would let the force jump.
void take_band(Vec3& v, double band) {
  if (!(band > 0)) return;
  const double length = norm(v);
  v = length > band ? (1 - band / length) * v : Vec3{};
}

bool keep_within(Vec3& v, double range) {
  const double length = norm(v);
  if (!(length > range)) return false;
  v = (range / length) * v;
  return true;
}

}  // namespace

// Newton and Euler for the part beyond the cell: f = m (a_C - g), torque about the tip = I alpha + r x f. The term
// w x I w vanishes for equal moments of inertia.
Wrench wrench_of_end_effector(const EndEffector& e, const Pose& pose, const Twist& velocity,
                              const Twist& acceleration) {
  const Vec3 r = rotate(pose.orientation, e.center);
  const Vec3 of_center =
      acceleration.linear + cross(acceleration.angular, r) + cross(velocity.angular, cross(velocity.angular, r));
  const Vec3 force = e.mass * (of_center - e.gravity);
  return {-force, -(e.inertia * acceleration.angular + cross(r, force))};
}

bool WrenchSensor::is_usable(const DeviceSample& sample, bool is_fresh) {
  if (!is_fresh || !sample.has_measured) {
    ++counts_.missing;
    return false;
  }
  if (!is_finite(sample.measured)) {
    ++counts_.not_finite;
    return false;
  }
  alike_ = sample.measured == raw_ && !(raw_ == Wrench{}) ? alike_ + 1 : 0;
  raw_ = sample.measured;
  if (options_.ticks_until_stuck > 0 && alike_ >= options_.ticks_until_stuck) {
    ++counts_.stuck;
    return false;
  }
  return true;
}

WrenchSensor::Verdict WrenchSensor::examine(const DeviceSample& sample, bool is_fresh, const Twist& acceleration) {
  if (!is_usable(sample, is_fresh)) {
    if (++unusable_ < options_.ticks_until_lost && !lost_) return Verdict::repeat;
    if (!lost_) ++counts_.losses;
    lost_ = true;
    hand_ = {};
    return Verdict::lost;
  }
  unusable_ = 0;
  lost_ = false;
  const Wrench carried = wrench_of_end_effector(options_.end_effector, sample.pose, sample.velocity, acceleration);
  Wrench w{sample.measured.force - carried.force, sample.measured.torque - carried.torque};
  if (tared_ < options_.tare_ticks) {
    sum_ = {sum_.force + w.force, sum_.torque + w.torque};
    ++tared_;
    bias_ = {(1.0 / tared_) * sum_.force, (1.0 / tared_) * sum_.torque};
    return Verdict::taring;
  }
  w = {w.force - bias_.force, w.torque - bias_.torque};
  bound(w);
  hand_ = w;
  return Verdict::usable;
}

void WrenchSensor::bound(Wrench& w) {
  const bool force_out = keep_within(w.force, options_.range.linear);
  const bool torque_out = keep_within(w.torque, options_.range.rotary);
  if (force_out || torque_out) ++counts_.out_of_range;
  const bool was_none = w == Wrench{};
  take_band(w.force, options_.dead_band.linear);
  take_band(w.torque, options_.dead_band.rotary);
  if (!was_none && w == Wrench{}) ++counts_.in_dead_band;
}

}  // namespace tangible
