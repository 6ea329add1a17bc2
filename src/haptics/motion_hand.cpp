// SPDX-License-Identifier: Apache-2.0
// Forces by mobility, and what is carried.
#include "haptics/motion_hand.h"

#include <Eigen/Dense>

#include <algorithm>

namespace tangible {
namespace {

constexpr double heavy_share = 0.02;   // directions whose mobility is this share of the largest are half served
constexpr double dead_share = 100;     // at a hundredth of the mobility of the largest mass, `most` begins to shrink
constexpr double smooth_time = 2e-3;   // s, of the load estimated from velocities
constexpr double remember_time = 0.2;  // s, in which a large acceleration is forgotten

using Matrix3 = Eigen::Matrix3d;
using Vector3 = Eigen::Vector3d;
constexpr double s2 = heavy_share * heavy_share;

Vector3 to_eigen(Vec3 v) { return {v.x, v.y, v.z}; }
Vec3 from_eigen(const Vector3& v) { return {v(0), v(1), v(2)}; }

// Blocks of Y of forces and torques, symmetric by rounding.
struct MobilityBlocks {
  Matrix3 linear, rotary, turn;  // turn: turning per force
};
MobilityBlocks blocks_of(const std::array<double, 36>& mobility) {
  const Eigen::Map<const Eigen::Matrix<double, 6, 6, Eigen::RowMajor>> all(mobility.data());
  const Matrix3 l = all.block<3, 3>(0, 0), r = all.block<3, 3>(3, 3);
  return {0.5 * (l + l.transpose()), 0.5 * (r + r.transpose()), all.block<3, 3>(3, 0)};
}

// m = m0 (R + s^2) (R^2 + s^2)^-1, R = m0 Y, m0 the lightest mass: Y^-1 where R is well above s, m0 where it is well
// below.
Matrix3 linear_mass(const Matrix3& mobility, double lightest) {
  const Matrix3 r = lightest * mobility, one = Matrix3::Identity();
  return lightest * (r + s2 * one) * (r * r + s2 * one).inverse();
}

// The same for turns that the position leaves free, Y_rr - Y_rl m Y_lr. Other turns follow from the position, or are
// impossible: a torque would only load the constraints, so m goes to zero where R is well below s.
Matrix3 rotary_mass(const MobilityBlocks& y, const Matrix3& linear, double lightest) {
  const Matrix3 free = y.rotary - y.turn * linear * y.turn.transpose(), one = Matrix3::Identity();
  const Matrix3 r = 0.5 * lightest * (free + free.transpose());
  return (1 + s2) * lightest * r * (r * r + s2 * one).inverse();
}

Vec3 times_mass(const std::array<double, 36>& mobility, double lightest, Vec3 v) {
  return from_eigen(linear_mass(blocks_of(mobility).linear, lightest) * to_eigen(v));
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

// Far beyond `most` it goes down to `still`: a force on what cannot move is only a burden to its constraints.
double mass_of(double mobile, double most, double still) {
  if (mobile > 0 && 1 / mobile < most) return 1 / mobile;
  if (!std::isfinite(most)) return 0;
  const double least = std::min(still, most);
  if (!(mobile > 0) || least == most) return least;
  return least + std::clamp(dead_share * most * mobile, 0.0, 1.0) * (most - least);
}

}  // namespace

double MotionHand::frequency() const {
  return std::clamp(std::sqrt(largest_ / options_.hanging), options_.slowest, options_.fastest);
}

LinearAndRotary MotionHand::lightest(const HandleState& handle, const CouplerDirections& directions) const {
  const LinearAndRotary largest = largest_mobility(handle, directions);
  return {mass_of(largest.linear, options_.most.linear, options_.still.linear),
          mass_of(largest.rotary, options_.most.rotary, options_.still.rotary)};
}

CouplerGains MotionHand::gains(const HandleState& handle, const CouplerDirections& directions, Twist pull) const {
  const LinearAndRotary m0 = lightest(handle, directions);
  const MobilityBlocks y = blocks_of(handle.mobility);
  const Matrix3 linear = linear_mass(y.linear, m0.linear), rotary = rotary_mass(y, linear, m0.rotary);
  const auto mass_along = [](const Matrix3& mass, Vec3 way, double otherwise) {
    const double length = norm(way);
    return length > 0 ? (mass * to_eigen(way)).norm() / length : otherwise;
  };
  const LinearAndRotary m{std::min(mass_along(linear, pull.linear, m0.linear), options_.most.linear),
                          mass_along(rotary, pull.angular, rotary.norm())};
  const double w = frequency();
  return {{m.linear * w * w, m.rotary * w * w}, {2 * m.linear * w, 2 * m.rotary * w}};
}

// Implicit as the coupler is: a = w^2 (e + T v') + 2 w (v' - v_hand) with v' = v - T a.
Wrench MotionHand::pull(const HandleState& handle, const CouplerDirections& directions, const HandMotion& hand) const {
  const double w = frequency(), t = options_.tick;
  const auto wanted = [&](Vec3 stretch, Vec3 v, Vec3 of_hand) {
    return to_eigen((-1 / (1 + w * t * (w * t + 2))) * (w * w * (stretch + t * v) + 2 * w * (v - of_hand)));
  };
  const LinearAndRotary m0 = lightest(handle, directions);
  const MobilityBlocks y = blocks_of(handle.mobility);
  const Matrix3 mass = linear_mass(y.linear, m0.linear);
  const Vector3 force = mass * wanted(hand.stretch.linear, handle.velocity.linear, hand.velocity.linear);
  if (!hand.turns) return {from_eigen(force), {}};
  // The torque gives the turning that the force lacks; the force makes up for what the torque does to the position.
  const Vector3 turning = wanted(hand.stretch.angular, handle.velocity.angular, hand.velocity.angular);
  const Vector3 torque = rotary_mass(y, mass, m0.rotary) * (turning - y.turn * force);
  return {from_eigen(force - mass * y.turn.transpose() * torque), from_eigen(torque)};
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
  return {-times_mass(handle.mobility, lightest(handle, {}).linear, own_), {}};
}

void MotionHand::forget() {
  has_before_ = false;
  own_ = {};
  largest_ = 0;
}

}  // namespace tangible
