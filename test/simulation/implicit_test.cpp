// SPDX-License-Identifier: Apache-2.0
// The implicit method: stable where explicit ones are not, of order 2, exact in its derivatives, closed in its loops.
#include "simulation/inline_model.h"

namespace tangible {
namespace {

struct Implicit {
  Implicit(const std::string& path, double step, const std::vector<std::string>& set = {})
      : model(formulate_current({path, set})),
        system(lower_to_system(*model.mechanism, model.equations, {.derivatives = true})),
        simulation(system, fixed(Method::implicit, step)) {}
  CurrentFormulation model;
  System system;
  SimulationLoop simulation;
};

// A pendulum whose rod is a spring of 1e8 N/m with a damper: the rod would swing at 10^4 rad/s.
const char* const stiff_pendulum =
    "parameters: {m: 1 kg, k: 1e8 N/m, c: 1e3 N*s/m, g: 9.81 m/s^2}\n"
    "coordinates: {x: m, h: m}\n"
    "points:\n  P: {from: O, at: x*N.x + h*N.y}\n"
    "speeds: {u1: x', u2: h'}\n"
    "particles:\n  bob: {at: P, mass: m}\n"
    "gravity: -g*N.y\n"
    "loads:\n  rod: {spring: k, damper: c, length: 1 m, between: [O, P]}\n"
    "initial: {x: 1 m}\n";

TEST(ImplicitSteps, are_stable_far_beyond_what_explicit_ones_bear) {
  const std::string path = model_file(stiff_pendulum);
  MovingModel explicit_one(path, {}, fixed(Method::rk4, 1e-2));
  explicit_one.start();
  const SimulationStatus burst = explicit_one.simulation.run_to(2);
  EXPECT_TRUE(burst != SimulationStatus::ok || std::abs(explicit_one.simulation.state()[0]) > 10);
  Implicit stiff(path, 1e-2);  // a hundred times the period of the spring over 2 pi
  ASSERT_EQ(stiff.simulation.start(), SimulationStatus::ok);
  ASSERT_EQ(stiff.simulation.run_to(2), SimulationStatus::ok);
  const double radius = std::hypot(stiff.simulation.state()[0], stiff.simulation.state()[1]);
  EXPECT_NEAR(radius, 1, 1e-5);  // the weight stretches it by 1e-7, three times as much at the bottom
}

// Two methods: the state of the stiff pendulum, by small explicit steps.
TEST(ImplicitSteps, follow_the_slow_motion_of_a_stiff_system) {
  const std::string path = model_file(stiff_pendulum);
  MovingModel reference(path, {}, fine());
  reference.start();
  ASSERT_EQ(reference.simulation.run_to(0.5), SimulationStatus::ok);
  Implicit stiff(path, 1e-3);
  ASSERT_EQ(stiff.simulation.start(), SimulationStatus::ok);
  ASSERT_EQ(stiff.simulation.run_to(0.5), SimulationStatus::ok);
  EXPECT_NEAR(stiff.simulation.state()[0], reference.simulation.state()[0], 1e-4);
  EXPECT_NEAR(stiff.simulation.state()[1], reference.simulation.state()[1], 1e-4);
}

double observed_order(const std::string& path, double step, double until) {
  MovingModel reference(path, {}, fine());
  reference.start();
  EXPECT_EQ(reference.simulation.run_to(until), SimulationStatus::ok);
  const auto error = [&](double h) {
    Implicit model(path, h);
    EXPECT_EQ(model.simulation.start(), SimulationStatus::ok);
    EXPECT_EQ(model.simulation.run_to(until), SimulationStatus::ok);
    return std::abs(model.simulation.state()[0] - reference.simulation.state()[0]);
  };
  return std::log2(error(step) / error(step / 2));
}

TEST(ImplicitSteps, have_order_two_with_and_without_embedded_constraints) {
  EXPECT_NEAR(observed_order("models/double_pendulum/double_pendulum.yaml", 1e-3, 0.5), 2, 0.2);
  EXPECT_NEAR(observed_order("models/four_bar/four_bar.yaml", 1e-3, 0.5), 2, 0.2);
  EXPECT_NEAR(observed_order("models/four_bar/four_bar_absolute.yaml", 1e-3, 0.5), 2, 0.2);
}

// Loops with more rows than freedoms to take away: rows follow from others where the loop is closed, and seem to
// contradict them beside it, where stages and derivatives of a step are evaluated.
TEST(ImplicitSteps, have_order_two_with_rows_redundant_only_where_loops_are_closed) {
  EXPECT_NEAR(observed_order("models/bricard/bricard.yaml", 1e-2, 1), 2, 0.2);
  EXPECT_NEAR(observed_order("models/double_parallelogram/double_parallelogram.yaml", 1e-2, 1), 2, 0.2);
}

// The arms of a governor are two partly redundant loops; the first coordinate is driven and exact, so the height of the
// sleeve is compared.
TEST(ImplicitSteps, hold_the_governor_up) {
  const std::string path = "models/flyball_governor/flyball_governor.yaml";
  MovingModel reference(path, {}, fine());
  reference.start();
  ASSERT_EQ(reference.simulation.run_to(1), SimulationStatus::ok);
  const auto error = [&](double h) {
    Implicit model(path, h);
    EXPECT_EQ(model.simulation.start(), SimulationStatus::ok);
    EXPECT_EQ(model.simulation.run_to(1), SimulationStatus::ok);
    EXPECT_LT(model.simulation.motion().rows().configuration_error(), 1e-12);
    return std::abs(model.simulation.state()[5] - reference.simulation.state()[5]);
  };
  EXPECT_NEAR(std::log2(error(2e-3) / error(1e-3)), 2, 0.3);
}

// Dry friction as a force, and a force that jumps with the place. The motion passes four jumps.
TEST(ImplicitSteps, have_order_two_through_jumps_of_a_force) {
  const auto jumping = [](const std::string& force) {
    return "coordinates: {x: m}\n"
           "points:\n  P: {from: O, at: x*N.x}\n"
           "speeds: {u: x'}\n"
           "particles: {p: {at: P, mass: 1 kg}}\n"
           "loads:\n  s: {spring: 20 N/m, length: 0, between: [O, P]}\n"
           "  d: {force: \"" +
           force + "*N.x\", at: P}\ninitial: {x: 1 m, u: -0.5 m/s}\n";
  };
  EXPECT_NEAR(observed_order(model_file(jumping("-2 N*sign(u)")), 2e-2, 3), 2, 0.3);
  EXPECT_NEAR(observed_order(model_file(jumping("-2 N*select(u > 0, 1, -1)")), 2e-2, 3), 2, 0.3);
  EXPECT_NEAR(observed_order(model_file(jumping("-2 N*sign(x)")), 2e-2, 3), 2, 0.3);
}

// A puck on a plate that moves in circles: the direction of slip turns ever faster until the puck sticks.
TEST(ImplicitSteps, follow_slip_in_the_plane_to_its_end) {
  const std::string path = model_file(
      "coordinates: {x: m, s: m, z: m}\n"
      "points:\n  P: {from: O, at: x*N.x + s*N.y + z*N.z}\n"
      "  Q: {from: O, at: \"0.05 m*sin(7 rad/s*t)*N.x + 0.05 m*cos(7 rad/s*t)*N.y\"}\n"
      "speeds: {ux: x', us: s', uz: z'}\n"
      "particles: {puck: {at: P, mass: 1 kg}}\n"
      "gravity: -9.81 m/s^2*N.z\n"
      "loads:\n  k: {spring: 20 N/m, length: 0, between: [O, P]}\n"
      "contacts:\n  plate: {gap: z, at: P, normal: N.z, tangents: [N.x, N.y], friction: 0.9, against: Q}\n"
      "initial: {x: 0.1 m, us: 1 m/s}\n");
  MovingModel reference(path, {}, fine());
  reference.start();
  ASSERT_EQ(reference.simulation.run_to(1), SimulationStatus::ok);
  Implicit model(path, 1e-3);
  ASSERT_EQ(model.simulation.start(), SimulationStatus::ok);
  ASSERT_EQ(model.simulation.run_to(1), SimulationStatus::ok);
  const auto expected = occurrences_of(reference.simulation, Occurrence::Kind::sticks);
  const auto found = occurrences_of(model.simulation, Occurrence::Kind::sticks);
  ASSERT_EQ(expected.size(), 1u);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_NEAR(found[0].t, expected[0].t, 1e-6);
  EXPECT_NEAR(model.simulation.state()[0], reference.simulation.state()[0], 1e-6);
}

// v |v| has no derivative where v is zero, though the motion goes on there.
TEST(ImplicitSteps, begin_at_rest_under_a_drag_that_grows_with_the_square) {
  const std::string path = model_file(
      "coordinates: {x: m, s: m}\n"
      "points:\n  P: {from: O, at: x*N.x + s*N.y}\n"
      "speeds: {u1: x', u2: s'}\n"
      "particles: {p: {at: P, mass: 1 kg}}\n"
      "loads:\n  k: {spring: 20 N/m, length: 0, between: [O, P]}\n"
      "  drag: {force: \"-3 kg/m*mag(v(P))^2*unit(v(P))\", at: P}\n"
      "initial: {x: 0.3 m, s: 0.1 m}\n");
  EXPECT_NEAR(observed_order(path, 1e-2, 1), 2, 0.3);
}

TEST(ImplicitSteps, keep_loops_closed) {
  Implicit model("models/four_bar/four_bar_absolute.yaml", 1e-3);
  ASSERT_EQ(model.simulation.start(), SimulationStatus::ok);
  for (int k = 1; k <= 100; ++k) {
    ASSERT_EQ(model.simulation.run_to(0.01 * k), SimulationStatus::ok);
    (void)model.simulation.evaluate_outputs(model.simulation.time(), model.simulation.state());
    EXPECT_LT(model.simulation.motion().rows().configuration_error(), 1e-12);
  }
}

// d y' / d y by the program against differences of evaluations, under embedded rows.
TEST(Linearization, agrees_with_difference_quotients) {
  for (const char* path : {"models/four_bar/four_bar_absolute.yaml", "models/shopping_cart/cart_pushed.yaml",
                           "models/double_pendulum/double_pendulum.yaml", "models/free_rigid_body/free_rigid_body.yaml",
                           "models/block_on_belt/block_on_belt.yaml"}) {
    Implicit model(path, 1e-3);
    ASSERT_EQ(model.simulation.start(), SimulationStatus::ok) << path;
    ASSERT_EQ(model.simulation.run_to(0.1), SimulationStatus::ok) << path;
    SystemMotion& motion = model.simulation.motion();
    std::vector<double> y(model.simulation.state().begin(), model.simulation.state().end());
    const double t = model.simulation.time();
    Linearization linear(model.system);
    std::vector<double> exact(linear.columns() - 1), above(motion.size()), below(motion.size());
    for (std::size_t j = 1; j < linear.columns(); ++j) {
      (void)motion.evaluate(t, y);
      linear.evaluate(t, y, motion);
      ASSERT_EQ(linear.differentiate_rate(j, motion, exact), DynamicsStatus::ok);
      const double h = 1e-5;
      std::vector<double> moved = y;
      moved[j - 1] += h;
      (void)motion.evaluate(t, moved, above);
      moved[j - 1] -= 2 * h;
      (void)motion.evaluate(t, moved, below);
      for (std::size_t i = 0; i < exact.size(); ++i) {
        const double quotient = (above[i] - below[i]) / (2 * h);
        EXPECT_NEAR(exact[i], quotient, 1e-5 * (1 + std::abs(quotient))) << path << " " << i << " by " << j;
      }
    }
  }
}

}  // namespace
}  // namespace tangible
