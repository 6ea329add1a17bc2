// SPDX-License-Identifier: Apache-2.0
// Poses, velocities and accelerations of known motions.
#include "haptics/prescribed_motion.h"

#include <algorithm>
#include <numbers>
#include <stdexcept>

#include "haptics/simulated_device.h"

namespace tangible {
namespace {

struct Jet {  // a number with its first and second rate
  double value = 0, rate = 0, second = 0;
};

// The minimum-jerk polynomial 10 s^3 - 15 s^4 + 6 s^5 over a time `length`.
Jet minimum_jerk_jet(double s, double length) {
  if (s <= 0 || s >= 1) return {minimum_jerk(s), 0, 0};
  const double r = s * (1 - s);
  return {minimum_jerk(s), 30 * r * r / length, 60 * r * (1 - 2 * s) / (length * length)};
}

Jet intention_of(const OperatorOptions& o, double t, std::size_t i) {
  Jet jet;
  if (!o.waypoints.empty()) {
    const auto next = std::ranges::upper_bound(o.waypoints, t, {}, &Waypoint::time);
    if (next == o.waypoints.begin() || next == o.waypoints.end()) {
      jet.value = next == o.waypoints.begin() ? next->target[i] : (next - 1)->target[i];
    } else {
      const Waypoint& last = *(next - 1);
      const double length = next->time - last.time, way = next->target[i] - last.target[i];
      const Jet share = minimum_jerk_jet((t - last.time) / length, length);
      jet = {last.target[i] + way * share.value, way * share.rate, way * share.second};
    }
  }
  if (i >= 3 || o.tremor == 0) return jet;
  const double w = 2 * std::numbers::pi * o.tremor_frequency;
  jet.value += o.tremor * std::sin(w * t);
  jet.rate += o.tremor * w * std::cos(w * t);
  jet.second -= o.tremor * w * w * std::sin(w * t);
  return jet;
}

}  // namespace

// The gimbal turns about x, then about the y it carries, then about that z: w = a' x + b' y + c' z, and an axis that is
// carried by the angular velocity W changes at the rate W x axis.
HandleMotion IntendedMotion::at(double t) const {
  std::array<Jet, 6> q;
  for (std::size_t i = 0; i < 6; ++i) q[i] = intention_of(operator_.options(), t, i);
  const Vec3 angles{q[3].value, q[4].value, q[5].value};
  const auto [x, y, z] = gimbal_axes(angles);
  const Vec3 carries_y = q[3].rate * x, carries_z = carries_y + q[4].rate * y;
  HandleMotion m;
  m.pose = {{q[0].value, q[1].value, q[2].value}, gimbal_orientation(angles)};
  m.velocity = {{q[0].rate, q[1].rate, q[2].rate}, carries_z + q[5].rate * z};
  m.acceleration = {{q[0].second, q[1].second, q[2].second},
                    q[3].second * x + q[4].second * y + q[5].second * z + q[4].rate * cross(carries_y, y) +
                        q[5].rate * cross(carries_z, z)};
  return m;
}

double IntendedMotion::duration() const {
  const auto& points = operator_.options().waypoints;
  return points.empty() ? 0 : points.back().time;
}

RecordedMotion::RecordedMotion(const DeviceRecord& record) {
  for (const DeviceRecord::Entry& e : record.entries) {
    const DeviceSample& s = e.sample;
    if (!s.valid || !is_finite(s.pose.position) || (!times_.empty() && !(s.time > times_.back()))) continue;
    times_.push_back(s.time);
    poses_.push_back({s.pose.position, normalized(s.pose.orientation)});
  }
  const std::size_t n = times_.size();
  if (n < 2) throw std::runtime_error("error: fewer than two samples of the recording are valid; record again");
  // Tridiagonal system of the spline, by elimination: h- c- + 2 (h- + h+) c + h+ c+ = 6 (slope+ - slope-).
  curvature_.assign(n, {});
  std::vector<double> pivot(n, 1);
  const auto slope = [&](std::size_t k) {
    return (1 / (times_[k + 1] - times_[k])) * (poses_[k + 1].position - poses_[k].position);
  };
  for (std::size_t k = 1; k + 1 < n; ++k) {
    const double before = times_[k] - times_[k - 1], after = times_[k + 1] - times_[k];
    pivot[k] = 2 * (before + after);
    curvature_[k] = 6.0 * (slope(k) - slope(k - 1));
    if (k == 1) continue;
    const double share = before / pivot[k - 1];
    pivot[k] -= share * before;
    curvature_[k] -= share * curvature_[k - 1];
  }
  for (std::size_t k = n - 1; k-- > 1;)
    curvature_[k] = (1 / pivot[k]) * (curvature_[k] - (times_[k + 1] - times_[k]) * curvature_[k + 1]);
  turning_.assign(n, {});
  for (std::size_t k = 1; k + 1 < n; ++k)
    turning_[k] = (1 / (times_[k + 1] - times_[k - 1])) *
                  rotation_vector(poses_[k + 1].orientation * inverse(poses_[k - 1].orientation));
}

HandleMotion RecordedMotion::at(double t) const {
  if (t <= times_.front()) return {poses_.front(), {}, {}};
  if (t >= times_.back()) return {poses_.back(), {}, {}};
  return inside(static_cast<std::size_t>(std::ranges::upper_bound(times_, t) - times_.begin()) - 1, t);
}

HandleMotion RecordedMotion::inside(std::size_t k, double t) const {
  const double h = times_[k + 1] - times_[k], a = (times_[k + 1] - t) / h, b = 1 - a;
  const Vec3 c = curvature_[k], d = curvature_[k + 1], p = poses_[k].position, q = poses_[k + 1].position;
  const Vec3 turn = rotation_vector(poses_[k + 1].orientation * inverse(poses_[k].orientation));
  HandleMotion m;
  m.pose.position = a * p + b * q + (h * h / 6) * ((a * a * a - a) * c + (b * b * b - b) * d);
  m.velocity.linear = (1 / h) * (q - p) + (h / 6) * ((1 - 3 * a * a) * c + (3 * b * b - 1) * d);
  m.acceleration.linear = a * c + b * d;
  m.pose.orientation = normalized(rotation_by(b * turn) * poses_[k].orientation);
  m.velocity.angular = a * turning_[k] + b * turning_[k + 1];
  m.acceleration.angular = (1 / h) * (turning_[k + 1] - turning_[k]);
  return m;
}

HandleMotion placed(const HandleMotion& motion, const HandleMotion& beginning, const Pose& start) {
  HandleMotion m = motion;
  m.pose.position = start.position + (motion.pose.position - beginning.pose.position);
  m.pose.orientation = normalized(motion.pose.orientation * inverse(beginning.pose.orientation) * start.orientation);
  return m;
}

}  // namespace tangible
