// SPDX-License-Identifier: Apache-2.0
// Handles that follow a motion: the force of the moving constraint against closed forms of inverse dynamics.
#include <gtest/gtest.h>

#include <numbers>

#include "haptics/led_plant.h"
#include "haptics/prescribed_display.h"
#include "haptics/servo.h"
#include "haptics/simulated_device.h"
#include "haptics/tick.h"

namespace tangible {
namespace {

const char* const pendulum_that_turns = R"(tangible: 1
name: pendulum
parameters: {m: 1.5 kg, L: 0.6 m, g: 9.81 m/s^2, c: 0.02 N*m*s}
coordinates: {q: rad}
frames:
  B: {in: N, rotate: {z: q}}
points:
  P: {from: O, at: -L*B.y}
speeds:
  u: q'
particles:
  bob: {at: P, mass: m}
gravity: -g*N.y
loads:
  drag: {torque: -c*u*N.z, frame: B}
handles:
  knob: {at: O, frame: B, turns: true}
  bob: {at: P, frame: B, directions: [B.x]}
initial: {q: 0}
)";

const char* const cart_with_pendulum = R"(tangible: 1
name: cart with a pendulum
parameters: {M: 2 kg, m: 0.5 kg, L: 0.4 m, g: 9.81 m/s^2}
coordinates: {x: m, q: rad}
frames:
  B: {in: N, rotate: {z: q}}
points:
  C: {from: O, at: x*N.x}
  P: {from: C, at: -L*B.y}
speeds: {v: x', u: q'}
particles:
  cart: {at: C, mass: M}
  bob: {at: P, mass: m}
gravity: -g*N.y
handles:
  grip: {at: C, frame: N}
initial: {q: 0.5}
)";

struct Led {
  Led(const std::string& text, const DrivenHandle& driven, double step = T)
      : run(load_text(text, "model", {.drive = driven}), {.method = Method::rk4, .step = step}),
        drive(run, driven.name, driven.along) {}
  Simulation run;
  HandleDrive drive;
};

DrivenHandle along(const std::string& name, std::size_t freedom) {
  DrivenHandle d;
  d.name = name;
  d.along[freedom] = true;
  return d;
}

OperatorOptions there_and_back(std::size_t freedom, double way) {
  OperatorOptions hand;
  hand.waypoints = {{0, {}}, {0.4, {}}, {0.6, {}}, {1, {}}};
  hand.waypoints[1].target[freedom] = hand.waypoints[2].target[freedom] = way;
  return hand;
}

// T = m L^2 q'' + m g L sin q + c q', with the minimum-jerk angle and its rates in closed form.
TEST(Follow, the_torque_that_turns_a_pendulum_is_that_of_inverse_dynamics) {
  Led led(pendulum_that_turns, along("knob", 5));
  const IntendedMotion motion(there_and_back(5, 2.0));
  PrescribedDisplay display(
      led.drive, [&](double t) { return motion.at(t); }, T, T);
  double largest = 0;
  for (int k = 0; k < 1100; ++k) {
    const double t = k * T, s = t < 0.6 ? t / 0.4 : (t - 0.6) / 0.4, inside = s > 0 && s < 1 ? 1 : 0;
    const double way = t < 0.6 ? 2.0 : -2.0, from = t < 0.6 ? 0 : 2.0;
    const double q = from + way * minimum_jerk(s);
    const double rate = inside * way * 30 * s * s * (1 - s) * (1 - s) / 0.4;
    const double second = inside * way * 60 * s * (1 - s) * (1 - 2 * s) / 0.16;
    ASSERT_TRUE(display.tick());
    const double expected = 1.5 * 0.36 * second + 1.5 * 9.81 * 0.6 * std::sin(q) + 0.02 * rate;
    EXPECT_NEAR(display.displayed().torque.z, -expected, 1e-8 * (1 + std::abs(expected))) << t;
    EXPECT_EQ(display.displayed().force, Vec3{});
    largest = std::max(largest, std::abs(expected));
  }
  EXPECT_GT(largest, 10);
  EXPECT_NEAR(led.run.energies().drift(), 0, 1e-9);
}

// F = (M + m) x'' + m L (q'' cos q - q'^2 sin q): momentum, with q'' of the equation L q'' = -x'' cos q - g sin q.
TEST(Follow, the_force_that_moves_a_cart_is_the_rate_of_momentum_while_its_pendulum_swings) {
  Led led(cart_with_pendulum, along("grip", 0));
  const IntendedMotion motion(there_and_back(0, 0.3));
  PrescribedDisplay display(
      led.drive, [&](double t) { return motion.at(t); }, T, T);
  for (int k = 0; k < 1500; ++k) {
    const double q = led.run.value("q"), u = led.run.value("u"), a = motion.at(k * T).acceleration.linear.x;
    ASSERT_TRUE(display.tick());
    const double turning = (-a * std::cos(q) - 9.81 * std::sin(q)) / 0.4;
    const double expected = 2.5 * a + 0.5 * 0.4 * (turning * std::cos(q) - u * u * std::sin(q));
    EXPECT_NEAR(display.displayed().force.x, -expected, 1e-8 * (1 + std::abs(expected))) << k;
    EXPECT_NEAR(led.run.value("x"), motion.at((k + 1) * T).pose.position.x, 1e-13);
  }
  EXPECT_NEAR(led.run.energies().drift(), 0, 1e-7);
  EXPECT_NEAR(display.report().work, led.run.energies().inputs, 1e-4);
}

// The pendulum's motion does not depend on who moves the cart: order four of the remaining equation.
TEST(Follow, what_is_not_led_is_integrated_to_the_order_of_the_method) {
  double end[3];
  for (int i = 0; i < 3; ++i) {
    const double step = 4e-3 / (1 << i);
    Led led(cart_with_pendulum, along("grip", 0), step);
    const IntendedMotion motion(there_and_back(0, 0.3));
    PrescribedDisplay display(
        led.drive, [&](double t) { return motion.at(t); }, step, step);
    for (int k = 0; k < std::lround(1 / step); ++k) ASSERT_TRUE(display.tick());
    end[i] = led.run.value("q");
  }
  EXPECT_GT((end[0] - end[1]) / (end[1] - end[2]), 14);
}

TEST(Follow, a_handle_with_a_direction_of_its_own_is_led_along_it) {
  Led led(pendulum_that_turns, along("bob", 0));
  const IntendedMotion motion(there_and_back(0, 0.2));
  PrescribedDisplay display(
      led.drive, [&](double t) { return motion.at(t); }, T, T);
  for (int k = 0; k < 500; ++k) {
    const double q = led.run.value("q"), u = led.run.value("u");
    ASSERT_TRUE(display.tick());
    const Vec3 f = display.displayed().force;
    const Vec3 d{std::cos(q), std::sin(q), 0};
    EXPECT_NEAR(norm(f - dot(f, d) * d), 0, 1e-9);
    if (k < 1) continue;
    // The hand's force balances weight, drag and inertia: m L u' + m g sin q + c u/L along the direction.
    const double acceleration = (-dot(f, d) - 1.5 * 9.81 * std::sin(q) - 0.02 * u / 0.6) / (1.5 * 0.6);
    EXPECT_TRUE(std::isfinite(acceleration));
  }
  // At rest at 0.4 s the bob is nearest to its target: on the line from the pivot to it.
  EXPECT_NEAR(led.run.value("q"), std::atan2(0.2, 0.6), 1e-6);
}

TEST(Follow, a_turn_about_a_moving_axis_is_led_without_drift) {
  DrivenHandle all;
  all.name = "grip";
  all.along = all_freedoms;
  Model body = load("models/free_rigid_body/free_rigid_body.yaml");
  Simulation free_run(body, {.method = Method::rk4, .step = T});
  const Vec3 p = free_run.port("grip").pose().position;
  all.start = {p.x, p.y, p.z};
  Simulation run(load("models/free_rigid_body/free_rigid_body.yaml", {.drive = all}),
                 {.method = Method::rk4, .step = T});
  HandleDrive drive(run, "grip", all.along);
  OperatorOptions hand;
  hand.waypoints = {{0, {}}, {0.5, {0.1, -0.05, 0.02, 0.8, -0.6, 0.9}}, {1, {}}};
  const IntendedMotion motion(hand);
  const Pose start = drive.port().pose();
  PrescribedDisplay display(
      drive, [&](double t) { return motion.at(t); }, T, T);
  for (int k = 0; k < 1000; ++k) {
    ASSERT_TRUE(display.tick()) << run.explain();
    const HandleMotion m = placed(motion.at((k + 1) * T), motion.at(0), start);
    EXPECT_LT(norm(drive.port().pose().position - m.pose.position), 1e-12);
    EXPECT_LT(norm(rotation_vector(drive.port().pose().orientation * inverse(m.pose.orientation))), 1e-8) << k;
    EXPECT_LT(norm(drive.port().velocity().angular - m.velocity.angular), 1e-8);  // 0.2/T of an error of the pose
  }
}

TEST(Follow, rates_of_an_intended_motion_are_the_derivatives_of_its_poses) {
  OperatorOptions hand;
  hand.waypoints = {{0, {}}, {0.5, {0.1, -0.05, 0.02, 0.8, -0.6, 0.9}}};
  hand.tremor = 1e-4;
  const IntendedMotion motion(hand);
  const double h = 1e-5;
  for (double t = 0.03; t < 0.5; t += 0.1) {
    const HandleMotion a = motion.at(t - h), m = motion.at(t), b = motion.at(t + h);
    EXPECT_LT(norm((1 / (2 * h)) * (b.pose.position - a.pose.position) - m.velocity.linear), 1e-6);
    EXPECT_LT(norm((1 / (2 * h)) * (b.velocity.linear - a.velocity.linear) - m.acceleration.linear), 1e-4);
    const Vec3 turn = rotation_vector(b.pose.orientation * inverse(a.pose.orientation));
    EXPECT_LT(norm((1 / (2 * h)) * turn - m.velocity.angular), 1e-6);
    EXPECT_LT(norm((1 / (2 * h)) * (b.velocity.angular - a.velocity.angular) - m.acceleration.angular), 1e-4);
  }
}

// A recorded sine of 1 Hz: F = -M w^2 x, to the order of the spline's second derivative.
TEST(Follow, a_recorded_motion_gives_the_force_of_the_motion_it_was) {
  const double w = 2 * std::numbers::pi, amplitude = 0.05;
  DeviceRecord record;
  for (int k = 0; k <= 2000; ++k) {
    DeviceRecord::Entry e;
    e.sample.time = k * T;
    e.sample.valid = k % 97 != 5;  // samples that were lost
    e.sample.pose.position.x = e.sample.valid ? amplitude * (1 - std::cos(w * k * T)) : std::nan("");
    record.entries.push_back(e);
  }
  const RecordedMotion motion(record);
  Led led(
      "tangible: 1\nname: mass\nparameters: {m: 3 kg}\ncoordinates: {x: m}\npoints: {P: {from: O, at: x*N.x}}\n"
      "speeds: {u: x'}\nparticles: {block: {at: P, mass: m}}\nhandles: {grip: {at: P, frame: N}}\n",
      along("grip", 0));
  PrescribedDisplay display(
      led.drive, [&](double t) { return motion.at(t); }, T, T);
  for (int k = 0; k < 2000; ++k) {
    ASSERT_TRUE(display.tick());
    if (k < 30 || k > 1970) continue;  // the spline begins and ends without curvature
    EXPECT_NEAR(display.displayed().force.x, -3 * amplitude * w * w * std::cos(w * k * T), 1e-3) << k;
  }
}

TEST(Follow, directions_that_depend_on_each_other_are_led_once) {
  const Simulation wall_run(load("models/wall/wall.yaml"), {.method = Method::rk4, .step = T});
  Simulation pendulum(load_text(pendulum_that_turns), {.method = Method::rk4, .step = T});
  std::array<double, 36> mobility;
  const Port& knob = pendulum.port("knob");
  ASSERT_EQ(pendulum.mobility(knob, mobility), SimulationStatus::ok);
  EXPECT_EQ(drivable_freedoms(knob, mobility, all_freedoms), (Freedoms{false, false, false, false, false, true}));
  EXPECT_EQ(drivable_freedoms(knob, mobility, translations), Freedoms{});
  Simulation cart(load_text(cart_with_pendulum), {.method = Method::rk4, .step = T});
  const Port& bob = cart.port("bob");
  ASSERT_EQ(cart.mobility(bob, mobility), SimulationStatus::ok);
  EXPECT_EQ(drivable_freedoms(bob, mobility, all_freedoms), (Freedoms{true, true, false, false, false, false}));
}

// Reference 4.2: passive for M < b T/2; stable below twice the device's mass, 1.24 times with one delay.
TEST(FollowBounds, are_those_of_the_reference) {
  EXPECT_NEAR(largest_passive_inertia(2, T, 0), 2 * T / 2, 1e-9);
  EXPECT_NEAR(largest_stable_inertia({.mass = 0.1}, T, 0) / 0.1, 2, 1e-3);
  EXPECT_NEAR(largest_stable_inertia({.mass = 0.1}, T, 1) / 0.1, 1.24, 0.01);
}

// A free mass is led by the device, in the servo loop as it runs.
struct LedMass {
  LedMass(double mass, const SimulatedDeviceOptions& o, const OperatorOptions& hand, bool is_bounded = true)
      : led("tangible: 1\nname: mass\nparameters: {m: " + std::to_string(mass) +
                " kg}\ncoordinates: {x: m}\npoints: {P: {from: O, at: x*N.x}}\nspeeds: {u: x'}\n"
                "particles: {block: {at: P, mass: m}}\nhandles: {grip: {at: P, frame: N}}\n",
            along("grip", 0)),
        device(o, hand),
        plant(led.drive, is_bounded ? follow_bounds(device.limits(), T, o.delay) : no_bounds, T),
        port(device, options(device)),
        servo(PlantRef(plant), T) {
    servo.add_port(port);
  }
  static constexpr FollowBounds no_bounds{{unlimited, unlimited}, {unlimited, unlimited}};
  static HapticPortOptions options(const Device& device) {
    HapticPortOptions o = port_options_for(device.limits(), T);
    o.leads = true;
    o.guard.acts = false;
    o.limits.ramp_time = 0;
    o.check.max_speed = unlimited;
    return o;
  }
  Led led;
  SimulatedDevice device;
  LedPlant plant;
  HapticPort port;
  Servo servo;
};

SimulatedDeviceOptions bare_device() {
  SimulatedDeviceOptions o;
  o.freedoms = {true, false, false, false, false, false};
  o.linear = {.mass = 0.1, .damping = 0.2};
  return o;
}

TEST(Follow, a_live_device_feels_the_mass_that_it_leads) {
  OperatorOptions hand;
  hand.pushes = {{0.1, 2, {0.1}}};
  LedMass light(0.05, bare_device(), hand);
  EXPECT_EQ(light.plant.label(), CouplerLabel::guarded);
  EXPECT_NEAR(light.plant.inertia().linear, 0.05, 1e-12);
  ASSERT_EQ(run_in_virtual_time(light.servo, 600), PlantStatus::running);
  // (m + M) x'' + b x' = F from rest, after 0.5 s; the lag of a tick and a half is the difference.
  const double m = 0.15, b = 0.2, F = 0.1, t = 0.5;
  const double v = F / b * (1 - std::exp(-b * t / m));
  EXPECT_NEAR(light.led.run.value("u"), v, 0.01 * v);
}

// The bounds are boundaries: the loop as it runs grows above the bound and decays below it.
TEST(Follow, a_live_device_becomes_unstable_where_the_bound_says) {
  const double limit = largest_stable_inertia({.mass = 0.1, .damping = 0.2}, T, 0);
  for (const double share : {0.97, 1.03}) {
    OperatorOptions hand;
    hand.pushes = {{0.01, 0.02, {0.1}}};
    EXPECT_TRUE(LedMass(share * limit, bare_device(), hand).plant.is_too_heavy());
    LedMass led(share * limit, bare_device(), hand, false);
    double early = 0, late = 0;
    for (int k = 0; k < 400; ++k) {
      ASSERT_EQ(led.servo.tick(k * T), PlantStatus::running);
      double& largest = k < 200 ? early : late;
      if (k > 100) largest = std::max(largest, norm(led.port.sent().force));
    }
    EXPECT_EQ(late > early, share > 1) << early << " " << late;
  }
}

}  // namespace
}  // namespace tangible
