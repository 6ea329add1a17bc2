// SPDX-License-Identifier: Apache-2.0
// Delays that are declared, stamped or hidden; settling on a wall; orderings that were measured on real devices.
#include <gtest/gtest.h>

#include "haptics/plants.h"
#include "haptics/servo.h"
#include "haptics/simulated_device.h"

namespace tangible {
namespace {

constexpr Freedoms along_x{true, false, false, false, false, false};

struct Delayed {
  int delay;
  bool declares, stamps;
};

// A firm arm presses into a wall with the coupler tuned by itself.
void press_wall(const Delayed& d, const CouplerTable& table) {
  OperatorOptions arm = firm_operator();
  arm.waypoints = {{0, {}}, {0.3, {0.03}}};
  SimulatedDeviceOptions o;
  o.freedoms = along_x;
  o.delay = d.delay;
  o.declares_delay = d.declares;
  o.stamps_delay = d.stamps;
  SimulatedDevice device(o, arm);
  testing::FixedHandle wall;
  HapticPortOptions options = port_options_for(device.limits(), 1e-3);
  options.table = &table;
  options.gains = table.gains_for({}, options.directions, device.limits().delay).gains;
  HapticPort port(device, options);
  Servo servo(PlantRef(wall), 1e-3);
  servo.add_port(port);
  run_in_virtual_time(servo, 3000);
  const double depth = device.tip_positions()[0];
  const double K = port.coupler().gains().stiffness.linear;
  EXPECT_NEAR(depth, 0.03 * 135 / (135 + K), 1e-5) << d.delay << d.declares << d.stamps;
  EXPECT_EQ(port.report().delay, d.declares || d.stamps ? d.delay : 0);
  if (d.declares || d.stamps) {
    EXPECT_LE(K, table.gains_for({}, options.directions, d.delay).gains.stiffness.linear * 1.0001);
  }
}

TEST(Delay, declared_stamped_and_hidden_delays_settle_on_the_wall) {
  SimulatedDeviceOptions o;
  o.freedoms = along_x;
  const CouplerTable table(SimulatedDevice(o, no_operator()).limits(), {}, 3);
  for (int delay = 0; delay < 4; ++delay) {
    press_wall({delay, true, true}, table);
    press_wall({delay, false, true}, table);
    press_wall({delay, false, false}, table);
  }
}

// Reference 4.2: the time constant over that of the continuous system is 1/(1 - K (T/2 + dT)/(b + B + B_h)).
TEST(Delay, settling_on_a_wall_takes_as_long_as_predicted) {
  for (int d = 0; d < 3; ++d) {
    const double K = d == 0 ? 1500 : 700, T = 1e-3, m = 0.1 + 0.554, c = 1 + 6.45;
    SimulatedDeviceOptions o;
    o.freedoms = along_x;
    o.start[0] = 0.01;
    o.delay = d;
    SimulatedDevice device(o, firm_operator());
    testing::FixedHandle wall;
    HapticPortOptions options = port_options_for(device.limits(), T);
    options.gains = {{K, 0}, {0, 0}};
    options.align_at_start = false;
    options.guard.acts = false;
    options.limits.ramp_time = 0;
    HapticPort port(device, options);
    Servo servo(PlantRef(wall), T);
    servo.add_port(port);
    double early = 0, late = 0;
    const int period = static_cast<int>(2 * 3.15 / std::sqrt((K + 135) / m) / T);
    for (int k = 0; k < 200 + 6 * period; ++k) {
      servo.tick(k * T);
      const double x = std::abs(device.motor_positions()[0]);
      if (k >= 200 && k < 200 + period) early = std::max(early, x);
      if (k >= 200 + 5 * period) late = std::max(late, x);
    }
    const double found = 5 * period * T / std::log(early / late);
    const double predicted = 2 * m / c / (1 - K * (T / 2 + d * T) / c);
    EXPECT_LT(found, 1.2 * predicted) << d;
    EXPECT_GT(found, 0.8 * predicted) << d;
  }
}

// The largest stiffness of a wall on which a device settles to less than two encoder steps.
double clean_stiffness(double rate, double damping, double resolution) {
  double low = 20, high = 2e5;
  for (int i = 0; i < 14; ++i) {
    const double K = std::sqrt(low * high);
    OperatorOptions hand = light_operator();
    hand.waypoints = {{0, {}}, {0.2, {0.02}}};
    SimulatedDeviceOptions o;
    o.freedoms = along_x;
    o.period = 1 / rate;
    o.linear = {.mass = 0.1, .damping = damping, .friction = 0.02, .resolution = resolution};
    SimulatedDevice device(o, hand);
    testing::FixedHandle wall;
    HapticPortOptions options = port_options_for(device.limits(), o.period);
    options.gains = {{K, 0}, {0, 0}};
    options.guard.acts = false;
    HapticPort port(device, options);
    Servo servo(PlantRef(wall), o.period);
    servo.add_port(port);
    double least = 1, most = -1;
    const auto ticks = static_cast<int>(rate);
    for (int k = 0; k < ticks; ++k) {
      servo.tick(k * o.period);
      if (k < 0.8 * ticks) continue;
      least = std::min(least, device.motor_positions()[0]);
      most = std::max(most, device.motor_positions()[0]);
    }
    (most - least < 2 * resolution ? low : high) = K;
  }
  return low;
}

// Brown 1995: damping enlarges the region; Brown 1995, Choi & Tan 2004: a higher rate allows stiffer walls.
TEST(Orderings, damping_and_rate_allow_stiffer_walls) {
  const double base = clean_stiffness(1000, 0.5, 2e-5);
  EXPECT_GT(clean_stiffness(1000, 2, 2e-5), base);
  EXPECT_GT(clean_stiffness(4000, 0.5, 2e-5), 1.2 * base);
  EXPECT_LT(clean_stiffness(250, 0.5, 2e-5), base / 1.2);
}

}  // namespace
}  // namespace tangible
