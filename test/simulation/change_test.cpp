// SPDX-License-Identifier: Apache-2.0
// What a change within a fixed step costs and what it leaves alone.
#include <numbers>

#include "simulation/inline_model.h"

namespace tangible {
namespace {

// A bead on a wire z = x/2, which bounces at x = 0.
const char* const bead_on_wire =
    "coordinates: {x: m, z: m}\n"
    "points:\n  P: {from: O, at: x*N.x + z*N.y}\n"
    "speeds: {u: x', v: z'}\n"
    "particles:\n  bead: {at: P, mass: 1 kg}\n"
    "gravity: -9.81 m/s^2*N.y\n"
    "constraints:\n  wire: {configuration: z - x/2}\n"
    "contacts:\n  end: {gap: x, restitution: 0.8}\n"
    "initial: {x: 0.01 m, z: {guess: 5 mm}}\n";

TEST(Change, keeps_the_choice_of_speeds_while_the_rows_stay) {
  MovingModel model(model_file(bead_on_wire), {}, fixed(Method::rk4, 1e-3));
  model.start();
  const ConstrainedDynamics& embedding = model.simulation.motion().embedding();
  const long chosen = embedding.selections();
  while (occurrences_of(model.simulation, Occurrence::Kind::impact).size() < 3)
    ASSERT_EQ(model.simulation.run_to(model.simulation.time() + 1e-3), SimulationStatus::ok);
  EXPECT_EQ(occurrences_of(model.simulation, Occurrence::Kind::closes).size(), 0u);
  EXPECT_EQ(embedding.selections(), chosen);
  // Along the wire the acceleration is the same all the time: flights last 2 v / a, each 0.8 of the one before.
  const auto impacts = occurrences_of(model.simulation, Occurrence::Kind::impact);
  EXPECT_NEAR((impacts[2].t - impacts[1].t) / (impacts[1].t - impacts[0].t), 0.8, 1e-9);
}

// A blow at the very place where another event waits for the way back.
TEST(Change, that_turns_round_what_it_crossed_is_followed_at_once) {
  const char* const turned =
      "coordinates: {x: m}\n"
      "points:\n  P: {from: O, at: x*N.x}\n"
      "speeds: {u: x'}\n"
      "particles:\n  p: {at: P, mass: 1 kg}\n"
      "discrete: {back: 0}\n"
      "events:\n"
      "  blow: {when: rises(x - 0.5055 m), do: [{impulse: {vector: -3 N*s*N.x, at: P}}]}\n"
      "  returns: {when: falls(x - 0.5055 m), do: [{set: {back: 1}}]}\n"
      "initial: {u: 1 m/s}\n";
  MovingModel model(model_file(turned), {}, fixed(Method::rk4, 1e-3));
  model.start();
  ASSERT_EQ(model.simulation.run_to(0.505), SimulationStatus::ok);
  const long steps = model.simulation.counts().steps;
  ASSERT_EQ(model.simulation.run_to(0.506), SimulationStatus::ok);
  const auto events = occurrences_of(model.simulation, Occurrence::Kind::event);
  ASSERT_EQ(events.size(), 2u);
  EXPECT_NEAR(events[0].t, 0.5055, 1e-12);
  EXPECT_GT(events[1].t, events[0].t);
  EXPECT_LT(events[1].t, events[0].t + 1e-12);
  EXPECT_EQ(model.simulation.counts().steps, steps + 3);  // to the blow, to the return, to the end of the tick
  EXPECT_NEAR(model.simulation.state()[0], 0.5055 - 2 * 0.0005, 1e-12);
  EXPECT_EQ(model.simulation.motion().discretes()[0], 1);
}

// x = cos t passes 1/2 at pi/3. Interpolation has an error of fifth order; steps before it add up to fourth order.
TEST(Change, is_located_as_well_as_steps_are_taken) {
  const char* const oscillator =
      "coordinates: {x: m}\n"
      "points:\n  P: {from: O, at: x*N.x}\n"
      "speeds: {u: x'}\n"
      "particles:\n  p: {at: P, mass: 1 kg}\n"
      "loads:\n  spring: {force: -1 N/m*x*N.x, at: P}\n"
      "discrete: {past: 0}\n"
      "events:\n  half: {when: falls(x - 0.5 m), do: [{set: {past: 1}}]}\n"
      "initial: {x: 1 m}\n";
  double last = 0;
  for (const double step : {0.2, 0.1, 0.05, 0.025}) {
    MovingModel model(model_file(oscillator), {}, fixed(Method::rk4, step));
    model.start();
    ASSERT_EQ(model.simulation.run_to(1.2), SimulationStatus::ok);
    const auto events = occurrences_of(model.simulation, Occurrence::Kind::event);
    ASSERT_EQ(events.size(), 1u);
    const double error = std::abs(events[0].t - std::numbers::pi / 3);
    EXPECT_LT(error, 0.02 * std::pow(step, 4)) << step;
    EXPECT_TRUE(last == 0 || last / error > 10) << step;
    last = error;
  }
}

}  // namespace
}  // namespace tangible
