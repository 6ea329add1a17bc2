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
    (void)governor.simulation.evaluate_outputs(governor.simulation.time(), governor.simulation.state());
    EXPECT_LT(governor.simulation.motion().rows().configuration_error(), 1e-12);
  }
}

// Where a row is zero, or next to nothing, at the first evaluation.
TEST(FlyballGovernor, may_begin_wherever_its_spindle_stands) {
  for (const double begin : {0.25, 0.5, 1.0, 0.4999999})
    for (const SimulationOptions& options : {SimulationOptions{}, fixed(Method::rk4, 1e-3)}) {
      MovingModel governor("models/flyball_governor/flyball_governor.yaml", {}, options);
      governor.simulation.state()[0] = begin * std::numbers::pi;
      governor.system_.start_q_kind[0] = StartKind::held;
      governor.start();
      EXPECT_EQ(governor.simulation.state()[0], begin * std::numbers::pi);
      ASSERT_EQ(describe(governor.simulation.run_to(10)), std::string("ok")) << begin;
      EXPECT_NEAR(std::cos(governor.simulation.state()[1]), 7 * 9.81 / (2 * 22 * 22 * 0.25), 1e-11) << begin;
      EXPECT_NEAR(governor.simulation.ledger().drift(), 0, 1e-8) << begin;
    }
}

// A smooth ladder leaves the wall where its head has come down by a third.
TEST(SlidingLadder, leaves_the_wall_at_two_thirds_of_its_height) {
  for (const SimulationOptions& options : {fine(), fixed(Method::rk4, 1e-3)}) {
    MovingModel model("models/sliding_ladder/sliding_ladder.yaml", {}, options);
    model.start();
    while (occurrences_of(model.simulation, Occurrence::Kind::opens).empty() && model.simulation.time() < 1) {
      ASSERT_EQ(describe(model.simulation.advance(1)), std::string("ok"));
      if (model.simulation.has_event()) {
        ASSERT_EQ(describe(model.simulation.resolve_instant()), std::string("ok"));
      }
    }
    const double q = model.simulation.state()[2];
    EXPECT_NEAR(std::sin(q), 2.0 / 3 * std::sin(std::numbers::pi / 3), 1e-9);
    // q'^2 = 3 g (sin q_0 - sin q)/l
    EXPECT_NEAR(model.simulation.state()[5], -std::sqrt(9.81 / 2 * std::sin(std::numbers::pi / 3)), 1e-9);
  }
}

// All legs alike: straight up and down, each with a sixth of the force that the acceleration requires.
TEST(StewartPlatform, rises_as_its_legs_say_and_they_share_its_weight) {
  const double reach = 1 + 0.25 - std::cos(0.5);  // squared
  for (const SimulationOptions& options : {fine(), fixed(Method::rk4, 1e-3)}) {
    MovingModel platform("models/stewart_platform/stewart_platform.yaml", {}, options);
    platform.start();
    for (const double t : {0.3, 1.0, 2.9}) {
      ASSERT_EQ(describe(platform.simulation.run_to(t)), std::string("ok"));
      const double length = 1.3 + 0.1 * std::sin(3 * t), rate = 0.3 * std::cos(3 * t), second = -0.9 * std::sin(3 * t);
      const double z = std::sqrt(length * length - reach), z_rate = length * rate / z;
      const double z_second = (rate * rate + length * second - z_rate * z_rate) / z;
      (void)platform.simulation.evaluate_outputs(t, platform.simulation.state());
      EXPECT_NEAR(platform.simulation.state()[2], z, 1e-12);
      EXPECT_NEAR(platform.simulation.state()[8], z_rate, 1e-11);
      for (const double force : platform.simulation.motion().forces())
        EXPECT_NEAR(force, 10 * (9.81 + z_second) / 6 * length / z, 1e-8);
    }
    EXPECT_NEAR(platform.simulation.ledger().drift(), 0, 1e-9);
  }
}

// Legs that differ: the platform turns and tilts, and what they feed is what it has.
TEST(StewartPlatform, turns_when_every_other_leg_lags) {
  std::vector<double> ends[2];
  for (const bool ticks : {false, true}) {
    MovingModel platform("models/stewart_platform/stewart_platform.yaml", {"twist=1"},
                         ticks ? fixed(Method::rk4, 1e-3) : fine());
    platform.start();
    ASSERT_EQ(describe(platform.simulation.run_to(2)), std::string("ok"));
    ends[ticks].assign(platform.simulation.state().begin(), platform.simulation.state().begin() + 12);
    EXPECT_GT(std::abs(platform.simulation.state()[5]), 0.05);
    EXPECT_NEAR(platform.simulation.ledger().drift(), 0, 1e-8);
  }
  for (std::size_t i = 0; i < 12; ++i) EXPECT_NEAR(ends[0][i], ends[1][i], 1e-11);
}

}  // namespace
}  // namespace tangible
