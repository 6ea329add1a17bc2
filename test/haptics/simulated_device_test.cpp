// SPDX-License-Identifier: Apache-2.0
// The simulated device against closed forms.
#include "haptics/simulated_device.h"

#include <gtest/gtest.h>

#include <numbers>

#include "haptics/tick.h"

namespace tangible {
namespace {

constexpr Freedoms x_only{true, false, false, false, false, false};

TEST(SimulatedDevice, a_held_force_moves_a_damped_mass_as_the_closed_form_says) {
  SimulatedDeviceOptions o;
  o.freedoms = x_only;
  o.linear = {.mass = 0.2, .damping = 3};
  SimulatedDevice device(o, no_operator());
  device.read(0);
  for (int k = 1; k <= 500; ++k) {
    device.write({{1.5, 0, 0}, {}});
    device.read(k * T);
  }
  const double t = 0.5, tau = 0.2 / 3, end = 1.5 / 3;
  EXPECT_NEAR(device.motor_positions()[0], end * (t - tau * (1 - std::exp(-t / tau))), 1e-14);
}

TEST(SimulatedDevice, an_arm_swings_at_its_own_frequency_and_decay) {
  OperatorOptions arm = firm_operator();
  SimulatedDeviceOptions o;
  o.freedoms = x_only;
  o.linear = {.mass = 0.1, .damping = 0.5};
  o.start[0] = 0.02;
  SimulatedDevice device(o, arm);
  for (int k = 0; k <= 300; ++k) device.read(k * T);
  const double m = 0.654, s = -6.95 / (2 * m), w = std::sqrt(135 / m - s * s), t = 0.3;
  EXPECT_NEAR(device.tip_positions()[0], 0.02 * std::exp(s * t) * (std::cos(w * t) - s / w * std::sin(w * t)), 1e-14);
}

TEST(SimulatedDevice, coulomb_friction_stops_it_where_the_work_is_used_up_and_holds_it) {
  SimulatedDeviceOptions o;
  o.freedoms = x_only;
  o.linear = {.mass = 0.2, .damping = 0, .friction = 0.3};
  o.sub_steps = 64;
  o.watchdog = 0;
  SimulatedDevice device(o, no_operator());
  device.read(0);
  device.write({{2.3, 0, 0}, {}});
  for (int k = 1; k <= 100; ++k) device.read(k * T);
  const double accelerated = 0.5 * (2.0 / 0.2) * 0.01;
  EXPECT_NEAR(device.motor_positions()[0], accelerated, 1e-12);
  device.write({});
  for (int k = 101; k <= 1500; ++k) device.read(k * T);
  EXPECT_NEAR(device.motor_positions()[0], accelerated + 0.2 / 2 / 0.3, 1e-6);  // m v^2/2 = f_c s
  device.write({{0.29, 0, 0}, {}});
  const double held = device.motor_positions()[0];
  for (int k = 1501; k <= 1600; ++k) device.read(k * T);
  EXPECT_EQ(device.motor_positions()[0], held);
}

TEST(SimulatedDevice, the_tip_behind_a_spring_rings_at_the_structural_frequency) {
  SimulatedDeviceOptions o;
  o.freedoms = x_only;
  o.linear = {.mass = 0.1, .tip_mass = 0.05, .structure_stiffness = 20000};
  SimulatedDevice device(o, no_operator());
  device.read(0);
  device.write({{1, 0, 0}, {}});
  device.read(T);
  device.write({});
  int crossings = 0;
  double last = 0;
  const int ticks = 2000;
  for (int k = 2; k <= ticks; ++k) {
    device.write({});
    device.read(k * T);
    const double e = device.tip_positions()[0] - device.motor_positions()[0];
    crossings += e * last < 0;
    last = e;
  }
  const double frequency = std::sqrt(20000 * (1 / 0.1 + 1 / 0.05)) / (2 * std::numbers::pi);
  EXPECT_NEAR(crossings / (2.0 * ticks * T), frequency, 0.5);
}

TEST(SimulatedDevice, readings_are_rounded_to_encoder_steps_and_late_by_the_delay) {
  SimulatedDeviceOptions o;
  o.freedoms = x_only;
  o.linear = {.mass = 0.1, .resolution = 1e-4};
  o.delay = 3;
  SimulatedDevice device(o, no_operator());
  SimulatedDeviceOptions exact = o;
  exact.delay = 0;
  exact.linear.resolution = 0;
  SimulatedDevice truth(exact, no_operator());
  std::vector<double> positions;
  for (int k = 0; k < 200; ++k) {
    const DeviceSample sample = device.read(k * T);
    positions.push_back(truth.read(k * T).pose.position.x);
    if (k >= 3) {
      EXPECT_EQ(sample.pose.position.x, 1e-4 * std::round(positions[static_cast<std::size_t>(k - 3)] / 1e-4));
      EXPECT_NEAR(sample.time, (k - 3) * T, 1e-12);
    }
    device.write({{1, 0, 0}, {}});
    truth.write({{1, 0, 0}, {}});
  }
}

TEST(SimulatedDevice, its_actuator_saturates_and_lags) {
  SimulatedDeviceOptions o;
  o.freedoms = x_only;
  o.linear = {.mass = 0.1, .max_effort = 2, .lag = 5e-3};
  SimulatedDevice device(o, no_operator());
  device.read(0);
  for (int k = 1; k <= 100; ++k) {
    device.write({{50, 0, 0}, {}});
    device.read(k * T);
  }
  const double t = 0.1, tau = 5e-3;  // x'' = (2/m)(1 - e^(-t/tau))
  EXPECT_NEAR(device.motor_positions()[0], 20 * (t * t / 2 - tau * t + tau * tau * (1 - std::exp(-t / tau))), 1e-13);
}

TEST(SimulatedDevice, the_force_sensor_reads_what_the_hand_exerts) {
  OperatorOptions arm = firm_operator();
  arm.waypoints = {{0, {}}, {0.2, {0.05}}};
  SimulatedDeviceOptions o;
  o.freedoms = x_only;
  o.linear = {.mass = 0.1, .damping = 0.5};
  o.force_sensor = true;
  SimulatedDevice device(o, arm);
  DeviceSample sample;
  for (int k = 0; k <= 5000; ++k) {
    sample = device.read(k * T);
    device.write({{-1, 0, 0}, {}});
  }
  EXPECT_TRUE(sample.has_measured);
  EXPECT_NEAR(sample.measured.force.x, 1, 1e-6);  // at rest the hand balances the motor
}

TEST(SimulatedDevice, a_hand_lets_go_and_takes_hold_without_a_kick) {
  OperatorOptions arm = firm_operator();
  arm.grip_changes = {0, 0.1, 0.3};
  arm.waypoints = {{0, {}}, {0.5, {0.05}}};
  SimulatedDeviceOptions o;
  o.freedoms = x_only;
  SimulatedDevice device(o, arm);
  double last_v = 0, largest = 0;
  for (int k = 0; k <= 1500; ++k) {
    const DeviceSample sample = device.read(k * T);
    largest = std::max(largest, std::abs(sample.velocity.linear.x - last_v) / T);
    last_v = sample.velocity.linear.x;
  }
  EXPECT_LT(largest, 5);  // m/s^2
  EXPECT_NEAR(device.tip_positions()[0], 0.05, 1e-3);
}

TEST(SimulatedDevice, the_gimbals_axes_are_the_derivatives_of_its_orientation) {
  const Vec3 angles{0.3, -0.7, 1.1}, rates{0.5, 2, -1};
  const double h = 1e-6;
  const Quaternion before = gimbal_orientation(angles - h * rates), after = gimbal_orientation(angles + h * rates);
  const Vec3 omega = (0.5 / h) * rotation_vector(after * inverse(before));
  const auto axes = gimbal_axes(angles);
  EXPECT_LT(norm(omega - (rates.x * axes[0] + rates.y * axes[1] + rates.z * axes[2])), 1e-9);
}

TEST(SimulatedDevice, its_watchdog_drops_the_force_when_no_wrench_comes) {
  SimulatedDeviceOptions o;
  o.freedoms = x_only;
  SimulatedDevice device(o, no_operator());
  device.read(0);
  device.write({{1, 0, 0}, {}});
  device.read(5 * T);
  const double worked = device.work_of_commands();
  device.read(100 * T);
  EXPECT_GT(worked, 0);
  EXPECT_EQ(device.work_of_commands(), worked);
}

}  // namespace
}  // namespace tangible
