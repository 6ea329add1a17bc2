// SPDX-License-Identifier: Apache-2.0
// Configuration constraints hold to rounding, whatever the size of the mechanism.
#include "simulation/inline_model.h"

namespace tangible {
namespace {

std::string bead(double r, double start) {
  return fmt::format(
      "parameters: {{r: {0} m, g: {1} m/s^2}}\n"
      "coordinates: {{x: m, h: m}}\n"
      "points:\n  P: {{from: O, at: x*N.x + h*N.y}}\n"
      "speeds: {{u1: x', u2: h'}}\n"
      "particles:\n  bead: {{at: P, mass: 1 kg}}\n"
      "gravity: -g*N.y\n"
      "constraints:\n  circle: {{configuration: x^2 + h^2 - r^2}}\n"
      "initial: {{x: {2} m, h: {{guess: {3} m}}}}\n",
      r, 9.81 * r, 0.6 * r, start * r);
}

// Of a circle of a micrometre, |p|^2 = r^2 to 1e-14 m^2 would leave one per cent of the radius.
TEST(Closure, is_as_good_on_a_micrometre_as_on_a_metre) {
  for (const double r : {1.0, 1e-3, 1e-6}) {
    MovingModel model(model_file(bead(r, -0.79)), {}, fixed(Method::rk4, 1e-3));
    model.start();
    EXPECT_NEAR(model.simulation.state()[1] / r, -0.8, 1e-7) << r;
    ASSERT_EQ(describe(model.simulation.run_to(2)), std::string("ok"));
    const double x = model.simulation.state()[0], y = model.simulation.state()[1];
    EXPECT_NEAR(std::hypot(x, y) / r, 1, 1e-14 / r + 1e-15) << r;
  }
}

// A spatial four-bar: a loop through a ball joint, whose Euler parameters are normalised on the way.
TEST(Assembly, what_is_held_stays_also_beside_euler_parameters) {
  MovingModel model(
      model_file("parameters: {m: 1 kg, g: 9.81 m/s^2}\n"
                 "bodies:\n"
                 "  crank: {parent: ground, joint: revolute, axis: z, coordinate: q1, mass: m, center: [0.1, 0, 0], "
                 "inertia: {zz: 0.01 kg*m^2}, points: {pin: [0.2, 0, 0]}}\n"
                 "  rocker: {parent: ground, joint: revolute, axis: x, at: [0.6, 0.3, 0.1], coordinate: q2, mass: m, "
                 "center: [0, 0.2, 0], inertia: {xx: 0.02 kg*m^2}, points: {pin: [0, 0.4, 0]}}\n"
                 "  coupler: {parent: crank, joint: ball, coordinates: [e0, e1, e2, e3], at: [0.2, 0, 0], mass: m, "
                 "center: [0.3, 0, 0], inertia: {xx: 0.001 kg*m^2, yy: 0.03 kg*m^2, zz: 0.03 kg*m^2}, "
                 "points: {end: [0.7, 0, 0]}}\n"
                 "gravity: -g*N.z\n"
                 "constraints:\n  close: {loop: [rocker.pin, coupler.end], along: [N.x, N.y, N.z]}\n"
                 "initial: {q1: {hold: 1 rad}}\n"),
      {}, fixed(Method::rk4, 1e-3));
  model.start();
  EXPECT_NEAR(model.simulation.state()[0], 1, 1e-13);
  const auto e = model.simulation.state().subspan(2, 4);
  EXPECT_NEAR(e[0] * e[0] + e[1] * e[1] + e[2] * e[2] + e[3] * e[3], 1, 1e-14);
  (void)model.simulation.evaluate_outputs(0, model.simulation.state());
  EXPECT_LT(model.simulation.motion().rows().configuration_error(), 1e-13);
  ASSERT_EQ(describe(model.simulation.run_to(2)), std::string("ok"));
  EXPECT_NEAR(model.simulation.ledger().drift(), 0, 1e-8);
}

// The motion of a mechanism and its enlargement are the same, to the tolerance of the step.
TEST(Closure, the_enlarged_mechanism_moves_alike) {
  std::vector<double> places;
  for (const double r : {1.0, 1e-3}) {
    MovingModel model(model_file(bead(r, -0.8)), {}, fixed(Method::rk4, 1e-3));
    model.start();
    ASSERT_EQ(describe(model.simulation.run_to(2)), std::string("ok"));
    places.push_back(model.simulation.state()[0] / r);
  }
  EXPECT_NEAR(places[0], places[1], 1e-10);
}

// Two bars of 0.3 m cannot reach 1 m along x.
TEST(Assembly, that_fails_names_the_row_that_is_farthest_from_holding) {
  MovingModel bars(
      model_file("coordinates: {q1: rad, q2: rad}\n"
                 "frames: {A: {in: N, rotate: {z: q1}}, B: {in: N, rotate: {z: q2}}}\n"
                 "points: {P: {from: O, at: 0.3*A.x}, Q: {from: P, at: 0.3*B.x}, W: {from: O, at: 1 m*N.x}}\n"
                 "particles: {a: {at: P, mass: 1 kg}, b: {at: Q, mass: 1 kg}}\n"
                 "constraints: {close: {loop: [Q, W], along: {x: N.x, y: N.y}}}\n"
                 "initial: {q1: {guess: 0.3}, q2: {guess: -0.3}}\n"),
      {}, fine());
  EXPECT_EQ(bars.simulation.start(), SimulationStatus::cannot_assemble);
  EXPECT_EQ(bars.simulation.fault(), "close.x");
}

}  // namespace
}  // namespace tangible
