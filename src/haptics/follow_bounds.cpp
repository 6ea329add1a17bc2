// SPDX-License-Identifier: Apache-2.0
// Bounds on inertia by differencing.
#include "haptics/follow_bounds.h"

#include <Eigen/Eigenvalues>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "haptics/simulated_operator.h"

namespace tangible {
namespace {

bool bears(const SampledDevice& device, double inertia, double tick, int delay) {
  // x, v, then the positions of the last delay + 2 ticks.
  const int n = 2 + delay + 2;
  const auto position = [](int age) { return age == 0 ? 0 : 1 + age; };
  Eigen::RowVectorXd force = Eigen::RowVectorXd::Zero(n);
  const double share = inertia / (tick * tick);
  force(position(delay)) -= share;
  force(position(delay + 1)) += 2 * share;
  force(position(delay + 2)) -= share;
  const auto step = device_step(device, tick);
  Eigen::MatrixXd a = Eigen::MatrixXd::Zero(n, n);
  a.topLeftCorner<2, 2>() = step.leftCols<2>();
  a.topRows<2>() += step.col(2) * force;
  for (int age = 1; age <= delay + 2; ++age) a(position(age), position(age - 1)) = 1;
  return spectral_radius(a, device.stiffness > 0 ? 0 : device.damping > 0 ? 1 : 2) < 1;
}

}  // namespace

// With (1 - e^(-ja))^2 M/T^2 for H the supremum of Colgate and Schenkel is that of -(2 M/T) sin(a/2) sin((d + 3/2) a).
double largest_passive_inertia(double damping, double tick, int delay) {
  double largest = 0;
  constexpr int angles = 20000;
  for (int i = 1; i <= angles; ++i) {
    const double a = std::numbers::pi * i / angles;
    largest = std::max(largest, -std::sin(a / 2) * std::sin((delay + 1.5) * a));
  }
  return damping * tick / (2 * largest);
}

double largest_stable_inertia(const SampledDevice& device, double tick, int delay) {
  double low = 0, high = 10 * device.mass;
  for (int i = 0; i < 50; ++i) {
    const double middle = (low + high) / 2;
    (bears(device, middle, tick, delay) ? low : high) = middle;
  }
  return low;
}

CouplerLabel FollowBounds::label(const LinearAndRotary& inertia) const {
  if (inertia.linear <= passive.linear && inertia.rotary <= passive.rotary) return CouplerLabel::passive;
  if (inertia.linear <= stable.linear && inertia.rotary <= stable.rotary) return CouplerLabel::guarded;
  return CouplerLabel::unproven;
}

FollowBounds follow_bounds(const DeviceLimits& device, double tick, int delay, Vec3 scale) {
  constexpr double margin = 2;
  const double s = std::max({scale.x, scale.y, scale.z});
  const OperatorOptions arm = firm_operator();
  const auto stable = [&](double mass, double damping) {
    if (!(mass > 0)) return 0.0;
    double least = unlimited;
    for (const double share : {0.0, 0.2, 1.0}) {
      const double part = share * mass / 0.1;
      const SampledDevice held{mass + part * arm.inertia.linear, damping + part * arm.damping.linear,
                               part * arm.stiffness.linear};
      least = std::min(least, largest_stable_inertia(held, tick, delay) / margin);
    }
    return least;
  };
  // Half an encoder step changes the force by at most 4 M/T^2 times it; Coulomb friction has to cover that.
  const auto passive = [&](double LinearAndRotary::*part) {
    if (device.exact_velocity) return 0.0;
    const double step = device.resolution.*part;
    const double covered = step > 0 ? device.friction.*part * tick * tick / (2 * step) : unlimited;
    return std::min(largest_passive_inertia(device.damping.*part, tick, delay), covered);
  };
  FollowBounds bounds;
  bounds.passive = {passive(&LinearAndRotary::linear) / (s * s), passive(&LinearAndRotary::rotary)};
  bounds.stable = {stable(device.inertia.linear, device.damping.linear) / (s * s),
                   stable(device.inertia.rotary, device.damping.rotary)};
  return bounds;
}

LinearAndRotary largest_inertia(const std::array<double, 36>& inertia) {
  const Eigen::Map<const Eigen::Matrix<double, 6, 6, Eigen::RowMajor>> m(inertia.data());
  const auto largest = [&](int first) {
    Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d> solver;
    const Eigen::Matrix3d block = m.block<3, 3>(first, first);
    solver.computeDirect(block, Eigen::EigenvaluesOnly);
    return std::max(0.0, solver.eigenvalues()(2));
  };
  return {largest(0), largest(3)};
}

}  // namespace tangible
