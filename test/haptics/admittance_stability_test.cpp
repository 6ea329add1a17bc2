// SPDX-License-Identifier: Apache-2.0
// The boundary of stability of the admittance display as it runs, with the simulated device and hands from soft to
// stiff, against the eigenvalues of the exact sampled loop, which share no code: with a model mass 3 % above the
// boundary the motion decays, 3 % below it grows.
#include <gtest/gtest.h>

#include "haptics/admittance_loop.h"
#include "haptics/servo.h"
#include "haptics/simulated_device.h"

namespace tangible {
namespace {

// A free mass on a line, under any load that does not ask for its place: the exact solution of a force linear in time.
struct PushedMass {
  double mass = 1, x = 0, v = 0, booked = 0;
  HandleLoad load{};

  HandleState handle(int) const {
    HandleState h;
    h.pose.position.x = x;
    h.velocity.linear.x = v;
    h.mobility[0] = 1 / mass;
    return h;
  }
  void apply(int, const HandleLoad& l) { load = l; }
  PlantStatus step(double T) {
    const double f = load.at(0, {}, {}).force.x, end = load.at(T, {}, {}).force.x;
    const double before = mass * v * v / 2;
    x += T * v + T * T / mass * (f / 3 + end / 6);
    v += T / mass * (f + end) / 2;
    booked += mass * v * v / 2 - before;
    return PlantStatus::running;
  }
  double work(int) const { return booked; }
  long mode() const { return 0; }
  double energy_error() const { return 0; }
};

struct LinearCase {
  double hand_stiffness = 100;
  WrenchHold hold = WrenchHold::world;
  int delay = 0;
  double hand_mass = 0.3;
  double end_effector = 0;
};

SampledAdmittance loop_of(const LinearCase& c) {
  SampledAdmittance loop;
  loop.device_mass = 0.5;
  loop.device_damping = 1;
  loop.hand_mass = c.hand_mass;
  loop.hand_damping = 2;
  loop.hand_stiffness = c.hand_stiffness;
  loop.gains = tracking_gains(c.delay == 0 ? 150 : 60);
  loop.samples = c.hold == WrenchHold::parabola_in_handle ? 3 : extrapolates(c.hold) ? 2 : 1;
  loop.delay = c.delay;
  loop.end_effector = c.end_effector;
  return loop;
}

// Largest tracking error and distance in the last tenth of a run over those in the second tenth.
double growth_of(const LinearCase& c, const SampledAdmittance& loop) {
  SimulatedDeviceOptions d;
  d.freedoms = {true, false, false, false, false, false};
  d.linear = {.mass = loop.device_mass, .damping = loop.device_damping};
  d.start[0] = 1e-3;
  d.delay = loop.delay;
  d.force_sensor = true;
  d.end_effector.linear = loop.end_effector;
  OperatorOptions hand;
  hand.inertia.linear = loop.hand_mass;
  hand.damping.linear = loop.hand_damping;
  hand.stiffness.linear = loop.hand_stiffness;
  SimulatedDevice device(d, hand);
  AdmittancePortOptions o = admittance_options_for(device.limits(), loop.tick);
  o.hold = c.hold;
  o.drive.gains = loop.gains;
  o.sensor.end_effector.mass = loop.end_effector;
  o.guard.acts = false;
  o.ramp_time = o.limits.ramp_time = 0;
  o.limits.workspace = {unlimited, unlimited};
  o.max_error = {unlimited, unlimited};
  o.check.max_speed = unlimited;
  PushedMass mass{.mass = loop.mass};
  AdmittancePort port(device, o);
  Servo servo(PlantRef(mass), loop.tick);
  servo.add_port(port);
  constexpr int length = 3000;
  double first = 0, last = 0;
  for (int k = 0; k < 10 * length; ++k) {
    servo.tick(k * loop.tick);
    const double size = std::abs(port.error().linear.x) + std::abs(device.motor_positions()[0]);
    if (k >= length && k < 2 * length) first = std::max(first, size);
    if (k >= 9 * length) last = std::max(last, size);
    if (!(size < 1e6)) return unlimited;
  }
  return last / first;
}

void expect_boundary(const LinearCase& c) {
  SampledAdmittance loop = loop_of(c);
  const double boundary = smallest_stable_mass(loop);
  ASSERT_GT(boundary, 0);
  ASSERT_LT(boundary, unlimited);
  loop.mass = 1.03 * boundary;
  EXPECT_LT(growth_of(c, loop), 1) << "stiffness " << c.hand_stiffness << ", mass " << boundary;
  loop.mass = boundary / 1.03;
  EXPECT_GT(growth_of(c, loop), 1) << "stiffness " << c.hand_stiffness << ", mass " << boundary;
}

TEST(AdmittanceStability, a_held_wrench_meets_the_eigenvalues_from_soft_to_stiff_hands) {
  for (const double k : {10.0, 100.0, 500.0, 2000.0}) expect_boundary({.hand_stiffness = k});
}

TEST(AdmittanceStability, an_extrapolated_wrench_meets_the_eigenvalues_from_soft_to_stiff_hands) {
  for (const double k : {10.0, 100.0, 500.0, 2000.0})
    expect_boundary({.hand_stiffness = k, .hold = WrenchHold::extrapolated});
}

TEST(AdmittanceStability, a_parabola_meets_the_eigenvalues_from_soft_to_stiff_hands) {
  for (const double k : {10.0, 100.0, 500.0, 2000.0})
    expect_boundary({.hand_stiffness = k, .hold = WrenchHold::parabola_in_handle});
}

TEST(AdmittanceStability, wrenches_in_axes_of_the_handle_have_the_same_boundary_on_a_line) {
  expect_boundary({.hand_stiffness = 500, .hold = WrenchHold::handle_frame});
  expect_boundary({.hand_stiffness = 500, .hold = WrenchHold::extrapolated_in_handle});
}

TEST(AdmittanceStability, delays_and_the_end_effector_are_in_the_eigenvalues_too) {
  expect_boundary({.hand_stiffness = 500, .delay = 1});
  expect_boundary({.hand_stiffness = 500, .hold = WrenchHold::extrapolated, .delay = 2});
  expect_boundary({.hand_stiffness = 500, .end_effector = 0.1});
}

// With a soft hand its mass alone decides: (m + M_h) a(k) = M_h (1 - m/M) a(k-1), where M_h is the arm's.
TEST(AdmittanceStability, a_heavy_hand_allows_no_less_than_half_of_the_device_mass) {
  SampledAdmittance loop = loop_of({});
  loop.device_damping = 0;
  loop.hand_damping = 1;
  loop.hand_stiffness = 10;  // both so small that the masses decide
  loop.hand_mass = 2;
  const double m = loop.device_mass, arm = loop.hand_mass;
  loop.gains = tracking_gains(10);  // so slow that it takes no part
  EXPECT_NEAR(smallest_stable_mass(loop), m * arm / (m + 2 * arm), 0.02 * m);
}

}  // namespace
}  // namespace tangible
