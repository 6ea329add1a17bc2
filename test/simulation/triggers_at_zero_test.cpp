// SPDX-License-Identifier: Apache-2.0
// Triggers that come to zero and stay there, turn round there, or pass.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "simulation/inline_model.h"

namespace tangible {
namespace {

constexpr Method all_methods[] = {Method::adaptive, Method::rk4, Method::rk2, Method::semi_implicit_euler,
                                  Method::implicit};

// How often each event has acted.
std::vector<int> count_events(const std::string& text, Method method, double until, double step = 1e-3) {
  const CurrentFormulation model = formulate_current({model_file(text), {}});
  const System system = lower_to_system(*model.mechanism, model.equations, {.derivatives = method == Method::implicit});
  SimulationLoop simulation(system, fixed(method, step));
  EXPECT_EQ(simulation.start(), SimulationStatus::ok);
  EXPECT_EQ(simulation.run_to(until), SimulationStatus::ok);
  std::vector<int> counts(system.events.size());
  for (const Occurrence& event : occurrences_of(simulation, Occurrence::Kind::event)) ++counts[event.index];
  return counts;
}

// A bead drops into a bowl and slides to and fro in it: its gap is zero but for rounding.
std::string bead(const std::string& start) {
  return "coordinates: {x: m, z: m}\n"
         "points:\n  P: {from: O, at: x*N.x + z*N.y}\n"
         "speeds: {u: x', w: z'}\n"
         "discrete: {hits: 0}\n"
         "particles: {a: {at: P, mass: 1 kg}}\n"
         "gravity: -9.81 m/s^2*N.y\n"
         "contacts:\n  bowl: {gap: \"z - 0.5/(1 m)*x^2\", restitution: 0}\n"
         "events:\n"
         "  comes: {when: \"falls(z - 0.5/(1 m)*x^2)\", do: [{set: {hits: hits + 1}}]}\n"
         "  the_same: {when: \"falls(2*z - x^2/(1 m))\", do: [{set: {hits: hits + 1}}]}\n"
         "  touches: {when: \"crosses(z - 0.5/(1 m)*x^2)\", do: [{set: {hits: hits + 1}}]}\n"
         "  never: {when: \"rises(z - 0.5/(1 m)*x^2)\", do: [{set: {hits: hits + 1}}]}\n"
         "initial: " +
         start;
}

TEST(TriggersAtZero, held_by_a_contact_act_once) {
  for (const Method method : all_methods)
    EXPECT_EQ(count_events(bead("{x: 0.5 m, z: 0.3 m}\n"), method, 3), (std::vector{1, 1, 1, 0}))
        << static_cast<int>(method);
}

TEST(TriggersAtZero, held_since_the_start_do_not_act) {
  for (const Method method : all_methods)
    EXPECT_EQ(count_events(bead("{x: 0.3 m, z: 0.045 m}\n"), method, 1), (std::vector{0, 0, 0, 0}))
        << static_cast<int>(method);
}

// Before it is projected, a long step has left the bowl by its error.
TEST(TriggersAtZero, stay_there_whatever_the_tolerance) {
  for (const double tolerance : {1e-4, 1e-6, 1e-8, 1e-12}) {
    SimulationOptions options;
    options.tolerance = tolerance;
    MovingModel model(model_file(bead("{x: 0.5 m, z: 0.3 m}\n")), {}, options);
    model.start();
    ASSERT_EQ(model.simulation.run_to(3), SimulationStatus::ok);
    EXPECT_EQ(model.simulation.motion().discretes()[0], 3) << tolerance;
  }
}

TEST(TriggersAtZero, held_by_a_row_act_once) {
  const char* const caught =
      "coordinates: {x: m, z: m}\n"
      "points:\n  P: {from: O, at: x*N.x + z*N.y}\n"
      "speeds: {u: x', w: z'}\n"
      "discrete: {up: 0, any: 0}\n"
      "particles: {a: {at: P, mass: 1 kg}}\n"
      "loads: {s: {spring: 50 N/m, length: 0.1 m, between: [O, P]}}\n"
      "constraints:\n  catch: {configuration: x + 0.3*z - 0.2 m, when: rises(x + 0.3*z - 0.2 m)}\n"
      "events:\n"
      "  arrives: {when: rises(x + 0.3*z - 0.2 m), do: [{set: {up: up + 1}}]}\n"
      "  passes: {when: crosses(x + 0.3*z - 0.2 m), do: [{set: {any: any + 1}}]}\n"
      "initial: {x: 0.02 m, u: 3 m/s}\n";
  for (const Method method : all_methods)
    EXPECT_EQ(count_events(caught, method, 3), (std::vector{1, 1, 1})) << static_cast<int>(method);
}

// Impacts at sqrt(2 h/g) (1 + 2 e + 2 e^2 + ...).
TEST(TriggersAtZero, turned_round_by_impacts_cross_once_an_impact) {
  const char* const ball =
      "coordinates: {h: m}\n"
      "points:\n  P: {from: O, at: h*N.y}\n"
      "speeds: {u: h'}\n"
      "particles:\n  ball: {at: P, mass: 1 kg}\n"
      "discrete: {k: 0}\n"
      "gravity: -9.81 m/s^2*N.y\n"
      "contacts:\n  floor: {gap: h, restitution: 0.6}\n"
      "events:\n"
      "  touches: {when: crosses(h), do: [{set: {k: k + 1}}]}\n"
      "  lands: {when: falls(h), do: [{set: {k: k + 1}}]}\n";
  const std::string up = "  leaves: {when: rises(h), do: [{set: {k: k + 1}}]}\n", start = "initial: {h: 0.3 m}\n";
  for (const Method method : all_methods) {
    EXPECT_EQ(count_events(ball + up + start, method, 0.9), (std::vector{5, 5, 5})) << static_cast<int>(method);
    if (method == Method::semi_implicit_euler) continue;  // in long steps its impacts are others
    EXPECT_EQ(count_events(ball + start, method, 0.9, 0.01), (std::vector{5, 5})) << static_cast<int>(method);
  }
  // Flights shorter than a step: eight impacts within 0.97 s.
  EXPECT_EQ(count_events(ball + start, Method::rk4, 0.97, 0.1), (std::vector{8, 8}));
}

// x = cos t passes through zero once in half a turn, whatever events that act there do.
TEST(TriggersAtZero, that_pass_act_once_and_on_time) {
  const char* const oscillator =
      "coordinates: {x: m}\n"
      "points:\n  P: {from: O, at: x*N.x}\n"
      "speeds: {u: x'}\n"
      "particles:\n  p: {at: P, mass: 1 kg}\n"
      "discrete: {k: 0}\n"
      "loads:\n  spring: {spring: 1 N/m, length: 0, between: [O, P]}\n"
      "events:\n"
      "  down: {when: falls(x), do: [{set: {k: k + 1}}]}\n"
      "  both: {when: crosses(x), do: [{set: {k: k + 1}}]}\n"
      "  up: {when: rises(x), do: [{set: {k: k + 1}}]}\n"
      "initial: {x: 1 m}\n";
  for (const Method method : all_methods)
    EXPECT_EQ(count_events(oscillator, method, 20, 0.01), (std::vector{3, 6, 3})) << static_cast<int>(method);
  MovingModel model(model_file(oscillator), {}, fixed(Method::adaptive, 0));
  model.start();
  ASSERT_EQ(model.simulation.run_to(2), SimulationStatus::ok);
  EXPECT_NEAR(occurrences_of(model.simulation, Occurrence::Kind::event).front().t, std::numbers::pi / 2, 1e-9);
}

// A trigger that was held and has left zero fires again when it comes back: a latch that is opened for a while.
TEST(TriggersAtZero, act_again_once_they_have_left_it) {
  const char* const twice =
      "coordinates: {x: m}\n"
      "points:\n  P: {from: O, at: x*N.x}\n"
      "speeds: {u: x'}\n"
      "discrete: {k: 0}\n"
      "particles: {p: {at: P, mass: 1 kg}}\n"
      "loads: {pull: {force: \"select(t < 2 s, -1 N, select(t < 3 s, 2 N, -2 N))*N.x\", at: P}}\n"
      "contacts: {stop: {gap: x}}\n"
      "events:\n  comes: {when: falls(x), do: [{set: {k: k + 1}}]}\n"
      "initial: {x: 0.5 m}\n";
  for (const Method method : all_methods)
    EXPECT_EQ(count_events(twice, method, 7), std::vector{2}) << static_cast<int>(method);
}

}  // namespace
}  // namespace tangible
