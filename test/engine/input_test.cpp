// SPDX-License-Identifier: Apache-2.0
// Inputs that are given with their rates.
#include <gtest/gtest.h>

#include "engine/prepared_start.h"

namespace tangible {
namespace {

const char* const pushed_bead = R"yaml(
tangible: 1
inputs: {F: N, G: N}
coordinates: {x: m}
points:
  P: {from: O, at: x*N.x}
particles:
  bead: {at: P, mass: 2 kg}
loads:
  push: {force: (F + G)*N.x, at: P}
events:
  far: {when: rises(x - 1e3*1 m), do: [{set: {G: 0}}]}
)yaml";

TEST(InputRate, makes_a_force_grow_inside_the_stages_of_a_step) {
  // x''' = rate / m: a polynomial of third degree, which RK4 follows exactly in one step. A held force would not.
  Simulation run(load_text(pushed_bead, "bead"), {.method = Method::rk4, .step = 0.5});
  run.set_input("F", 3, 4);
  ASSERT_EQ(run.tick(), SimulationStatus::ok);
  EXPECT_NEAR(run.value("x"), 3.0 / 2 * 0.25 / 2 + 4.0 / 2 * 0.125 / 6, 1e-14);
  EXPECT_NEAR(run.value("F"), 5, 1e-14);
  EXPECT_NEAR(run.energies().drift(), 0, 1e-13);
  run.set_input("F", 0);
  const double speed = run.loop().state()[1];
  ASSERT_EQ(run.tick(), SimulationStatus::ok);
  EXPECT_EQ(run.loop().state()[1], speed);
  EXPECT_EQ(run.value("F"), 0);
}

TEST(InputRate, ends_with_a_reset_and_is_kept_by_a_run_that_is_moved) {
  Simulation first(load_text(pushed_bead, "bead"), {.method = Method::rk4, .step = 0.5});
  first.set_input("F", 0, 4);
  Simulation run = std::move(first);
  ASSERT_EQ(run.tick(), SimulationStatus::ok);
  EXPECT_NEAR(run.value("F"), 2, 1e-14);
  run.reset();
  ASSERT_EQ(run.tick(), SimulationStatus::ok);
  EXPECT_EQ(run.value("F"), 0);
  EXPECT_EQ(run.value("x"), 0);
}

TEST(InputRate, leaves_inputs_that_follow_a_table_to_the_table) {
  Simulation run(load_text(pushed_bead, "bead"), {.method = Method::rk4, .step = 0.25});
  drive_by_table(run, {{"F"}, {{0, 0}, {2, 8}}, "table"});
  run.set_input("G", 1);
  ASSERT_EQ(run.advance_to(0.5), SimulationStatus::ok);
  EXPECT_NEAR(run.value("F"), 2, 1e-14);
  run.set_input("F", 0, 1);  // the rate comes after the table
  ASSERT_EQ(run.advance_to(1), SimulationStatus::ok);
  EXPECT_NEAR(run.value("F"), 0.5, 1e-14);
  EXPECT_EQ(run.value("G"), 1);
  run.set_input("F", 0);
  ASSERT_EQ(run.advance_to(1.5), SimulationStatus::ok);
  EXPECT_NEAR(run.value("F"), 6, 1e-14);
}

TEST(InputRate, moves_the_force_with_every_method) {
  for (const Method method :
       {Method::semi_implicit_euler, Method::rk2, Method::rk4, Method::implicit, Method::adaptive}) {
    Simulation run(load_text(pushed_bead, "bead"), {.method = method, .step = 1e-3});
    run.set_input("F", 3, 4);
    ASSERT_EQ(run.advance_to(1), SimulationStatus::ok);
    // First-order methods are off by half a step of the acceleration, which is 3.5 / 2 on average.
    EXPECT_NEAR(run.value("x"), 3.0 / 4 + 4.0 / 12, method == Method::semi_implicit_euler ? 2e-3 : 1e-6)
        << name_of(method);
    EXPECT_NEAR(run.value("F"), 7, 1e-12);
  }
}

TEST(InputRate, of_an_input_that_an_event_sets_is_refused) {
  Simulation run(load_text(pushed_bead, "bead"));
  EXPECT_THROW(run.set_input("G", 0, 1), BadInput);
  EXPECT_NO_THROW(run.set_input("G", 1));
}

}  // namespace
}  // namespace tangible
