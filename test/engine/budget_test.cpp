// SPDX-License-Identifier: Apache-2.0
// Work per tick is bounded, counted in evaluations; what is left is carried on, and a lag is reported.
#include <gtest/gtest.h>

#include <cmath>
#include <tuple>

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

TEST(Budget, of_a_tick_that_is_divided_is_that_of_the_whole_tick) {
  SimulationOptions options = with_budget(60);
  options.parts_per_tick = 32;
  Simulation run(load("models/squeezer/squeezer.yaml"), options);
  long most = 0, before = run.loop().motion().evaluations();
  int most_parts = 0;
  for (int k = 0; k < 20; ++k) {
    ASSERT_EQ(run.tick(), SimulationStatus::ok) << run.explain();
    const long now = run.loop().motion().evaluations();
    most = std::max(most, now - before);
    most_parts = std::max(most_parts, run.max_parts());
    before = now;
  }
  EXPECT_GT(most_parts, 10);
  EXPECT_LE(most, 60 + 20);  // the last step begins while an evaluation is left
  EXPECT_GT(run.loop().counts().carried, 0);
}

TEST(Budget, ticks_end_at_multiples_of_the_step_wherever_the_run_was_advanced_to) {
  const Model cart = load("models/shopping_cart/cart_pushed.yaml");
  for (const auto& [budget, parts, method] : {std::tuple(0L, 1, Method::rk4), std::tuple(1000L, 1, Method::rk4),
                                              std::tuple(0L, 4, Method::rk4), std::tuple(0L, 1, Method::adaptive)}) {
    SimulationOptions options = with_budget(budget);
    options.parts_per_tick = parts;
    options.method = method;
    Simulation run(cart, options);
    ASSERT_EQ(run.tick(), SimulationStatus::ok);
    EXPECT_EQ(run.time(), 1e-3);
    for (const double to : {0.5, 0.6005}) {
      ASSERT_EQ(run.advance_to(to), SimulationStatus::ok);
      ASSERT_EQ(run.advance_to(0.2), SimulationStatus::ok);  // has passed: nothing happens
      const long steps = run.loop().counts().steps;
      ASSERT_EQ(run.tick(), SimulationStatus::ok);
      EXPECT_NEAR(run.time(), std::floor(to / 1e-3 + 1e-9) * 1e-3 + 1e-3, 1e-15);
      if (method == Method::rk4 && parts == 1) {
        EXPECT_EQ(run.loop().counts().steps, steps + 1);
      }
      EXPECT_EQ(run.lag(), 0);
    }
    EXPECT_THROW((void)run.advance_to(std::nan("")), BadInput);
  }
}

TEST(Budget, a_lag_is_never_negative_and_ends_only_where_time_is_made_up_or_given_up) {
  SimulationOptions options = with_budget(100);
  options.max_lag = 0;
  Simulation run(load_text(marks, "marks", {.set = {{"apart", "0.2 mm"}}}), options);
  for (int k = 1; k <= 50; ++k) {
    ASSERT_EQ(run.tick(), SimulationStatus::ok);
    EXPECT_GE(run.lag(), 0);
    EXPECT_LT(run.lag(), options.step * 1.0001);  // whole steps are given up
    EXPECT_NEAR(run.time() + run.lag() + run.given_up(), k * options.step, 1e-12);
  }
  ASSERT_GT(run.lag(), 0);
  const double lag = run.lag(), part = lag / 2;
  ASSERT_EQ(run.advance_to(run.time() + part), SimulationStatus::ok);
  EXPECT_NEAR(run.lag(), lag - part, 1e-12);
}

// A ball between two walls has a hundred impacts in a tick.
const char* const two_walls = R"yaml(
tangible: 1
parameters: {apart: 1 mm}
coordinates: {x: m}
points:
  P: {from: O, at: x*N.x}
particles:
  ball: {at: P, mass: 1 kg}
contacts:
  left:  {gap: x, restitution: 1}
  right: {gap: apart - x, restitution: 1}
initial: {x: 0.5 mm, x': 100 m/s}
)yaml";

TEST(Budget, that_is_spent_makes_impacts_plastic) {
  Simulation bounded(load_text(two_walls, "walls"), with_budget(200));
  long before = bounded.loop().motion().evaluations(), most = 0;
  for (int k = 0; k < 10; ++k) {
    ASSERT_EQ(bounded.tick(), SimulationStatus::ok) << bounded.explain();
    most = std::max(most, bounded.loop().motion().evaluations() - before);
    before = bounded.loop().motion().evaluations();
  }
  EXPECT_LE(most, 200 + 150);
  EXPECT_EQ(bounded.loop().counts().capped, 0);
  EXPECT_EQ(bounded.loop().state()[1], 0);  // the impact that exceeded the budget was plastic
  EXPECT_NEAR(bounded.energies().impacts, 0.5 * 100 * 100, 1e-6);
  EXPECT_NEAR(bounded.energies().drift(), 0, 1e-6);
}

}  // namespace
}  // namespace tangible
