// SPDX-License-Identifier: Apache-2.0
// A mouse as a device: its pose at every tick, its silence, and the hand that only has to be followed.
#include "haptics/mouse_device.h"

#include <gtest/gtest.h>

#include "haptics/servo.h"
#include "plants.h"

namespace tangible {
namespace {

using testing::MassOnLine;

constexpr double tick = 1e-3;

TEST(MouseDevice, the_pose_goes_evenly_from_message_to_message) {
  MouseDevice mouse;
  mouse.take({{1, 2, 3}, {}}, 0);
  EXPECT_EQ(mouse.read(0.010).pose.position, (Vec3{1, 2, 3}));
  mouse.aim({.position = {2, 2, 3}}, 0.020);  // 20 ms after the last: it takes 20 ms to get there
  const DeviceSample half = mouse.read(0.030);
  EXPECT_NEAR(half.pose.position.x, 1.5, 1e-12);
  EXPECT_NEAR(half.velocity.linear.x, 50, 1e-9);
  mouse.aim({.position = {1.5, 2, 3}}, 0.030);  // from where it is
  EXPECT_NEAR(mouse.read(0.035).pose.position.x, 1.5, 1e-12);
  EXPECT_EQ(mouse.read(0.100).velocity.linear, Vec3{});
}

TEST(MouseDevice, a_slow_model_sees_a_fast_mouse) {
  MouseDevice mouse;
  mouse.set_speed(0.1);
  mouse.take({}, 0);
  mouse.aim({.position = {1, 0, 0}}, 0.02);
  EXPECT_NEAR(mouse.read(0.021).velocity.linear.x, 500, 1e-9);
}

// A mouse at 1 m/s reports every 16 ms; three reports are held up and arrive with the next one.
TEST(MouseDevice, messages_that_arrive_together_are_no_sudden_movement) {
  MouseDevice mouse;
  mouse.take({}, 0);
  double fastest = 0, last = 0;
  for (int k = 1; k <= 400; ++k) {
    const double now = k * tick;
    const auto report = [&](int at) { mouse.aim({.position = {at * tick, 0, 0}}, now); };
    if (k % 16 == 0 && (k < 160 || k > 208)) report(k);
    if (k == 208)
      for (const int at : {160, 176, 192, 208}) report(at);
    const DeviceSample sample = mouse.read(now);
    if (k > 32) fastest = std::max(fastest, sample.velocity.linear.x);
    EXPECT_GE(sample.pose.position.x, last);
    last = sample.pose.position.x;
  }
  EXPECT_LT(fastest, 2.5);  // it makes up for 64 ms, less than 16 ms at a time
  EXPECT_NEAR(last, 0.4, 0.02);
}

TEST(MouseDevice, a_way_takes_as_long_as_a_slow_page_needs_for_a_frame) {
  MouseDevice mouse;
  mouse.take({}, 0);
  mouse.aim({.position = {0.09, 0, 0}}, 0.09);
  EXPECT_NEAR(mouse.read(0.1).velocity.linear.x, 1, 1e-12);
}

TEST(MouseDevice, turns_go_evenly_too) {
  MouseDevice mouse;
  mouse.take({{}, rotation_by({0, 0, 1})}, 0);
  mouse.aim({.rotation = rotation_by({0, 0, 0.4}), .turns = true}, 0.02);
  EXPECT_NEAR(rotation_vector(mouse.read(0.03).pose.orientation).z, 1.2, 1e-12);
  EXPECT_NEAR(mouse.read(0.03).velocity.angular.z, 20, 1e-9);
}

HapticPortOptions options_for(const MouseDevice& mouse, const MotionHandOptions& motion) {
  HapticPortOptions options = port_options_for(mouse.limits(), tick);
  options.motion = motion;
  options.align_at_start = false;
  options.limits.ramp_time = 0;
  options.check.max_speed = unlimited;
  return options;
}

// A mouse that reports the position `where` every 16 ms, until it vanishes.
struct Hand {
  explicit Hand(double mass, const MotionHandOptions& motion = {}) : port(mouse, options_for(mouse, motion)) {
    plant.mass = mass;
    plant.method = ModelMethod::rk4;
    mouse.take({}, 0);
    port.restart(PlantRef(plant));
  }
  void run(double where, double seconds, bool speaks = true) {
    for (int k = 0; k < static_cast<int>(std::lround(seconds / tick)); ++k) {
      now += tick;
      if (speaks && k % 16 == 0) mouse.aim({.position = {where, 0, 0}}, now);
      port.tick(now, PlantRef(plant));
      plant.step(tick);
      plant.v += tick * (weight - spring * plant.x - drag * plant.v) / plant.mass;
      highest = std::max(highest, plant.x);
    }
  }
  MassOnLine plant;
  MouseDevice mouse;
  HapticPort port;
  double now = 0, highest = 0;
  double weight = 0, spring = 0, drag = 0;  // of the mechanism
};

TEST(MotionHand, gains_are_those_of_the_mass_at_the_handle) {
  Hand hand(20);
  hand.run(0, 0.1);
  EXPECT_NEAR(hand.port.coupler().gains().stiffness.linear, 500, 1e-9);
  EXPECT_NEAR(hand.port.coupler().gains().damping.linear, 200, 1e-9);
}

// 1 - (1 - 0.4 w t) e^(-w t): 0.7 of the damper pulls at once.
TEST(MotionHand, light_and_heavy_things_follow_a_step_alike) {
  for (const double mass : {1e-3, 1.0, 1e3}) {
    Hand hand(mass);
    hand.run(1, 0.5);
    EXPECT_NEAR(hand.plant.x, 1, 0.03) << mass;
    EXPECT_LT(hand.highest, 1.05) << mass;
    hand.run(1, 1.5);
    EXPECT_NEAR(hand.plant.x, 1, 0.005) << mass;
  }
}

TEST(MotionHand, weight_springs_and_drag_are_carried) {
  for (const auto& [weight, spring, drag] : {std::array{-9.81, 0.0, 0.0}, {0.0, 1e4, 0.0}, {0.0, 0.0, 50.0}}) {
    Hand hand(1, {.hanging = 1});
    hand.weight = weight, hand.spring = spring, hand.drag = drag;
    hand.run(1, 0.5);
    EXPECT_GT(hand.plant.x, 0.9) << weight << " " << spring << " " << drag;
    EXPECT_LT(hand.highest, 1.25) << weight << " " << spring << " " << drag;
  }
}

TEST(MotionHand, near_a_dead_centre_it_pushes_no_harder_than_it_may) {
  Hand hand(1e9, {.most = {10, 10}});
  hand.run(1, 0.1);
  EXPECT_NEAR(hand.port.coupler().gains().stiffness.linear, 250, 1e-9);
}

TEST(MotionHand, what_cannot_move_is_pulled_no_harder_than_the_whole_mechanism) {
  const MotionHandOptions motion{.most = {1000, 1000}, .still = {10, 10}};
  Hand fixed(1e15, motion), stiff(1e4, motion);
  fixed.run(1, 0.1), stiff.run(1, 0.1);
  EXPECT_NEAR(fixed.port.coupler().gains().stiffness.linear, 250, 1e-3);
  EXPECT_NEAR(stiff.port.coupler().gains().stiffness.linear, 25000, 1e-9) << "a dead centre may be left";
}

TEST(MotionHand, a_mouse_that_vanishes_leaves_no_force_after_five_ticks) {
  Hand hand(1);
  hand.run(1, 0.05);
  EXPECT_GT(std::abs(hand.plant.load.wrench.force.x), 1);
  const double left = MouseDevice::silence - 0.002;  // the last message was 2 ms before
  hand.run(1, left + 5 * tick, false);
  EXPECT_EQ(hand.plant.load.wrench.force.x, 0);
  EXPECT_EQ(hand.port.check().counts().losses, 1);
}

TEST(MotionHand, a_force_that_fades_is_gone_after_its_time) {
  Hand hand(1);
  hand.run(1, 0.2);
  hand.port.fade(true);
  hand.run(2, 0.051);
  EXPECT_EQ(hand.plant.load.wrench.force.x, 0);
  hand.plant.v = 0;
  hand.port.fade(false);
  hand.run(2, 2);
  EXPECT_NEAR(hand.plant.x, 2, 0.01);
}

struct FallingMass : MassOnLine {
  PlantStatus step(double dt) {
    const PlantStatus status = MassOnLine::step(dt);
    v -= 9.81 * dt;
    return status;
  }
};

// Coupler and carried weight together are what the device is sent, in every form, limited or not.
TEST(MotionHand, what_acts_on_the_handle_is_what_the_device_is_sent) {
  for (const double limit : {unlimited, 3.0})
    for (const CouplerForm form : {CouplerForm::held, CouplerForm::implicit, CouplerForm::in_stages_extrapolated}) {
      MouseDevice mouse;
      HapticPortOptions options = options_for(mouse, {});
      options.form = form;
      options.limits.max_effort.linear = limit;
      HapticPort port(mouse, options);
      FallingMass plant;
      plant.method = ModelMethod::rk4;
      mouse.take({}, 0);
      double least = 0, most = 0;
      for (int k = 0; k < 150; ++k) {
        if (k % 16 == 0) mouse.aim({.position = {0.1}}, k * tick);
        port.tick(k * tick, PlantRef(plant));
        const double sent = port.sent().force.x;
        EXPECT_NEAR(plant.force(0, plant.x, plant.v), -sent, 1e-9) << k;
        least = std::min(least, sent), most = std::max(most, std::abs(sent));
        plant.step(tick);
      }
      EXPECT_LT(least, -2);  // it lifts
      EXPECT_LE(most, limit + 1e-12);
    }
}

}  // namespace
}  // namespace tangible
