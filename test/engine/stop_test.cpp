// SPDX-License-Identifier: Apache-2.0
// A run that has stopped shows the state that it kept, and names what stopped it, also what came from outside.
#include <gtest/gtest.h>

#include <cmath>

#include "engine/simulation.h"

namespace tangible {
namespace {

// A bob on a cart. The force is not a number from 0.5003 s on: a step finds that out ahead of the state that is kept.
const char* const bob_on_cart = R"yaml(
tangible: 1
parameters: {m: 1 kg}
coordinates: {q: rad, x: m}
frames:
  A: {in: N, rotate: {z: q}}
points:
  C: {from: O, at: x*N.x}
  P: {from: C, at: -1 m*A.y}
speeds: {u: q', v: x'}
particles:
  bob: {at: P, mass: m}
  cart: {at: C, mass: 5 kg}
loads:
  push: {force: sqrt(1 - t/(0.5003 s))*1 N*N.x, at: C}
gravity: -9.81*N.y
handles:
  grip: {at: P, frame: A}
initial: {q: 0.5 rad, u: 3 rad/s}
)yaml";

TEST(Stop, leaves_ports_and_mobility_at_the_state_that_was_kept) {
  const Model model = load_text(bob_on_cart);
  for (const Method method :
       {Method::semi_implicit_euler, Method::rk2, Method::rk4, Method::implicit, Method::adaptive}) {
    Simulation run(model, {.method = method, .step = 1e-2});
    const Port& grip = run.port("grip");
    ASSERT_EQ(run.advance_to(1), SimulationStatus::not_finite) << name_of(method);
    const double q = run.value("q"), x = run.value("x"), u = run.value("u"), v = run.value("v");
    EXPECT_NEAR(grip.pose().position.x, x + std::sin(q), 1e-14) << name_of(method);
    EXPECT_NEAR(grip.velocity().linear.x, v + u * std::cos(q), 1e-13) << name_of(method);
    std::array<double, 36> mobility{};
    ASSERT_EQ(run.mobility(grip, mobility), SimulationStatus::ok);
    // Masses m = 1 kg and M = 5 kg, rod 1 m: M_qq = m, M_qx = m cos q, M_xx = m + M; the bob moves by (cos q, 1).
    const double c = std::cos(q), determinant = 6 - c * c;
    EXPECT_NEAR(mobility[0], (6 * c * c - 2 * c * c + 1) / determinant, 1e-12) << name_of(method);
  }
}

TEST(Stop, is_explained_alike_before_and_after_a_snapshot) {
  const Model model = load_text(bob_on_cart);
  for (const Method method : {Method::rk4, Method::adaptive}) {
    Simulation run(model, {.method = method, .step = 1e-2});
    ASSERT_NE(run.advance_to(1), SimulationStatus::ok);
    const std::string first = run.explain();
    EXPECT_NE(first.find("model:15:"), std::string::npos) << first;  // the line of the load
    run.publish();
    EXPECT_EQ(run.explain(), first);
  }
}

const char* const bead_on_wire_alone = R"yaml(
tangible: 1
inputs: {F: N}
coordinates: {x: m, h: m}
points:
  P: {from: O, at: x*N.x + h*N.y}
particles:
  bead: {at: P, mass: 2 kg}
loads:
  push: {force: F*N.x, at: P}
constraints:
  wire: {motion: h'}
handles:
  grip: {at: P, frame: N}
)yaml";

std::string stopped_text(Simulation& run) {
  for (int k = 0; k < 3; ++k) (void)run.tick();
  EXPECT_NE(run.status(), SimulationStatus::ok);
  return run.explain();
}

// The tip has no mass: only its guide determines how it moves.
TEST(Stop, by_a_freedom_without_mass_names_the_speed_of_its_motion) {
  const Model model = load_text(R"yaml(
tangible: 1
coordinates: {x: m, h: m}
points:
  P: {from: O, at: x*N.x}
  Q: {from: P, at: h*N.y}
speeds: {u1: x', u2: h'}
particles:
  block: {at: P, mass: 1 kg}
  tip: {at: Q, mass: 0}
constraints:
  guide: {motion: u2 - u1, active: true}
events:
  lets_go: {when: rises(t - 0.5 s), do: [{deactivate: guide}]}
initial: {u1: 1, u2: 1}
)yaml");
  Simulation run(model, {.method = Method::rk4, .step = 1e-2});
  ASSERT_EQ(run.advance_to(1), SimulationStatus::singular_mass);
  EXPECT_NE(run.explain().find("motions with u2 move no mass"), std::string::npos) << run.explain();
}

TEST(Stop, by_a_wrench_that_is_not_finite_names_the_port) {
  Simulation run(load_text(bead_on_wire_alone), {.method = Method::rk4});
  run.port("grip").hold({{0, NAN, 0}, {}});
  const std::string text = stopped_text(run);
  EXPECT_NE(text.find("the wrench at port grip is not a finite number"), std::string::npos) << text;
}

TEST(Stop, by_an_external_row_that_is_not_finite_names_the_row) {
  enum class Bad { coefficient, constant, remainder, value };
  const char* const words[] = {"a coefficient of", "the constant of", "the remainder of", "the value of"};
  const ExternalRowDescription rows[] = {{"stop", true, "N"}, {"idle", true, "N"}};
  for (const Bad bad : {Bad::coefficient, Bad::constant, Bad::remainder, Bad::value}) {
    bool is_bad = false;
    Simulation run(load_text(bead_on_wire_alone), {.method = Method::rk4}, rows);
    run.set_external_row("stop", [&](ExternalRow& row) {
      row.coefficients[0] = 1;
      row.coefficients[1] = 0;
      double* const numbers[] = {&row.coefficients[0], &row.constant, &row.remainder, &row.value};
      if (is_bad) *numbers[static_cast<std::size_t>(bad)] = NAN;
    });
    run.set_external_row("idle", [](ExternalRow& row) { row.coefficients[0] = NAN; });  // it is not active
    ASSERT_EQ(run.set_constraint("stop", true), SimulationStatus::ok);
    ASSERT_EQ(run.tick(), SimulationStatus::ok);
    is_bad = true;
    const std::string text = stopped_text(run);
    const std::string expected = std::string(words[static_cast<std::size_t>(bad)]) + " external row stop is not";
    EXPECT_NE(text.find(expected), std::string::npos) << text;
  }
}

}  // namespace
}  // namespace tangible
