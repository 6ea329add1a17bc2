// SPDX-License-Identifier: Apache-2.0
// Motions that begin where branches meet, or close to it: rates that follow one branch decide, and nothing else does.
#include <numbers>

#include "simulation/inline_model.h"

namespace tangible {
namespace {

using std::numbers::pi;

// Two cranks of 0.1 m and a coupler of 0.3 m. Flat, cranks may go on parallel or turn against each other.
std::string flat_parallelogram(const std::string& initial, const std::string& more = "") {
  return "bodies:\n"
         "  a: {parent: ground, joint: revolute, axis: z, coordinate: q1, mass: 0.2 kg, center: [0.05, 0, 0],"
         " inertia: {zz: 0.001}}\n"
         "  c: {parent: a, joint: revolute, axis: z, coordinate: q2, at: [0.1, 0, 0], mass: 0.6 kg,"
         " center: [0.15, 0, 0], inertia: {zz: 0.005}, points: {tip: [0.3, 0, 0]}}\n"
         "  d: {parent: ground, joint: revolute, axis: z, coordinate: q3, at: [0.3, 0, 0], mass: 0.2 kg,"
         " center: [0.05, 0, 0], inertia: {zz: 0.001}, points: {tip: [0.1, 0, 0]}}\n" +
         more +
         "constraints:\n  pin: {loop: [c.tip, d.tip], along: {x: N.x, y: N.y}}\n"
         "initial: {" +
         initial + "}\n";
}

SimulationOptions usual() {
  SimulationOptions options = fine();
  options.tolerance = 1e-10;
  return options;
}

// Without gravity cranks that go on parallel turn evenly, twelve times through the flat position. Rows that are first
// seen close to it are short there, and must not be measured by that when they come back to it.
TEST(Parallelogram, that_begins_flat_or_almost_turns_evenly_through_the_flat_position) {
  for (const double start : {0.0, 1e-6, 1e-4, 1e-3, 1e-2}) {
    const std::string q = fmt::format("{:.17g}", start);
    const std::string path =
        model_file(flat_parallelogram("q1: {hold: " + q + " rad}, q2: {hold: -" + q + " rad}, q3: {hold: " + q +
                                      " rad}, q1': 10 rad/s, q2': -10 rad/s, q3': 10 rad/s"));
    for (const SimulationOptions& options : {usual(), fixed(Method::rk4, 1e-3)}) {
      MovingModel model(path, {}, options);
      model.start();
      ASSERT_EQ(describe(model.simulation.run_to(4)), std::string("ok")) << start << " " << model.simulation.time();
      const std::span<const double> y = model.simulation.state();
      EXPECT_NEAR(y[0], start + 40, 1e-6) << start;
      EXPECT_NEAR(y[2], start + 40, 1e-6) << start;
      EXPECT_NEAR(y[3], 10, 1e-6) << start;
      EXPECT_NEAR(y[5], 10, 1e-6) << start;
    }
  }
}

TEST(Parallelogram, that_is_let_go_flat_could_go_two_ways_and_is_refused) {
  const auto status = [](const std::string& initial, const std::string& gravity) {
    MovingModel model(model_file(flat_parallelogram(initial, gravity)), {}, usual());
    const SimulationStatus started = model.simulation.start();
    EXPECT_EQ(model.simulation.fault_row() != absent, started == SimulationStatus::branches_meet);
    return std::string(describe(started));
  };
  const std::string refused = describe(SimulationStatus::branches_meet);
  EXPECT_EQ(status("q1: 0", "gravity: -9.81*N.y\n"), refused);
  // Rates that the rows allow to first order and not to second order.
  EXPECT_EQ(status("q1: 0, q1': 10 rad/s", ""), refused);
  // At rest without forces it stays; along a branch it goes; and away from the flat position nothing is to be decided.
  EXPECT_EQ(status("q1: 0", ""), "ok");
  EXPECT_EQ(status("q1: 0, q1': 10 rad/s, q2': -10 rad/s, q3': 10 rad/s", "gravity: -9.81*N.y\n"), "ok");
  EXPECT_EQ(status("q1: {hold: 0.3}, q2: {guess: -0.3}, q3: {guess: 0.3}", "gravity: -9.81*N.y\n"), "ok");
}

// A crank and a rod of the same length, folded: the slider may go on, or the two turn as one about the crank's pin.
// With one freedom q and kinetic energy I(q) q'^2/2 the motion is dq/dt = q'(0) sqrt(I(pi/2)/I(q)).
TEST(FoldedSliderCrank, goes_on_along_the_branch_that_its_rates_follow) {
  const auto text = [](const std::string& rates) {
    return "bodies:\n"
           "  crank: {parent: ground, joint: revolute, axis: z, coordinate: q1, mass: 0.2 kg, center: [0.05, 0, 0],"
           " inertia: {zz: 0.001}}\n"
           "  rod: {parent: crank, joint: revolute, axis: z, coordinate: q2, at: [0.1, 0, 0], mass: 0.6 kg,"
           " center: [0.05, 0, 0], inertia: {zz: 0.005}, points: {tip: [0.1, 0, 0]}}\n"
           "  piston: {parent: ground, joint: prismatic, axis: x, coordinate: s, mass: 0.3 kg}\n"
           "constraints:\n  pin: {loop: [rod.tip, piston.o], along: {x: N.x, y: N.y}}\n"
           "initial: {q1: 90 deg, q2: -180 deg, s: 0 m, " +
           rates + "}\n";
  };
  const auto inertia = [](double q) {
    const double s = 0.1 * std::sin(q), c = 0.1 * std::cos(q);
    return 0.001 + 0.2 * 0.05 * 0.05 + 0.005 + 0.6 * (0.5625 * 4 * s * s + 0.25 * c * c) + 0.3 * 4 * s * s;
  };
  const auto rate = [&](double q) { return 10 * std::sqrt(inertia(pi / 2) / inertia(q)); };
  double q = pi / 2;
  constexpr int points = 2000;
  for (int i = 0; i < points; ++i) {
    const double h = 0.1 / points, k1 = rate(q), k2 = rate(q + h / 2 * k1), k3 = rate(q + h / 2 * k2),
                 k4 = rate(q + h * k3);
    q += h / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
  }
  for (const SimulationOptions& options : {usual(), fixed(Method::rk4, 1e-3)}) {
    MovingModel slides(model_file(text("q1': 10 rad/s, q2': -20 rad/s, s': -2 m/s")), {}, options);
    slides.start();
    ASSERT_EQ(describe(slides.simulation.run_to(0.1)), std::string("ok"));
    EXPECT_NEAR(slides.simulation.state()[0], q, 1e-7);
    EXPECT_NEAR(slides.simulation.state()[2], 0.2 * std::cos(q), 1e-7);
    MovingModel turns(model_file(text("q1': 10 rad/s, q2': 0 rad/s, s': 0 m/s")), {}, options);
    turns.start();
    ASSERT_EQ(describe(turns.simulation.run_to(0.1)), std::string("ok"));
    EXPECT_NEAR(turns.simulation.state()[0], pi / 2 + 1, 1e-9);
    EXPECT_NEAR(turns.simulation.state()[2], 0, 1e-9);
  }
}

}  // namespace
}  // namespace tangible
