// SPDX-License-Identifier: Apache-2.0
// The admittance display on a simulated device: the force on the hand, and faults.
#include <gtest/gtest.h>

#include <cstring>

#include "haptics/allocations.h"
#include "haptics/servo.h"
#include "haptics/simulated_device.h"
#include "haptics/simulation_plant.h"
#include "haptics/tick.h"

namespace tangible {
namespace {

// A mass that shifts along x, damped or against a stop, without a simulation.
struct DisplayedMass {
  double mass = 2, damping = 0, x = 0, v = 0, booked = 0;
  double stop = unlimited;
  HandleLoad load{};

  HandleState handle(int) const {
    HandleState h;
    h.pose.position.x = x;
    h.velocity.linear.x = v;
    h.mobility[0] = 1 / mass;
    return h;
  }
  void apply(int, const HandleLoad& l) { load = l; }
  PlantStatus step(double dt) {
    const double f = load.at(dt / 2, {}, {}).force.x - damping * v;
    const double before = x;
    x += dt * v + dt * dt / (2 * mass) * f;
    v += dt / mass * f;
    if (x >= stop) x = stop, v = 0;
    booked += load.at(dt / 2, {}, {}).force.x * (x - before);
    return PlantStatus::running;
  }
  double work(int) const { return booked; }
  long mode() const { return 0; }
  double energy_error() const { return 0; }
};

SimulatedDeviceOptions sensing_line() {
  SimulatedDeviceOptions o;
  o.freedoms = {true, false, false, false, false, false};
  o.linear = {.mass = 0.5, .damping = 1, .max_effort = 40};
  o.force_sensor = true;
  return o;
}

OperatorOptions pusher(double force) {
  OperatorOptions hand;
  hand.pushes = {{0, 1000, {force}}};
  return hand;
}

template <class Plant>
struct Displayed {
  Displayed(Plant& plant, const SimulatedDeviceOptions& options, const OperatorOptions& hand)
      : device(options, hand), o(admittance_options_for(device.limits(), T)), plant_ref(plant) {}
  void start() {
    port = std::make_unique<AdmittancePort>(device, o);
    servo = std::make_unique<Servo>(plant_ref, T);
    servo->add_port(*port);
  }
  void run(int ticks) {
    if (!servo) start();
    for (int k = 0; k < ticks; ++k) servo->tick(T * static_cast<double>(now++));
  }
  SimulatedDevice device;
  AdmittancePortOptions o;
  PlantRef plant_ref;
  std::unique_ptr<AdmittancePort> port;
  std::unique_ptr<Servo> servo;
  long now = 0;
};

// The device weighs 0.5 kg, the model 2 kg: a push of 4 N moves the device as 2 kg, a = 2 m/s^2.
TEST(AdmittancePort, the_hand_feels_the_mass_of_the_model_and_not_that_of_the_device) {
  DisplayedMass mass;
  Displayed d(mass, sensing_line(), pusher(4));
  d.o.ramp_time = d.o.limits.ramp_time = 0;
  d.run(500);
  EXPECT_NEAR(d.device.motor_positions()[0], 0.5 * 2 * 0.499 * 0.499, 1e-4);
  EXPECT_LT(d.port->report().max_error.linear, 1e-5);
  EXPECT_NEAR(d.port->guard().report().balance(), 0, 1e-3 * d.port->guard().report().from_hand);
}

TEST(AdmittancePort, a_stop_is_as_hard_as_the_drive) {
  DisplayedMass mass{.stop = 0.02};
  Displayed d(mass, sensing_line(), pusher(10));
  d.run(3000);
  EXPECT_NEAR(d.device.motor_positions()[0], 0.02, 1e-5);  // the integral has removed what is left
  EXPECT_LT(d.port->report().max_error.linear, 5e-3);      // while the mass stops at once
}

TEST(AdmittancePort, a_device_that_servos_its_position_follows_targets) {
  DisplayedMass mass;
  SimulatedDeviceOptions o = sensing_line();
  o.position_drive = true;
  Displayed d(mass, o, pusher(4));
  ASSERT_TRUE(d.o.gives_targets);
  d.run(500);
  EXPECT_NEAR(d.device.motor_positions()[0], mass.x, 2e-3);
  EXPECT_GT(mass.x, 0.15);
}

// The cell measures the hand less the end effector's inertia. Without compensation the model seems heavier by its mass.
TEST(AdmittancePort, the_mass_beyond_the_load_cell_is_compensated) {
  const auto way = [](double compensated) {
    DisplayedMass mass;
    SimulatedDeviceOptions o = sensing_line();
    o.end_effector.linear = 0.2;
    Displayed d(mass, o, pusher(4));
    d.o.ramp_time = d.o.limits.ramp_time = 0;
    d.o.sensor.end_effector.mass = compensated;
    d.run(500);
    return mass.x;
  };
  EXPECT_NEAR(way(0.2), 0.25, 1e-3);
  EXPECT_NEAR(way(0), 0.25 * 2 / 2.2, 1e-3);
}

TEST(AdmittancePort, saturation_is_counted_and_leaves_no_wind_up) {
  DisplayedMass mass{.mass = 0.2};
  SimulatedDeviceOptions o = sensing_line();
  o.linear.max_effort = 3;
  OperatorOptions hand;
  hand.pushes = {{0, 0.3, {8}}, {0.3, 0.6, {-8}}};
  Displayed d(mass, o, hand);
  d.run(300);
  EXPECT_GT(d.port->report().saturated, 100);
  EXPECT_GT(d.port->drive().waits(), 100);
  EXPECT_LE(d.port->report().max_error.linear, d.o.max_error.linear + 0.01);
  EXPECT_LE(d.port->report().max_sent.linear, 3 + 1e-12);
  d.run(3000);
  EXPECT_LT(std::abs(d.port->error().linear.x), 2e-3);  // back on the reference, soon after the push is over
  EXPECT_LT(std::abs(d.port->drive().integral().linear.x), 1e-2);
}

TEST(AdmittancePort, noise_and_bias_stay_bounded) {
  DisplayedMass mass{.damping = 5};
  SimulatedDeviceOptions o = sensing_line();
  o.sensor.bias = {1, 0};
  o.sensor.noise = {0.2, 0};
  Displayed d(mass, o, no_operator());
  d.o.sensor.tare_ticks = 200;
  d.o.sensor.dead_band = {0.05, 0};
  d.run(10000);
  EXPECT_NEAR(d.port->sensor().bias().force.x, 1, 0.06);
  // The remaining bias moves 5 N s/m at 12 mm/s at most; noise makes a walk of millimetres.
  EXPECT_LT(std::abs(mass.x), 0.15);
  EXPECT_LT(d.port->report().max_error.linear, 1e-3);
  EXPECT_GT(d.port->sensor().counts().in_dead_band, 0);
}

TEST(AdmittancePort, a_lost_sensor_brakes_the_reference_within_the_limits_holds_and_releases) {
  DisplayedMass mass;
  SimulatedDeviceOptions o = sensing_line();
  o.sensor.gap_start = 0.5;
  o.sensor.gap_end = 2.5;
  OperatorOptions hand;
  hand.pushes = {{0, 0.4, {4}}};
  Displayed d(mass, o, hand);
  d.o.deceleration = {4, 40};
  d.o.hold_time = 0.3;
  d.run(500);
  const double speed = d.port->reference().velocity.linear.x, start = d.port->reference().pose.position.x;
  ASSERT_GT(speed, 0.3);
  double last = speed, steepest = 0;
  while (d.port->state() != AdmittancePort::State::holding) {
    d.run(1);
    ASSERT_LT(d.now, 1500);
    steepest = std::max(steepest, last - d.port->reference().velocity.linear.x);
    last = d.port->reference().velocity.linear.x;
  }
  EXPECT_EQ(d.port->report().brakes, 1);
  EXPECT_LE(steepest, 4 * T + 1e-12);
  EXPECT_EQ(last, 0);
  const double rest = d.port->reference().pose.position.x;
  EXPECT_NEAR(rest - start, speed * speed / 8, 0.005);
  d.run(200);
  EXPECT_EQ(d.port->state(), AdmittancePort::State::holding);
  EXPECT_NEAR(d.device.motor_positions()[0], rest, 1e-4);
  d.run(150);
  EXPECT_EQ(d.port->state(), AdmittancePort::State::released);
  EXPECT_EQ(d.port->sent(), Wrench{});
  d.run(2000);
  EXPECT_EQ(d.port->state(), AdmittancePort::State::following);  // the sensor is back
  EXPECT_EQ(d.port->sensor().counts().losses, 1);
}

// Passes on the readings of another device, with the given fault.
class FaultyDevice : public Device {
 public:
  explicit FaultyDevice(Device& inner) : inner_(inner) {}
  std::string_view name() const override { return "faulty"; }
  ClockOwner clock() const override { return ClockOwner::host; }
  DeviceLimits limits() const override { return inner_.limits(); }
  DeviceState state() const override { return inner_.state(); }
  DeviceSample read(double now) override {
    DeviceSample s = inner_.read(now);
    s.valid = s.valid && !is_silent;
    return s;
  }
  void write(const Wrench& w) override { last = w, inner_.write(w); }
  bool write_target(const Pose& p) override { return inner_.write_target(p); }
  void stop() override { inner_.stop(); }
  void resume() override { inner_.resume(); }
  bool is_silent = false;
  Wrench last;

 private:
  Device& inner_;
};

TEST(AdmittancePort, a_device_that_falls_silent_is_released_at_once_if_it_takes_wrenches) {
  DisplayedMass mass;
  SimulatedDevice inner(sensing_line(), pusher(4));
  FaultyDevice device(inner);
  AdmittancePort port(device, admittance_options_for(device.limits(), T));
  Servo servo((PlantRef(mass)), T);
  servo.add_port(port);
  for (int k = 0; k < 300; ++k) servo.tick(k * T);
  ASSERT_NE(device.last, Wrench{});
  device.is_silent = true;
  for (int k = 300; k < 310; ++k) servo.tick(k * T);
  EXPECT_EQ(port.state(), AdmittancePort::State::released);
  EXPECT_EQ(device.last, Wrench{});
  EXPECT_EQ(port.check().counts().losses, 1);
  device.is_silent = false;
  for (int k = 310; k < 500; ++k) servo.tick(k * T);
  EXPECT_EQ(port.state(), AdmittancePort::State::following);
}

TEST(AdmittancePort, a_stopped_device_is_not_driven_until_it_resumes) {
  DisplayedMass mass;
  Displayed d(mass, sensing_line(), pusher(4));
  d.run(200);
  d.device.stop();
  d.run(5);
  EXPECT_EQ(d.port->state(), AdmittancePort::State::released);
  d.servo->resume();
  d.run(5);
  EXPECT_EQ(d.port->state(), AdmittancePort::State::following);
}

TEST(AdmittancePort, clutching_moves_the_device_without_the_model) {
  const Registration r(rotation_by({0.3, -0.4, 0.2}), {2, 1, 0.5});
  Registration aligned = r;
  const Pose device{{0.1, 0.2, 0.3}, rotation_by({0.5, 0.1, -0.2})}, world{{3, 2, 1}, rotation_by({-1, 0.4, 0.2})};
  aligned.align(device, world);
  const Pose back = aligned.to_device(world);
  EXPECT_NEAR(norm(back.position - device.position), 0, 1e-14);
  EXPECT_NEAR(norm(rotation_vector(back.orientation * inverse(device.orientation))), 0, 1e-14);
  const Wrench w{{1, 2, 3}, {4, 5, 6}};
  const Twist v{{0.1, -0.2, 0.3}, {1, 2, -1}};
  EXPECT_NEAR(power(aligned.to_world(w), aligned.to_world(v)), power(w, v), 1e-13);  // the power is kept
  EXPECT_NEAR(norm(aligned.to_device(aligned.to_world(v)).linear - v.linear), 0, 1e-14);
}

TEST(AdmittancePort, a_tick_takes_no_memory_and_is_the_same_to_the_last_bit_each_time) {
  const auto run = [](bool counts) {
    Simulation simulation(load("models/upright_rolling_disk/upright_rolling_disk.yaml"),
                          {.method = Method::rk4, .step = T});
    SimulationPlant plant(simulation, Method::rk4, T);
    const int handle = plant.add_handle("grip");
    SimulatedDeviceOptions o;
    o.freedoms = all_freedoms;
    o.force_sensor = true;
    o.sensor.noise = {0.05, 1e-3};
    SimulatedDevice device(o, firm_operator());
    AdmittancePortOptions options = admittance_options_for(device.limits(), T);
    options.handle = handle;
    AdmittancePort port(device, options);
    Servo servo((PlantRef(plant)), T);
    servo.add_port(port);
    for (int k = 0; k < 100; ++k) servo.tick(k * T);
    const long before = testing::allocations;
    for (int k = 100; k < 1500; ++k) servo.tick(k * T);
    if (counts) {
      EXPECT_EQ(testing::allocations, before);
    }
    const auto y = simulation.loop().state();
    return std::vector<double>(y.begin(), y.end());
  };
  const std::vector<double> first = run(true), second = run(false);
  EXPECT_EQ(std::memcmp(first.data(), second.data(), first.size() * sizeof(double)), 0);
}

}  // namespace
}  // namespace tangible
