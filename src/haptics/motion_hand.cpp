// SPDX-License-Identifier: Apache-2.0
// Gains by mobility, and what is carried by the last tick's change of velocity.
#include "haptics/motion_hand.h"

#include <Eigen/Dense>

#include <algorithm>

namespace tangible {
namespace {

// Along directions in which the handle is this much heavier than along the lightest, nothing is carried.
constexpr double lightest_share = 1e-2;
constexpr double heaviest_share = 50;  // of the lightest mass: gains for no heavier one
constexpr double smooth_time = 2e-3;   // s, of what is carried
constexpr double remember_time = 0.2;  // s, in which a large acceleration is forgotten

// -Y^-1 a along the directions in which Y is regular.
Vec3 force_against(const std::array<double, 36>& mobility, Vec3 acceleration) {
  const Eigen::Map<const Eigen::Matrix<double, 6, 6, Eigen::RowMajor>> all(mobility.data());
  const Eigen::Matrix3d block = all.block<3, 3>(0, 0);
  Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d> solver;
  solver.computeDirect(0.5 * (block + block.transpose()));
  const Eigen::Vector3d a(acceleration.x, acceleration.y, acceleration.z);
  Eigen::Vector3d force = Eigen::Vector3d::Zero();
  const double largest = solver.eigenvalues()(2);
  for (int i = 0; i < 3; ++i) {
    const double mobile = solver.eigenvalues()(i);
    if (!(mobile > lightest_share * largest)) continue;
    const Eigen::Vector3d direction = solver.eigenvectors().col(i);
    force -= direction * (direction.dot(a) / mobile);
  }
  return {force(0), force(1), force(2)};
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

// Y e for the linear part, and e . Y e.
double mobility_along(const std::array<double, 36>& mobility, Vec3 e, double largest) {
  const Vec3 y = linear_response(mobility, {e, {}});
  const double along = dot(e, y), size = norm(e);
  return along > 1e-9 * largest * size * size ? dot(y, y) / along : largest;
}

}  // namespace

double MotionHand::frequency() const {
  return std::clamp(std::sqrt(largest_ / options_.hanging), options_.slowest, options_.fastest);
}

CouplerGains MotionHand::gains(const HandleState& handle, const CouplerDirections& directions, Vec3 pull) const {
  const LinearAndRotary largest = largest_mobility(handle, directions);
  const auto mass = [](double mobile, double most) {
    if (mobile > 0 && 1 / mobile < most) return 1 / mobile;
    return std::isfinite(most) ? most : 0.0;
  };
  const double linear =
      std::max(mobility_along(handle.mobility, pull, largest.linear), largest.linear / heaviest_share);
  const LinearAndRotary m{mass(linear, options_.most.linear), mass(largest.rotary, options_.most.rotary)};
  const double w = frequency();
  return {{m.linear * w * w, m.rotary * w * w}, {2 * m.linear * w, 2 * m.rotary * w}};
}

Wrench MotionHand::carry(const HandleState& handle, const Wrench& loaded, long mode) {
  if (has_before_ && mode == mode_) {
    const Vec3 change = (1 / options_.tick) * (handle.velocity.linear - before_.velocity.linear);
    Vec3 own = change - linear_response(before_.mobility, loaded);
    // More than the fastest hand could hold comes from an impact, or from a place where the motion is singular.
    const double size = norm(own), most = options_.fastest * options_.fastest * options_.hanging;
    if (size > most) own = (most / size) * own;
    if (is_finite(own)) own_ += std::min(1.0, options_.tick / smooth_time) * (own - own_);
    largest_ = std::max(norm(own_), largest_ * (1 - options_.tick / remember_time));
    carried_ = force_against(handle.mobility, own_);
  }
  before_ = handle;
  mode_ = mode;
  has_before_ = true;
  return {carried_, {}};
}

void MotionHand::forget() {
  has_before_ = false;
  own_ = carried_ = {};
  largest_ = 0;
}

}  // namespace tangible
