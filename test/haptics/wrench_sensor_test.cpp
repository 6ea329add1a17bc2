// SPDX-License-Identifier: Apache-2.0
// From readings of a load cell to the wrench of the hand.
#include <gtest/gtest.h>

#include "haptics/simulated_sensor.h"
#include "haptics/wrench_sensor.h"

namespace tangible {
namespace {

DeviceSample reading(const Wrench& w) {
  DeviceSample s;
  s.measured = w;
  s.has_measured = s.valid = true;
  return s;
}

// A body of mass m whose centre lies off the tip, turning and accelerating: the cell feels -m (a_C - g) and its moment.
TEST(WrenchSensor, the_end_effector_is_taken_off_by_newton_and_euler) {
  const EndEffector e{.mass = 2, .inertia = 0.1, .center = {0.1, 0, 0}, .gravity = {0, 0, -10}};
  Pose pose;
  pose.orientation = rotation_by({0, 0, std::acos(-1.0) / 2});  // the centre lies along y
  const Wrench w = wrench_of_end_effector(e, pose, {{}, {0, 0, 3}}, {{1, 0, 0}, {0, 0, 2}});
  // a_C = (1, 0, 0) + (0, 0, 2) x (0, 0.1, 0) - 9 (0, 0.1, 0) = (0.8, -0.9, 0); f = 2 (0.8, -0.9, 10)
  EXPECT_NEAR(w.force.x, -1.6, 1e-14);
  EXPECT_NEAR(w.force.y, 1.8, 1e-14);
  EXPECT_NEAR(w.force.z, -20, 1e-14);
  // r x f = (0, 0.1, 0) x (1.6, -1.8, 20) = (2, 0, -0.16); I alpha = 0.2
  EXPECT_NEAR(w.torque.x, -2, 1e-14);
  EXPECT_NEAR(w.torque.y, 0, 1e-14);
  EXPECT_NEAR(w.torque.z, -(0.2 - 0.16), 1e-14);
  WrenchSensor sensor({.end_effector = e});
  DeviceSample s = reading({w.force + Vec3{5, 0, 0}, w.torque});
  s.pose = pose;
  s.velocity.angular = {0, 0, 3};
  EXPECT_EQ(sensor.examine(s, true, {{1, 0, 0}, {0, 0, 2}}), WrenchSensor::Verdict::usable);
  EXPECT_NEAR(sensor.hand().force.x, 5, 1e-13);
  EXPECT_NEAR(norm(sensor.hand().torque), 0, 1e-13);
}

TEST(WrenchSensor, the_bias_is_measured_before_anybody_holds_on_and_noise_is_averaged) {
  SimulatedSensor cell({.bias = {0.5, 0.02}, .noise = {0.1, 0.001}});
  WrenchSensor sensor({.tare_ticks = 400});
  for (int k = 0; k < 400; ++k)
    EXPECT_EQ(sensor.examine(reading(cell.read({})), true, {}), WrenchSensor::Verdict::taring);
  EXPECT_NEAR(sensor.bias().force.x, 0.5, 4 * 0.1 / 20);  // four standard deviations of the mean
  EXPECT_NEAR(sensor.bias().torque.z, 0.02, 4 * 0.001 / 20);
  EXPECT_EQ(sensor.examine(reading(cell.read({{7, 0, 0}, {}})), true, {}), WrenchSensor::Verdict::usable);
  EXPECT_NEAR(sensor.hand().force.x, 7, 0.7);
}

TEST(WrenchSensor, small_wrenches_fade_to_none_and_large_ones_stay_in_range) {
  WrenchSensor sensor({.dead_band = {1, 0}, .range = {10, unlimited}});
  sensor.examine(reading({{0, 0.9, 0}, {}}), true, {});
  EXPECT_EQ(sensor.hand(), Wrench{});
  sensor.examine(reading({{0, 3, 0}, {}}), true, {});
  EXPECT_DOUBLE_EQ(sensor.hand().force.y, 2);  // no jump at the edge of the band
  sensor.examine(reading({{30, 40, 0}, {}}), true, {});
  EXPECT_DOUBLE_EQ(norm(sensor.hand().force), 9);
  EXPECT_EQ(sensor.counts().in_dead_band, 1);
  EXPECT_EQ(sensor.counts().out_of_range, 1);
}

TEST(WrenchSensor, readings_that_stay_away_are_repeated_then_the_sensor_is_lost) {
  WrenchSensor sensor({.ticks_until_lost = 3});
  EXPECT_EQ(sensor.examine({}, true, {}), WrenchSensor::Verdict::lost);  // never read
  EXPECT_EQ(sensor.examine(reading({{1, 0, 0}, {}}), true, {}), WrenchSensor::Verdict::usable);
  EXPECT_EQ(sensor.examine({}, true, {}), WrenchSensor::Verdict::repeat);
  EXPECT_EQ(sensor.examine(reading({{NAN, 0, 0}, {}}), true, {}), WrenchSensor::Verdict::repeat);
  EXPECT_EQ(sensor.hand().force.x, 1);
  EXPECT_EQ(sensor.examine(reading({{1, 0, 0}, {}}), false, {}), WrenchSensor::Verdict::lost);
  EXPECT_EQ(sensor.hand(), Wrench{});
  EXPECT_EQ(sensor.counts().not_finite, 1);
  EXPECT_EQ(sensor.counts().losses, 1);
}

TEST(WrenchSensor, a_reading_that_never_changes_counts_as_none_if_that_was_asked_for) {
  WrenchSensor sensor({.ticks_until_lost = 2, .ticks_until_stuck = 10});
  int usable = 0;
  for (int k = 0; k < 30; ++k)
    usable += sensor.examine(reading({{1, 2, 3}, {}}), true, {}) == WrenchSensor::Verdict::usable;
  EXPECT_EQ(usable, 10);
  EXPECT_GT(sensor.counts().stuck, 0);
}

}  // namespace
}  // namespace tangible
