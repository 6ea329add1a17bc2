// SPDX-License-Identifier: Apache-2.0
// Work per tick is bounded, counted in evaluations; what is left is carried on, and a lag is reported.
#include <gtest/gtest.h>

#include "engine/simulation.h"

namespace tangible {
namespace {

// A bead passes marks, each of which sets the next one: as many events in a tick of 1 ms as there are marks in 0.1 m.
const char* const marks = R"yaml(
tangible: 1
parameters: {apart: 1 mm}
discrete: {next: 0.00001 m, count: 0}
coordinates: {x: m}
points:
  P: {from: O, at: x*N.x}
particles:
  bead: {at: P, mass: 1 kg}
events:
  mark: {when: rises(x - next), do: [{set: {next: next + apart, count: count + 1}}]}
initial: {x: 0 m, x': 100 m/s}
)yaml";

SimulationOptions with_budget(long evaluations) {
  SimulationOptions options;
  options.method = Method::rk4;
  options.evaluations_per_tick = evaluations;
  options.max_lag = 0.01;
  return options;
}

TEST(Budget, of_a_tick_is_kept_by_a_model_with_hundreds_of_events) {
  Simulation run(load_text(marks, "marks", {.set = {{"apart", "0.2 mm"}}}), with_budget(200));
  long most = 0, before = run.loop().motion().evaluations();
  for (int k = 0; k < 200; ++k) {
    ASSERT_EQ(run.tick(), SimulationStatus::ok);
    const long now = run.loop().motion().evaluations();
    most = std::max(most, now - before);
    before = now;
    EXPECT_LE(run.lag(), 0.0101);
  }
  // One step with its event may begin while a single evaluation is left.
  EXPECT_LE(most, 200 + 150);
  EXPECT_GT(run.loop().counts().carried, 0);
  EXPECT_GT(run.given_up(), 0);
  EXPECT_NEAR(run.time() + run.lag() + run.given_up(), 0.2, 1e-9);
}

TEST(Budget, that_is_enough_changes_no_bit) {
  const Model model = load("models/shopping_cart/cart_pushed.yaml");
  Simulation free(model, with_budget(0)), bounded(model, with_budget(100'000));
  for (int k = 0; k < 3000; ++k) {
    ASSERT_EQ(free.tick(), SimulationStatus::ok);
    ASSERT_EQ(bounded.tick(), SimulationStatus::ok);
  }
  EXPECT_TRUE(std::ranges::equal(free.loop().state(), bounded.loop().state()));
  EXPECT_EQ(bounded.lag(), 0);
  EXPECT_EQ(bounded.given_up(), 0);
}

TEST(Budget, what_is_left_of_a_tick_is_done_in_the_next) {
  Simulation run(load_text(marks, "marks", {.set = {{"apart", "10 mm"}}}), with_budget(60));
  double largest = 0;
  for (int k = 0; k < 20; ++k) {
    ASSERT_EQ(run.tick(), SimulationStatus::ok);
    largest = std::max(largest, run.lag());
  }
  EXPECT_GT(largest, 0);
  ASSERT_EQ(run.advance_to(0.02), SimulationStatus::ok);  // without a bound it is where it should be
  EXPECT_NEAR(run.value("x"), 100 * 0.02, 1e-9);
}

}  // namespace
}  // namespace tangible
