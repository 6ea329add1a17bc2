// SPDX-License-Identifier: Apache-2.0
// Mechanisms in steady motion and bodies that leave their contacts, against formulas.
#include <numbers>

#include "simulation/inline_model.h"

namespace tangible {
namespace {

// Loops that turn, closed in directions that do not: of the rows of a loop two are used, and which ones must change.
TEST(FlyballGovernor, settles_where_gravity_and_spin_balance) {
  for (const SimulationOptions& options : {fine(), SimulationOptions{}, fixed(Method::rk4, 1e-3)}) {
    MovingModel governor("models/flyball_governor/flyball_governor.yaml", {}, options);
    governor.start();
    ASSERT_EQ(describe(governor.simulation.run_to(10)), std::string("ok")) << governor.simulation.fault();
    const double cosine = (2 + 5) * 9.81 / (2 * 22 * 22 * 0.25);
    EXPECT_NEAR(std::cos(governor.simulation.state()[1]), cosine, 1e-11);
    EXPECT_NEAR(governor.simulation.ledger().drift(), 0, 1e-8);
    (void)governor.simulation.look_at(governor.simulation.time(), governor.simulation.state());
    EXPECT_LT(governor.simulation.motion().configuration_error(), 1e-12);
  }
}

const char* const ladder =
    "parameters: {m: 3 kg, l: 2 m, g: 9.81 m/s^2}\n"
    "coordinates: {x: m, h: m, q: rad}\n"
    "frames:\n  B: {in: N, rotate: {z: -q}}\n"
    "points:\n"
    "  foot: {from: O, at: x*N.x + h*N.y}\n  C: {from: foot, at: -l/2*B.x}\n  head: {from: foot, at: -l*B.x}\n"
    "bodies:\n  rod: {frame: B, center: C, mass: m, inertia: {zz: m*l^2/12}}\n"
    "gravity: -g*N.y\n"
    "contacts:\n  floor: {gap: \"dot(p(foot), N.y)\"}\n  wall: {gap: \"dot(p(head), N.x)\"}\n"
    "initial: {x: 1 m, h: 0 m, q: 60 deg}\n";

// A smooth ladder leaves the wall where its head has come down by a third.
TEST(SlidingLadder, leaves_the_wall_at_two_thirds_of_its_height) {
  for (const SimulationOptions& options : {fine(), fixed(Method::rk4, 1e-3)}) {
    MovingModel model(model_file(ladder), {}, options);
    model.start();
    while (occurrences_of(model.simulation, Occurrence::Kind::opens).empty() && model.simulation.time() < 1) {
      ASSERT_EQ(describe(model.simulation.advance(1)), std::string("ok"));
      if (model.simulation.has_event()) {
        ASSERT_EQ(describe(model.simulation.settle()), std::string("ok"));
      }
    }
    const double q = model.simulation.state()[2];
    EXPECT_NEAR(std::sin(q), 2.0 / 3 * std::sin(std::numbers::pi / 3), 1e-9);
    // q'^2 = 3 g (sin q_0 - sin q)/l
    EXPECT_NEAR(model.simulation.state()[5], -std::sqrt(9.81 / 2 * std::sin(std::numbers::pi / 3)), 1e-9);
  }
}

}  // namespace
}  // namespace tangible
