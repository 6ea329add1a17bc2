// SPDX-License-Identifier: Apache-2.0
// A simulated arm presses on a wall through the servo loop in virtual time.
#include <gtest/gtest.h>

#include "haptics/plants.h"
#include "haptics/servo.h"
#include "haptics/simulated_device.h"

namespace tangible {
namespace {

SimulatedDeviceOptions one_axis() {
  SimulatedDeviceOptions o;
  o.freedoms = {true, false, false, false, false, false};
  return o;
}

TEST(Wall, an_arm_that_intends_to_be_inside_the_wall_rests_where_both_springs_balance) {
  OperatorOptions arm = firm_operator();
  arm.waypoints = {{0, {}}, {0.5, {0.03}}};
  SimulatedDevice device(one_axis(), arm);
  testing::FixedHandle wall;
  HapticPortOptions options = port_options_for(device.limits(), 1e-3);
  options.gains = {{1000, 1}, {0.5, 0}};
  HapticPort port(device, options);
  Servo servo(PlantRef(wall), 1e-3);
  servo.add_port(port);
  EXPECT_EQ(run_in_virtual_time(servo, 3000), PlantStatus::running);
  // K x = K_h (0.03 - x): at rest after 2.5 s, where the slowest mode has decayed by more than 1e-9.
  EXPECT_NEAR(device.tip_positions()[0], 0.03 * 135 / 1135, 1e-9);
  EXPECT_NEAR(port.sent().force.x, -1000 * 0.03 * 135 / 1135, 1e-6);
}

TEST(Wall, a_mass_held_through_the_coupler_follows_the_hand) {
  OperatorOptions arm = firm_operator();
  arm.waypoints = {{0, {}}, {1, {0.1}}};
  SimulatedDevice device(one_axis(), arm);
  testing::MassOnLine mass{.mass = 0.5};
  HapticPortOptions options = port_options_for(device.limits(), 1e-3);
  options.gains = {{800, 1}, {2, 0}};
  HapticPort port(device, options);
  Servo servo(PlantRef(mass), 1e-3);
  servo.add_port(port);
  run_in_virtual_time(servo, 4000);
  EXPECT_NEAR(mass.x, 0.1, 1e-4);
  EXPECT_NEAR(device.tip_positions()[0], 0.1, 1e-4);
}

}  // namespace
}  // namespace tangible
