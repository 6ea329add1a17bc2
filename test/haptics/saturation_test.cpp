// SPDX-License-Identifier: Apache-2.0
// A device that cannot push harder: the same force acts on the device and back on the model, the books close, and
// nothing winds up.
#include <gtest/gtest.h>

#include "haptics/plants.h"
#include "haptics/servo.h"
#include "haptics/simulated_device.h"
#include "haptics/tick.h"

namespace tangible {
namespace {

constexpr CouplerForm all_forms[] = {CouplerForm::held, CouplerForm::held_in_handle_frame, CouplerForm::in_stages,
                                     CouplerForm::in_stages_extrapolated, CouplerForm::implicit};

// Rests where the test puts it.
struct PlacedDevice : Device {
  double x = 0, v = 0, time = 0;
  Wrench written;
  double limit = unlimited;
  std::string_view name() const override { return "placed"; }
  ClockOwner clock() const override { return ClockOwner::host; }
  DeviceLimits limits() const override {
    DeviceLimits l;
    l.max_effort = {limit, unlimited};
    return l;
  }
  DeviceState state() const override { return {}; }
  DeviceSample read(double now) override {
    DeviceSample s;
    s.time = now;
    s.pose.position.x = x;
    s.velocity.linear.x = v;
    s.valid = true;
    return s;
  }
  void write(const Wrench& w) override { written = w; }
  bool write_target(const Pose&) override { return false; }
  void stop() override {}
  void resume() override {}
};

HapticPortOptions options_of(const PlacedDevice& device, CouplerForm form) {
  HapticPortOptions o = port_options_for(device.limits(), T);
  o.form = form;
  o.gains = {{1000, 0}, {2, 0}};
  o.limits.ramp_time = 0;
  o.guard.acts = false;
  o.check.max_speed = unlimited;  // the test moves the device at will
  return o;
}

// The model gets the force of the device: a mass is accelerated by the limited force, in every form.
TEST(Saturation, a_mass_is_pulled_no_harder_than_the_device_can_push) {
  for (const CouplerForm form : all_forms) {
    PlacedDevice device;
    device.limit = 3;
    testing::MassOnLine mass{.mass = 2};
    HapticPort port(device, options_of(device, form));
    Servo servo(PlantRef(mass), T);
    servo.add_port(port);
    for (int k = 0; k < 5; ++k) servo.tick(k * T);  // takes hold at zero
    for (int k = 5; k < 105; ++k) {
      device.x = 0.05 * minimum_jerk((k - 5) / 80.0);
      device.v = (device.x - 0.05 * minimum_jerk((k - 6) / 80.0)) / T;
      servo.tick(k * T);
      EXPECT_LE(norm(device.written.force), 3 + 1e-12);
      // 3 N on 2 kg; within a tick of the forms inside the stages the stretch of the tick changes it a little.
      const double pull = mass.load.kind == HandleLoad::Kind::in_stages
                              ? mass.load.coupler(0, {{mass.x, 0, 0}, {}}, {{mass.v, 0, 0}, {}}).force.x
                              : mass.load.wrench.force.x;
      EXPECT_LE(std::abs(pull), 3 * 1.2) << int(form);
      EXPECT_NEAR(port.coupler().imbalance(), 0, 1e-13) << int(form);
    }
    EXPECT_GT(port.limits().counts().effort, 50);
    EXPECT_LT(mass.v, 3.0 / 2 * 0.1 * 1.05);
    EXPECT_GT(mass.v, 3.0 / 2 * 0.05);
    EXPECT_NE(port.coupler().books().limited, 0);
  }
}

TEST(Saturation, the_load_of_a_tick_is_the_opposite_of_what_is_sent) {
  for (const CouplerForm form : all_forms) {
    PlacedDevice device;
    device.limit = 3;
    testing::MassOnLine mass{.mass = 2};
    HapticPort port(device, options_of(device, form));
    for (int k = 0; k < 3; ++k) port.tick(k * T, PlantRef(mass));
    device.x = 0.01;
    port.tick(3 * T, PlantRef(mass));
    EXPECT_NEAR(device.written.force.x, -3, 1e-12);
    EXPECT_NEAR(mass.force(0, 0, 0), 3, 1e-12) << int(form);
    EXPECT_NEAR(port.coupler().wrench_on_handle().force.x, 3, 1e-12);
  }
}

// With a scale the device's limit is another force in the world; power is preserved.
TEST(Saturation, through_a_scale_the_model_feels_the_limited_force_divided_by_it) {
  PlacedDevice device;
  device.limit = 3;
  testing::MassOnLine mass{.mass = 2};
  HapticPortOptions o = options_of(device, CouplerForm::held);
  o.registration = Registration({}, {5, 5, 5});
  HapticPort port(device, o);
  for (int k = 0; k < 3; ++k) port.tick(k * T, PlantRef(mass));
  device.x = 0.01;
  port.tick(3 * T, PlantRef(mass));
  EXPECT_NEAR(device.written.force.x, -3, 1e-12);
  EXPECT_NEAR(mass.load.wrench.force.x, 3.0 / 5, 1e-12);
}

// The force is a function of the present stretch: it leaves the limit as soon as K e is below it, however long and
// deep the push was.
TEST(Saturation, nothing_winds_up) {
  PlacedDevice device;
  device.limit = 5;
  testing::FixedHandle wall;
  HapticPortOptions o = options_of(device, CouplerForm::held);
  o.gains = {{1000, 0}, {0, 0}};
  HapticPort port(device, o);
  int k = 0;
  const auto press = [&](double x, int ticks) {
    for (int i = 0; i < ticks; ++i, ++k) {
      device.x = x;
      port.tick(k * T, PlantRef(wall));
    }
  };
  press(0, 3);
  press(0.05, 3000);
  EXPECT_NEAR(device.written.force.x, -5, 1e-12);
  press(0.004, 1);
  EXPECT_NEAR(device.written.force.x, -4, 1e-12);
  press(-0.001, 1);
  EXPECT_NEAR(device.written.force.x, 1, 1e-12);
  EXPECT_NEAR(port.coupler().imbalance(), 0, 1e-12);
}

// An arm that pushes harder than the device can, and lets go: the wall holds it at the limit, it comes back and rests.
TEST(Saturation, an_arm_that_presses_beyond_the_limit_comes_back_to_rest) {
  SimulatedDeviceOptions d;
  d.freedoms = {true, false, false, false, false, false};
  d.linear.max_effort = 3;
  OperatorOptions arm = firm_operator();
  arm.waypoints = {{0, {}}, {0.4, {0.05}}, {1.2, {0.05}}, {1.6, {0}}};
  SimulatedDevice device(d, arm);
  testing::FixedHandle wall;
  HapticPortOptions o = port_options_for(device.limits(), T);
  o.gains = {{900, 0}, {0.4, 0}};
  HapticPort port(device, o);
  Servo servo(PlantRef(wall), T);
  servo.add_port(port);
  run_in_virtual_time(servo, 1200);
  EXPECT_NEAR(port.sent().force.x, -3, 1e-9);
  run_in_virtual_time(servo, 6000, [&](long k) { return k < 1200; });
  EXPECT_NEAR(device.tip_positions()[0], 0, 1e-6);
  EXPECT_NEAR(port.sent().force.x, 0, 1e-3);
  EXPECT_LE(port.guard().report().held_back, 1e-6);
}

}  // namespace
}  // namespace tangible
