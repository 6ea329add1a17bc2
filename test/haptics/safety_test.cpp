// SPDX-License-Identifier: Apache-2.0
// Limits, checks of samples, registration and clutch.
#include <gtest/gtest.h>

#include <numbers>

#include "haptics/plants.h"
#include "haptics/servo.h"
#include "haptics/tick.h"

namespace tangible {
namespace {

DeviceSample at(double x, double time) {
  DeviceSample s;
  s.pose.position.x = x;
  s.time = time;
  s.valid = true;
  return s;
}

TEST(ForceLimits, force_torque_power_and_rate_stay_below_their_limits) {
  ForceLimitOptions o;
  o.max_effort = {10, 0.5};
  o.max_rate = {2000, unlimited};
  o.max_power = 3;
  o.ramp_time = 0;
  ForceLimits limits(o);
  DeviceSample s = at(0, 0);
  s.velocity.linear.x = 1;
  Vec3 last;
  for (int k = 0; k < 50; ++k) {
    const Wrench w = limits.apply({{k % 20 < 10 ? 100.0 : -100.0, 5, 0}, {0, 0, 9}}, s);
    EXPECT_LE(norm(w.force), 10 + 1e-12);
    EXPECT_LE(norm(w.torque), 0.5 + 1e-12);
    EXPECT_LE(power(w, s.velocity), 3 + 1e-12);
    EXPECT_LE(norm(w.force - last), 2 + 1e-12);
    last = w.force;
  }
  EXPECT_GT(limits.counts().rate, 0);
  EXPECT_GT(limits.counts().power, 0);
  EXPECT_GT(limits.counts().effort, 0);
}

TEST(ForceLimits, motors_that_are_hot_get_the_continuous_force) {
  ForceLimitOptions o;
  o.max_effort = {10, 1};
  o.continuous_effort = {3, 1};
  o.ramp_time = 0;
  ForceLimits limits(o);
  Wrench w;
  for (int k = 0; k < 5000; ++k) w = limits.apply({{8, 0, 0}, {}}, at(0, 0));
  double mean = 0;
  for (int k = 0; k < 1000; ++k) mean += norm(limits.apply({{8, 0, 0}, {}}, at(0, 0)).force) / 1000;
  EXPECT_LT(mean, 4);
  EXPECT_GT(limits.counts().heat, 0);
}

TEST(ForceLimits, a_force_that_is_no_number_becomes_zero_and_begins_a_new_ramp) {
  ForceLimitOptions o;
  ForceLimits limits(o);
  for (int k = 0; k < 200; ++k) limits.apply({{1, 0, 0}, {}}, at(0, 0));
  EXPECT_EQ(limits.last().force.x, 1);
  EXPECT_EQ(limits.apply({{std::nan(""), 0, 0}, {}}, at(0, 0)), Wrench{});
  EXPECT_NEAR(limits.apply({{1, 0, 0}, {}}, at(0, 0)).force.x, 0.01, 1e-12);
}

TEST(ForceLimits, at_the_edge_of_the_workspace_nothing_pushes_outward) {
  ForceLimitOptions o;
  o.workspace = {0.1, 1};
  o.ramp_time = 0;
  ForceLimits limits(o);
  EXPECT_EQ(limits.apply({{5, 1, 0}, {}}, at(0.1, 0)).force.x, 0);
  EXPECT_EQ(limits.apply({{5, 1, 0}, {}}, at(0.1, 0)).force.y, 1);
  EXPECT_EQ(limits.apply({{-5, 0, 0}, {}}, at(0.1, 0)).force.x, -5);
  EXPECT_NEAR(limits.apply({{5, 0, 0}, {}}, at(0.095, 0)).force.x, 2.5, 1e-12);
}

TEST(SampleCheck, a_sample_that_is_old_because_ticks_were_missed_is_not_repeated) {
  using Verdict = SampleCheck::Verdict;
  SampleCheck check(SampleCheckOptions{});
  EXPECT_EQ(check.examine(at(0, 0), 0), Verdict::returned);
  EXPECT_EQ(check.examine(at(0, 1e-3), 1e-3), Verdict::usable);
  EXPECT_EQ(check.examine({}, 2e-3), Verdict::repeat);
  EXPECT_EQ(check.examine({}, 20e-3), Verdict::lost);
}

TEST(SampleCheck, bad_samples_are_skipped_and_four_in_a_row_are_a_loss) {
  SampleCheck check(SampleCheckOptions{});
  using Verdict = SampleCheck::Verdict;
  EXPECT_EQ(check.examine(at(0, 0), 0), Verdict::returned);
  EXPECT_EQ(check.examine(at(0, T), T), Verdict::usable);
  EXPECT_EQ(check.examine(at(std::nan(""), 2 * T), 2 * T), Verdict::repeat);
  EXPECT_EQ(check.examine(at(1, 3 * T), 3 * T), Verdict::repeat);
  EXPECT_EQ(check.examine({}, 4 * T), Verdict::repeat);
  EXPECT_EQ(check.examine({}, 5 * T), Verdict::lost);
  EXPECT_EQ(check.examine({}, 6 * T), Verdict::lost);
  EXPECT_EQ(check.examine(at(0.001, 7 * T), 7 * T), Verdict::returned);
  EXPECT_EQ(check.counts().not_finite, 1);
  EXPECT_EQ(check.counts().jumps, 1);
  EXPECT_EQ(check.counts().missing, 3);
  EXPECT_EQ(check.counts().losses, 1);
}

TEST(SampleCheck, a_device_that_jumped_is_taken_hold_of_where_it_is_once_it_stays_there) {
  SampleCheck check(SampleCheckOptions{});
  check.examine(at(0, 0), 0);
  int k = 1;
  while (check.examine(at(0.5, k * T), k * T) != SampleCheck::Verdict::returned && k < 100) ++k;
  EXPECT_EQ(k, 50);
}

TEST(Registration, a_scale_per_axis_preserves_power) {
  Registration r(rotation_by({0.3, -1, 0.4}), {2, 0.5, 1});
  const Twist v{{0.1, -0.4, 0.7}, {1, 2, 3}};
  const Wrench w{{3, 1, -2}, {0.1, 0.2, 0.5}};
  EXPECT_NEAR(power(w, r.to_world(v)), power(r.to_device(w), v), 1e-14);
}

TEST(Registration, after_alignment_the_device_stands_at_the_handle) {
  Registration r(rotation_by({0.3, -1, 0.4}), {2, 0.5, 1});
  const Pose device{{0.1, 0.2, 0.3}, rotation_by({0, 1, 0})}, handle{{5, 4, 3}, rotation_by({1, 1, 0})};
  r.align(device, handle);
  const Pose world = r.to_world(device);
  EXPECT_LT(norm(world.position - handle.position), 1e-14);
  EXPECT_LT(norm(rotation_vector(world.orientation * inverse(handle.orientation))), 1e-14);
}

// Plays back samples that a test writes.
struct ScriptedDevice : Device {
  DeviceSample next;
  Wrench written;
  bool stopped = false;
  std::string_view name() const override { return "scripted"; }
  ClockOwner clock() const override { return ClockOwner::host; }
  DeviceLimits limits() const override { return {}; }
  DeviceState state() const override { return {stopped ? DeviceCondition::stopped : DeviceCondition::ready, {}}; }
  DeviceSample read(double) override { return next; }
  void write(const Wrench& w) override { written = stopped ? Wrench{} : w; }
  bool write_target(const Pose&) override { return false; }
  void stop() override { stopped = true; }
  void resume() override { stopped = false; }
};

struct PortOnWall : ::testing::Test {
  ScriptedDevice device;
  testing::FixedHandle wall;
  HapticPortOptions options = [] {
    HapticPortOptions o;
    o.gains = {{1000, 1}, {0, 0}};
    o.guard.acts = false;
    o.clutch_buttons = 2;
    return o;
  }();
  void run(HapticPort& port, double x, int ticks, std::uint32_t buttons = 0) {
    for (int i = 0; i < ticks; ++i, ++k) {
      device.next = at(x, k * T);
      device.next.buttons = buttons;
      port.tick(k * T, PlantRef(wall));
    }
  }
  int k = 0;
};

TEST_F(PortOnWall, the_clutch_lets_the_device_move_and_take_hold_elsewhere) {
  HapticPort port(device, options);
  run(port, 0, 10);
  run(port, 0.002, 200);
  EXPECT_NEAR(device.written.force.x, -2, 1e-9);
  run(port, 0.002, 1, 2);
  EXPECT_EQ(device.written, Wrench{});
  run(port, 0.01, 5, 2);
  run(port, 0.01, 200);
  EXPECT_NEAR(device.written.force.x, 0, 1e-9);  // took hold at 0.01
  run(port, 0.011, 200);
  EXPECT_NEAR(device.written.force.x, -1, 1e-9);
}

TEST_F(PortOnWall, a_lost_device_gets_no_force_within_five_ticks_and_a_ramp_when_it_returns) {
  HapticPort port(device, options);
  run(port, 0, 10);
  run(port, 0.002, 200);
  for (int i = 0; i < 5; ++i, ++k) {
    device.next.valid = false;
    port.tick(k * T, PlantRef(wall));
  }
  EXPECT_EQ(device.written, Wrench{});
  run(port, 0.002, 1);
  EXPECT_EQ(port.check().counts().losses, 1);
  run(port, 0.003, 10);
  EXPECT_LT(std::abs(device.written.force.x), 0.2);
  run(port, 0.003, 200);
  EXPECT_NEAR(device.written.force.x, -1, 1e-9);
}

TEST_F(PortOnWall, a_stopped_device_shows_no_force_until_it_is_resumed) {
  HapticPort port(device, options);
  run(port, 0, 10);
  run(port, 0.002, 200);
  device.stop();
  run(port, 0.002, 1);
  EXPECT_EQ(device.written, Wrench{});
  EXPECT_FALSE(port.is_engaged());
  port.resume(PlantRef(wall));
  run(port, 0.002, 10);
  EXPECT_TRUE(port.is_engaged());
}

}  // namespace
}  // namespace tangible
