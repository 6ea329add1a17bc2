// SPDX-License-Identifier: Apache-2.0
// Ticks that are divided where the energy books of the model ask for it.
#include "engine/tick_division.h"

#include <gtest/gtest.h>

#include "haptics/held_model.h"

namespace tangible {
namespace {

SimulationOptions a_kilohertz(int parts) {
  SimulationOptions o;
  o.method = Method::rk4;
  o.step = 1e-3;
  o.parts_per_tick = parts;
  return o;
}

// The crank passes a quarter of a turn in a tick at the end. Truth: IVP test set, PSIDE with a tolerance of 1e-14.
TEST(TickDivision, lets_the_squeezer_run_in_ticks_that_are_too_long_for_it) {
  Simulation whole(load("models/squeezer/squeezer.yaml"), a_kilohertz(1));
  Simulation divided(load("models/squeezer/squeezer.yaml"), a_kilohertz(32));
  for (int k = 0; k < 30; ++k) {
    (void)whole.tick();
    ASSERT_EQ(divided.tick(), SimulationStatus::ok);
  }
  EXPECT_NEAR(divided.time(), 0.03, 1e-15);
  EXPECT_NEAR(divided.value("beta"), 15.81077119629904, 1e-3);
  EXPECT_GT(std::abs(whole.value("beta") - 15.81077119629904), 0.1);
  EXPECT_LT(std::abs(divided.energies().drift()), 1e-4 * divided.energies().moved());
  EXPECT_GT(divided.max_parts(), 4);
}

// With the same hand: to the last bit, since the clock has no part in it.
TEST(TickDivision, is_the_same_in_every_run) {
  double ends[2];
  for (double& end : ends) {
    Simulation run(load("models/squeezer/squeezer.yaml"), a_kilohertz(32));
    for (int k = 0; k < 100; ++k) ASSERT_EQ(run.tick(), SimulationStatus::ok);
    end = run.value("beta");
  }
  EXPECT_EQ(ends[0], ends[1]);
}

TEST(TickDivision, leaves_the_ticks_of_slow_models_whole) {
  for (const char* path : {"models/shopping_cart/shopping_cart.yaml", "models/pendulum/pendulum.yaml",
                           "models/four_bar/four_bar.yaml", "models/free_rigid_body/free_rigid_body.yaml"}) {
    Simulation whole(load(path), a_kilohertz(1)), divided(load(path), a_kilohertz(32));
    for (int k = 0; k < 1000; ++k) {
      ASSERT_EQ(whole.tick(), SimulationStatus::ok);
      ASSERT_EQ(divided.tick(), SimulationStatus::ok);
    }
    EXPECT_EQ(divided.max_parts(), 1) << path;
    const std::string first = divided.model().description().coordinates.front().name;
    EXPECT_EQ(divided.value(first), whole.value(first)) << path;
  }
}

// Errors of the order four: sixteen times too large asks for two parts, a thousand times for six.
TEST(TickDivision, grows_with_the_error_and_shrinks_after_a_while) {
  TickDivision division(32, 4);
  Ledger l;
  division.begin(l);
  l.kinetic = 1, l.inputs = 1;
  division.observe(l);
  EXPECT_EQ(division.parts(), 1);
  l.kinetic += 15.9e-6;
  division.observe(l);
  EXPECT_EQ(division.parts(), 2);
  l.kinetic += 1000e-6;
  division.observe(l);
  EXPECT_EQ(division.parts(), 12);
  for (int k = 0; k < 63; ++k) division.observe(l);
  EXPECT_EQ(division.parts(), 12);
  division.observe(l);
  EXPECT_EQ(division.parts(), 6);
  for (int k = 0; k < 64 * 4; ++k) division.observe(l);
  EXPECT_EQ(division.parts(), 1);
  EXPECT_EQ(division.max_parts(), 12);
}

}  // namespace
}  // namespace tangible
