// SPDX-License-Identifier: Apache-2.0
// A live run in virtual time whose hand is checked in every tick: with the stretch e, the velocity v and the own
// acceleration a of the held point, the hand wants the acceleration w^2 e + 2 w v + a (haptics/motion_hand.h), whatever
// happened in earlier ticks.
#pragma once

#include <gtest/gtest.h>

#include <Eigen/Dense>

#include <array>
#include <cmath>

#include "display/live_loop.h"
#include "display/model_library.h"

namespace tangible {

// m0 (R + s^2) / (R^2 + s^2) at its highest, R = s = 0.02: the hand's mass in half served directions, in lightest
// masses.
inline constexpr double heaviest_share = 26;

inline double largest_eigenvalue(const std::array<double, 36>& mobility) {
  Eigen::Matrix3d block;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) block(i, j) = mobility[static_cast<std::size_t>(6 * i + j)];
  return Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d>(0.5 * (block + block.transpose())).eigenvalues()(2);
}

inline Vec3 acceleration_by(const std::array<double, 36>& y, const Wrench& w) {
  const auto row = [&](std::size_t i) {
    return y[i] * w.force.x + y[i + 1] * w.force.y + y[i + 2] * w.force.z + y[i + 3] * w.torque.x +
           y[i + 4] * w.torque.y + y[i + 5] * w.torque.z;
  };
  return {row(0), row(6), row(12)};
}

class CheckedHand {
 public:
  static constexpr double period = 1e-3;

  explicit CheckedHand(const Model& model) : live_(model, 1, live_options(period)) {
    LiveCommand order;
    order.kind = LiveCommand::Kind::swap_model;
    order.model = &live_;
    send(order);
  }

  LiveModel& live() { return live_; }
  const Port& port() const { return *port_; }
  bool runs() const { return live_.simulation.status() == SimulationStatus::ok; }
  // Obeyed before the next step of the model.
  void send(const LiveCommand& order) {
    EXPECT_TRUE(loop_.send(order));
    loop_.tick(now_, 0, 0);
    LiveNotice notice;
    while (loop_.find_notice(notice)) delete notice.port;
  }
  // A run that has stopped cannot be held.
  void take(const std::string& name, Vec3 offset = {}) {
    if (!runs()) return;
    LiveCommand order;
    order.kind = LiveCommand::Kind::take;
    order.port = port_ = live_.simulation.make_port(name, offset).release();
    send(order);
    target_ = port_->pose().position;
    largest_ = 0;
  }
  // The mouse is at rest there, before and now.
  void take_at(const std::string& name, Vec3 mouse) {
    LiveCommand order;
    order.kind = LiveCommand::Kind::take;
    order.port = port_ = live_.simulation.make_port(name).release();
    order.on = true;
    order.aim.position = target_ = mouse;
    send(order);
    largest_ = 0;
  }
  void release() {
    send({});
    port_ = nullptr;
  }
  void change(LiveCommand::Kind kind, std::size_t index, double value, bool on = false) {
    LiveCommand order;
    order.kind = kind;
    order.index = static_cast<std::uint32_t>(index);
    order.value = value;
    order.on = on;
    send(order);
  }

  // The mouse goes on, once in every tick.
  void lead(Vec3 by) {
    target_ += by;
    speed_ = std::max(speed_, norm(by) / period);
  }
  // The mouse stays where it is, and goes on to say so, with an attitude as pages do.
  void run(int ticks, bool turns = false) {
    for (int k = 0; k < ticks && runs(); ++k) {
      if (port_ != nullptr && k % 16 == 0) {
        LiveCommand order;
        order.kind = LiveCommand::Kind::aim;
        order.aim.position = target_;
        order.aim.turns = turns;
        send(order);
      }
      const HandleState before = port_ != nullptr ? live_.plant->handle(0) : HandleState{};
      loop_.tick(now_ += period);
      if (port_ != nullptr && runs()) check(before);
    }
  }

  double excess = 0;  // the largest share of the bound that the acceleration by the hand had
  double peak = 0;    // N

 private:
  void check(const HandleState& before) {
    const double hanging = live_.size / 20, gravity = norm(live_.model().description().gravity);
    const double own = norm(before.own_acceleration.value_or(Vec3{}));
    largest_ = std::max(largest_, own);
    const double least = std::clamp(std::sqrt(gravity / hanging), slowest, fastest / 5);
    const double w = std::clamp(std::sqrt(largest_ / hanging), least, fastest);
    const double wanted =
        w * w * norm(before.pose.position - target_) + 2 * w * (norm(before.velocity.linear) + speed_) + own + 1e-9;
    const Wrench& wrench = port_->wrench();
    const double mobile = largest_eigenvalue(before.mobility), most = max_masses * live_.model().description().mass;
    const double lightest = mobile * most > 1 ? 1 / mobile : most;
    const double share = std::max(norm(acceleration_by(before.mobility, wrench)) / wanted,
                                  norm(wrench.force) / (heaviest_share * lightest * wanted));
    EXPECT_LT(share, 1.01) << port_->name() << " at " << live_.simulation.time() << " s: " << norm(wrench.force)
                           << " N, |v| = " << norm(before.velocity.linear) << " m/s, a = " << own << " m/s^2";
    excess = std::max(excess, share);
    peak = std::max(peak, norm(wrench.force));
  }

  static constexpr double slowest = 5, fastest = 200, max_masses = 100;  // of the hand (display/mouse_hand.cpp)

  LiveModel live_;
  LiveLoop loop_{period};
  Port* port_ = nullptr;  // the loop's
  Vec3 target_;
  double now_ = 0, largest_ = 0, speed_ = 0;
};

}  // namespace tangible
