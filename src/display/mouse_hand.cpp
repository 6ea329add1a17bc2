// SPDX-License-Identifier: Apache-2.0
// Interpolation between the mouse's commands, and the wrench.
#include "display/mouse_hand.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace tangible {
namespace {

// Natural frequencies of the mass that the hand feels on its spring, rad/s: without weight, and at most.
constexpr double slowest = 5, fastest = 40;
constexpr double shortest_way = 5e-3, longest_way = 50e-3;  // s between two commands

// A block of the mobility, restricted to the directions along which the port takes forces or torques.
std::array<double, 9> reduced_block(const Port& port, const std::array<double, 36>& mobility, bool rotary) {
  std::array<Vec3, 3> kept;
  for (std::size_t i = 0; i < 3; ++i) {
    const Vec3 unit{i == 0 ? 1.0 : 0.0, i == 1 ? 1.0 : 0.0, i == 2 ? 1.0 : 0.0};
    const Wrench reduced = port.reduce(rotary ? Wrench{{}, unit} : Wrench{unit, {}});
    kept[i] = rotary ? reduced.torque : reduced.force;
  }
  const std::size_t offset = rotary ? 3 : 0;
  const auto entry = [&](std::size_t i, std::size_t j) { return mobility[6 * (i + offset) + j + offset]; };
  const auto at = [](const Vec3& v, std::size_t i) { return i == 0 ? v.x : i == 1 ? v.y : v.z; };
  std::array<double, 9> block{};
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j)
      for (std::size_t k = 0; k < 3; ++k)
        for (std::size_t l = 0; l < 3; ++l) block[3 * i + j] += at(kept[i], k) * entry(k, l) * at(kept[j], l);
  return block;
}

}  // namespace

// The trigonometric solution of the characteristic equation.
double largest_eigenvalue(const std::array<double, 9>& a) {
  const double mean = (a[0] + a[4] + a[8]) / 3;
  const double off = a[1] * a[1] + a[2] * a[2] + a[5] * a[5];
  const double spread =
      (a[0] - mean) * (a[0] - mean) + (a[4] - mean) * (a[4] - mean) + (a[8] - mean) * (a[8] - mean) + 2 * off;
  const double p = std::sqrt(spread / 6);
  if (!(p > 0)) return mean;
  const double b00 = (a[0] - mean) / p, b11 = (a[4] - mean) / p, b22 = (a[8] - mean) / p;
  const double b01 = a[1] / p, b02 = a[2] / p, b12 = a[5] / p;
  const double half =
      (b00 * (b11 * b22 - b12 * b12) - b01 * (b01 * b22 - b12 * b02) + b02 * (b01 * b12 - b11 * b02)) / 2;
  return mean + 2 * p * std::cos(std::acos(std::clamp(half, -1.0, 1.0)) / 3);
}

void MouseHand::take(Port& port, double now) {
  *this = {};
  port_ = &port;
  attitude_ = port.pose().orientation;
  from_ = target_ = to_.position = port.pose().position;
  heard_ = began_ = now;
}

void MouseHand::release() {
  if (port_ != nullptr) port_->release();
  *this = {};
}

void MouseHand::aim(const MouseAim& aim, double now) {
  if (port_ == nullptr) return;
  const double done = takes_ > 0 ? std::clamp((now - began_) / takes_, 0.0, 1.0) : 1.0;
  from_ = from_ + done * (to_.position - from_);
  turn_from_ = rotation_by(done * rotation_vector(to_.rotation * inverse(turn_from_))) * turn_from_;
  takes_ = std::clamp(now - heard_, shortest_way, longest_way);
  to_ = aim;
  to_.rotation = normalized(aim.rotation);
  began_ = heard_ = now;
  stamp_ = aim.stamp;
}

void MouseHand::tune(const std::array<double, 36>& mobility, const Scale& scale) {
  const double frequency =
      std::clamp(scale.hanging > 0 ? std::sqrt(scale.gravity / scale.hanging) : 0.0, slowest, fastest);
  const auto gains = [&](bool rotary, double& stiffness, double& damping) {
    const double mobile = largest_eigenvalue(reduced_block(*port_, mobility, rotary));
    const double most = rotary ? scale.mass * scale.size * scale.size : scale.mass;
    const double mass = mobile > 0 ? std::min(1 / mobile, most) : most;
    stiffness = mass * frequency * frequency;
    damping = 2 * mass * frequency;
  };
  gains(false, stiffness_, damping_);
  gains(true, turn_stiffness_, turn_damping_);
}

void MouseHand::push(double now, double share, double speed) {
  if (port_ == nullptr) return;
  const double gone = takes_ > 0 ? std::clamp((now - began_) / takes_, 0.0, 1.0) : 1.0;
  const Vec3 way = to_.position - from_;
  target_ = from_ + gone * way;
  const bool is_under_way = gone < 1 && takes_ > 0;
  const double rate = is_under_way ? 1 / (takes_ * speed) : 0;  // of model time
  Wrench wrench;
  wrench.force = stiffness_ * (target_ - port_->pose().position) + damping_ * (rate * way - port_->velocity().linear);
  if (to_.turns) {
    const Vec3 turn = rotation_vector(to_.rotation * inverse(turn_from_));
    const Quaternion wanted = rotation_by(gone * turn) * turn_from_ * attitude_;
    const Vec3 error = rotation_vector(wanted * inverse(port_->pose().orientation));
    wrench.torque = turn_stiffness_ * error + turn_damping_ * (rate * turn - port_->velocity().angular);
  }
  if (!is_finite(wrench)) wrench = {};
  port_->hold({share * wrench.force, share * wrench.torque});
}

}  // namespace tangible
