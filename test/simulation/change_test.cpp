// SPDX-License-Identifier: Apache-2.0
// The cost of a change within a fixed step, and what it leaves alone.
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

// A mass on a spring with dry friction written as a force: half waves about +-0.1 m, at whose ends the force jumps.
TEST(Change, of_a_force_that_jumps_with_a_speed_keeps_the_order_of_steps) {
  const char* const rubbed =
      "coordinates: {x: m}\n"
      "points:\n  P: {from: O, at: x*N.x}\n"
      "speeds: {u: x'}\n"
      "particles:\n  p: {at: P, mass: 1 kg}\n"
      "loads:\n"
      "  spring: {force: -20 N/m*x*N.x, at: P}\n"
      "  friction: {force: -2 N*sign(u)*N.x, at: P}\n"
      "initial: {x: 1 m}\n";
  const double w = std::sqrt(20.0), end = 1.5, exact = 0.1 + 0.5 * std::cos(w * end);
  double last = 0;
  for (const double step : {0.02, 0.01, 0.005, 0.0025, 0.001}) {
    MovingModel model(model_file(rubbed), {}, fixed(Method::rk4, step));
    model.start();
    ASSERT_EQ(model.simulation.run_to(end), SimulationStatus::ok);
    const double error = std::abs(model.simulation.state()[0] - exact);
    EXPECT_LT(error, 30 * std::pow(step, 4)) << step;
    EXPECT_TRUE(last == 0 || last / error > 8) << step << ": " << last << " " << error;
    last = error;
  }
}

// A pendulum in Cartesian coordinates is tapped, falls, and is struck where it is level: its rod takes nothing.
TEST(Change, by_an_impulse_uses_the_rows_of_the_state_where_it_happens) {
  const char* const struck =
      "coordinates: {x: m, h: m}\n"
      "points:\n  P: {from: O, at: x*N.x + h*N.y}\n"
      "speeds: {u: x', v: h'}\n"
      "particles:\n  bob: {at: P, mass: 1 kg}\n"
      "constraints:\n  rod: {configuration: \"x^2/(1 m) + h^2/(1 m) - 1 m\"}\n"
      "discrete: {hits: 0}\n"
      "events:\n"
      "  tap: {when: falls(h - 0.5 m), do: [{impulse: {vector: 0.001 N*s*N.x, at: P}}]}\n"
      "  hit: {when: falls(h), if: hits < 1, do: [{impulse: {vector: -2 N*s*N.y, at: P}}, {set: {hits: 1}}]}\n"
      "initial: {x: 0.6 m, h: 0.8 m, u: 0.8 m/s, v: -0.6 m/s}\n";
  for (const Method method : {Method::adaptive, Method::rk4}) {
    MovingModel model(model_file(struck), {}, fixed(method, 1e-3));
    model.start();
    ASSERT_EQ(model.simulation.run_to(1.2), SimulationStatus::ok);
    // The tap acts along the circle by its share h = 1/2, the hit by all of it.
    EXPECT_NEAR(model.simulation.ledger().kinetic, (1 + 0.0005 + 2) * (1 + 0.0005 + 2) / 2, 1e-9) << name_of(method);
    EXPECT_NEAR(model.simulation.ledger().drift(), 0, 1e-9) << name_of(method);
    EXPECT_NEAR(model.simulation.ledger().projection, 0, 1e-9) << name_of(method);
  }
}

// Two masses on a rod fall, one end resting, the other landing level: that end alone bounces, and loses 1 - e^2 of what
// it has.
TEST(Change, by_an_impact_uses_the_rows_of_the_state_where_it_happens) {
  const char* const landing =
      "coordinates: {x0: m, h0: m, x1: m, h1: m}\n"
      "points:\n  P0: {from: O, at: x0*N.x + h0*N.y}\n  P1: {from: O, at: x1*N.x + h1*N.y}\n"
      "speeds: {u0: x0', v0: h0', u1: x1', v1: h1'}\n"
      "particles:\n  b0: {at: P0, mass: 1 kg}\n  b1: {at: P1, mass: 3 kg}\n"
      "gravity: -9.81 m/s^2*N.y\n"
      "constraints:\n  rod: {configuration: \"mag(p(P0, P1)) - 0.5 m\"}\n"
      "contacts:\n  f0: {gap: h0, restitution: 0}\n  f1: {gap: h1, restitution: 0.6}\n"
      "initial: {x0: 0, h0: 0, x1: {guess: 0.4 m}, h1: 0.3 m}\n";
  MovingModel model(model_file(landing), {}, fixed(Method::rk4, 1e-3));
  model.start();
  while (occurrences_of(model.simulation, Occurrence::Kind::impact).empty())
    ASSERT_EQ(model.simulation.run_to(model.simulation.time() + 1e-3), SimulationStatus::ok);
  // Level, and nothing pushed sideways: the masses have stopped in that direction, all energy is in the fall.
  EXPECT_NEAR(occurrences_of(model.simulation, Occurrence::Kind::impact)[0].loss, (1 - 0.36) * 3 * 9.81 * 0.3, 1e-6);
  EXPECT_EQ(model.simulation.motion().mode().contacts[0], ContactState::sliding);
  EXPECT_NEAR(model.simulation.ledger().drift(), 0, 1e-8);
  EXPECT_NEAR(model.simulation.ledger().inputs, 0, 1e-10);
}

// A parallelogram linkage that lies flat at q1 = pi and 2 pi, where its rows lose their rank: events there and just
// behind are located at the same times by all steps, and the last of them, a blow, leads to the same motion.
TEST(Change, at_a_singular_position_leaves_the_motion_on_its_branch) {
  const char* const linkage =
      "coordinates: {q1: rad, q2: rad, q3: rad}\n"
      "frames: {A: {in: N, rotate: {z: q1}}, B: {in: N, rotate: {z: q2}}, C: {in: N, rotate: {z: q3}}}\n"
      "points:\n"
      "  P1: {from: O, at: 0.3 m*A.x}\n  P2: {from: P1, at: 0.8 m*B.x}\n"
      "  G: {from: O, at: 0.8 m*N.x}\n  P3: {from: G, at: 0.3 m*C.x}\n"
      "speeds: {u1: q1', u2: q2', u3: q3'}\n"
      "particles: {p1: {at: P1, mass: 1 kg}, p2: {at: P2, mass: 1 kg}}\n"
      "bodies: {crank: {frame: A, center: O, mass: 1 kg, inertia: {zz: 0.1 kg*m^2}}}\n"
      "constraints: {close: {loop: [P2, P3], along: {x: N.x, y: N.y}}}\n"
      "discrete: {seen: 0}\n"
      "events:\n"
      "  flat: {when: rises(q1 - pi), do: [{set: {seen: seen + 1}}]}\n"
      "  behind: {when: rises(q1 - pi - 0.0011), do: [{set: {seen: seen + 1}}]}\n"
      "  blow: {when: rises(q1 - 2*pi - 0.0003), do: [{impulse: {vector: 1 N*s*A.y, at: P1}}]}\n"
      "initial: {q1: 0.5 rad, q2: {guess: 0 rad}, q3: {guess: 0.5 rad}, u1: 3 rad/s}\n";
  // The coupler stays parallel to the ground: 0.28 kg m^2 turn at 3 rad/s, and after the blow by 0.3 N m s / 0.28
  // faster.
  const double pi = std::numbers::pi, inertia = 0.1 + 2 * 0.09, faster = 3 + 0.3 / inertia;
  const double exact[] = {(pi - 0.5) / 3, (pi + 0.0011 - 0.5) / 3, (2 * pi + 0.0003 - 0.5) / 3};
  using Way = std::pair<Method, double>;
  for (const auto& [method, tolerance] :
       {Way{Method::adaptive, 1e-8}, Way{Method::adaptive, 1e-10}, Way{Method::adaptive, 1e-12}, Way{Method::rk4, 0},
        Way{Method::implicit, 0}}) {
    SimulationOptions options = fixed(method, 1e-3);
    options.tolerance = tolerance;
    MovingModel model(model_file(linkage), {}, options);
    model.start();
    ASSERT_EQ(describe(model.simulation.run_to(4)), std::string("ok")) << tolerance;
    const auto events = occurrences_of(model.simulation, Occurrence::Kind::event);
    ASSERT_EQ(events.size(), 3u) << tolerance;
    for (std::size_t i = 0; i < 3; ++i) EXPECT_NEAR(events[i].t, exact[i], 1e-9) << tolerance << ": " << i;
    const double end = 2 * pi + 0.0003 + faster * (4 - exact[2]);
    EXPECT_NEAR(model.simulation.state()[0], end, 1e-7) << tolerance;
    EXPECT_NEAR(model.simulation.state()[1], 0, 1e-7) << tolerance;
    EXPECT_NEAR(model.simulation.ledger().drift(), 0, 1e-8) << tolerance;
  }
}

}  // namespace
}  // namespace tangible
