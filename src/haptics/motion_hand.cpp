// SPDX-License-Identifier: Apache-2.0
// Forces by mobility, and what is carried.
#include "haptics/motion_hand.h"

#include <Eigen/Dense>

#include <algorithm>

namespace tangible {
namespace {

constexpr double heavy_share = 0.02;   // directions whose mobility is this share of the largest are half served
constexpr double smooth_time = 2e-3;   // s, of the load estimated from velocities
constexpr double remember_time = 0.2;  // s, in which a large acceleration is forgotten

// m v for m = m0 (R + s^2) (R^2 + s^2)^-1, R = m0 Y, m0 the lightest mass: Y^-1 where R is well above s, m0 where it is
// well below.
Vec3 times_mass(const std::array<double, 36>& mobility, double lightest, Vec3 v) {
  constexpr double s2 = heavy_share * heavy_share;
  const Eigen::Map<const Eigen::Matrix<double, 6, 6, Eigen::RowMajor>> all(mobility.data());
  const Eigen::Matrix3d block = all.block<3, 3>(0, 0), r = 0.5 * lightest * (block + block.transpose());
  const Eigen::Matrix3d one = Eigen::Matrix3d::Identity();
  const Eigen::Vector3d out =
      lightest * ((r + s2 * one) * (r * r + s2 * one).inverse() * Eigen::Vector3d(v.x, v.y, v.z));
  return {out(0), out(1), out(2)};
}

// Linear part of Y f.
Vec3 linear_response(const std::array<double, 36>& mobility, const Wrench& w) {
  const auto row = [&](std::size_t i) {
    const double* y = mobility.data() + 6 * i;
    return y[0] * w.force.x + y[1] * w.force.y + y[2] * w.force.z + y[3] * w.torque.x + y[4] * w.torque.y +
           y[5] * w.torque.z;
  };
  return {row(0), row(1), row(2)};
}

double mass_of(double mobile, double most) {
  if (mobile > 0 && 1 / mobile < most) return 1 / mobile;
  return std::isfinite(most) ? most : 0.0;
}

}  // namespace

double MotionHand::frequency() const {
  return std::clamp(std::sqrt(largest_ / options_.hanging), options_.slowest, options_.fastest);
}

double MotionHand::lightest(double largest_mobility) const { return mass_of(largest_mobility, options_.most.linear); }

CouplerGains MotionHand::gains(const HandleState& handle, const CouplerDirections& directions, Vec3 pull) const {
  const LinearAndRotary largest = largest_mobility(handle, directions);
  const double length = norm(pull), m0 = lightest(largest.linear);
  const double linear = length > 0 ? norm(times_mass(handle.mobility, m0, pull)) / length : m0;
  const LinearAndRotary m{std::min(linear, options_.most.linear), mass_of(largest.rotary, options_.most.rotary)};
  const double w = frequency();
  return {{m.linear * w * w, m.rotary * w * w}, {2 * m.linear * w, 2 * m.rotary * w}};
}

// Implicit as the coupler is: a = w^2 (e + T v') + 2 w (v' - v_hand) with v' = v - T a.
Vec3 MotionHand::pull(const HandleState& handle, const CouplerDirections& directions, Vec3 stretch, Vec3 hand) const {
  const double w = frequency(), t = options_.tick;
  const Vec3 v = handle.velocity.linear;
  const Vec3 wanted = (1 / (1 + w * t * (w * t + 2))) * (w * w * (stretch + t * v) + 2 * w * (v - hand));
  const double m0 = lightest(largest_mobility(handle, directions).linear);
  return -times_mass(handle.mobility, m0, wanted);
}

void MotionHand::learn(Vec3 own, double share) {
  // More than the fastest hand could hold comes from an impact, or from a singular configuration.
  const double size = norm(own), most = options_.fastest * options_.fastest * options_.hanging;
  if (size > most) own = (most / size) * own;
  if (is_finite(own)) own_ += share * (own - own_);
  largest_ = std::max(norm(own_), largest_ * (1 - options_.tick / remember_time));
}

Wrench MotionHand::carry(const HandleState& handle, const Wrench& loaded, long mode) {
  if (handle.own_acceleration) {
    learn(*handle.own_acceleration, 1);
  } else if (has_before_ && mode == mode_) {
    const Vec3 change = (1 / options_.tick) * (handle.velocity.linear - before_.velocity.linear);
    learn(change - linear_response(before_.mobility, loaded), std::min(1.0, options_.tick / smooth_time));
  }
  before_ = handle;
  mode_ = mode;
  has_before_ = true;
  const double m0 = lightest(largest_mobility(handle, {}).linear);
  return {-times_mass(handle.mobility, m0, own_), {}};
}

void MotionHand::forget() {
  has_before_ = false;
  own_ = {};
  largest_ = 0;
}

}  // namespace tangible
