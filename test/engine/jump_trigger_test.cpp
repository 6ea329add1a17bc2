// SPDX-License-Identifier: Apache-2.0
// Triggers that a jump carries through zero fire at that instant, whatever has jumped.
#include <gtest/gtest.h>

#include "engine/simulation.h"

namespace tangible {
namespace {

SimulationOptions jump_steps(Method method) {
  SimulationOptions options;
  options.method = method;
  return options;
}

// Two beads of one mass on parallel wires; a rod between them, once it is in, makes their speeds opposite.
const std::string two_beads =
    "tangible: 1\n"
    "coordinates: {x: m, z: m}\n"
    "points:\n  P: {from: O, at: x*N.x}\n  Q: {from: O, at: z*N.x}\n"
    "speeds: {u1: x', u2: z'}\n"
    "particles:\n  p: {at: P, mass: 1 kg}\n  q: {at: Q, mass: 1 kg}\n"
    "discrete: {turned: 0, stopped: 0, pulled: 0}\n"
    "constraints:\n  rod: {motion: u1 + u2, active: false}\n"
    "events:\n"
    "  turns: {when: falls(u2), do: [{set: {turned: turned + 1}}]}\n"
    "  stops: {when: falls(u1), do: [{set: {stopped: stopped + 1}}]}\n"
    "  pulls: {when: rises(abs(force(rod)) - 1 N), do: [{set: {pulled: pulled + 1}}]}\n"
    "loads:\n  push: {force: 3 N*N.x, at: P}\n"
    "initial: {u1: 1 m/s, u2: 0.2 m/s}\n";

TEST(Jump, by_a_switch_made_by_hand_fires_the_triggers_it_carries_through_zero) {
  for (const Method method : {Method::rk4, Method::adaptive}) {
    Simulation run(load_text(two_beads), jump_steps(method));
    ASSERT_EQ(run.advance_to(0.1), SimulationStatus::ok);  // speeds 1.3 and 0.2 m/s
    ASSERT_EQ(run.set_constraint("rod", true), SimulationStatus::ok);
    EXPECT_NEAR(run.value("u2"), -0.55, 1e-12);
    EXPECT_EQ(run.value("turned"), 1);
    EXPECT_EQ(run.value("stopped"), 0);
    EXPECT_EQ(run.value("pulled"), 1);  // the rod begins with a force of 1.5 N
    ASSERT_EQ(run.advance_to(0.5), SimulationStatus::ok);
    EXPECT_EQ(run.value("turned"), 1);
    EXPECT_EQ(run.value("pulled"), 1);
  }
}

// A mark is moved behind the bead, or in front of it again.
TEST(Jump, by_a_parameter_fires_the_triggers_it_carries_through_zero) {
  const std::string marked =
      "tangible: 1\n"
      "parameters: {mark: 1 m, due: 10 s}\n"
      "coordinates: {x: m}\n"
      "points:\n  P: {from: O, at: x*N.x}\n"
      "speeds: {u: x'}\n"
      "particles:\n  bead: {at: P, mass: 1 kg}\n"
      "discrete: {passed: 0, beyond: 0, back: 0, late: 0}\n"
      "events:\n"
      "  passes: {when: rises(x - mark), do: [{set: {passed: passed + 1}}]}\n"
      "  beyond: {when: x > mark, do: [{set: {beyond: beyond + 1}}]}\n"
      "  returns: {when: falls(x - mark), do: [{set: {back: back + 1}}]}\n"
      "  is_due: {when: rises(t - due), do: [{set: {late: late + 1}}]}\n"
      "initial: {u: 1 m/s}\n";
  for (const Method method : {Method::rk4, Method::adaptive, Method::implicit}) {
    Simulation run(load_text(marked), jump_steps(method));
    const auto expect = [&](double passed, double back, double late) {
      EXPECT_EQ(run.value("passed"), passed) << name_of(method) << run.time();
      EXPECT_EQ(run.value("beyond"), passed) << name_of(method) << run.time();
      EXPECT_EQ(run.value("back"), back) << name_of(method) << run.time();
      EXPECT_EQ(run.value("late"), late) << name_of(method) << run.time();
    };
    ASSERT_EQ(run.advance_to(0.5), SimulationStatus::ok);
    expect(0, 0, 0);
    ASSERT_EQ(run.set_parameter("mark", 0.8), SimulationStatus::ok);
    expect(0, 0, 0);
    ASSERT_EQ(run.set_parameter("mark", 0.3), SimulationStatus::ok);
    expect(1, 0, 0);
    ASSERT_EQ(run.advance_to(0.6), SimulationStatus::ok);
    expect(1, 0, 0);
    ASSERT_EQ(run.set_parameter("mark", 0.7), SimulationStatus::ok);
    expect(1, 1, 0);
    ASSERT_EQ(run.set_parameter("due", 0.4), SimulationStatus::ok);
    expect(1, 1, 1);
    ASSERT_EQ(run.advance_to(0.8), SimulationStatus::ok);
    expect(2, 1, 1);
  }
}

TEST(Jump, of_a_speed_in_an_impact_fires_its_trigger_once) {
  const std::string ball =
      "tangible: 1\n"
      "coordinates: {h: m}\n"
      "points:\n  P: {from: O, at: h*N.y}\n"
      "speeds: {u: h'}\n"
      "particles:\n  ball: {at: P, mass: 1 kg}\n"
      "gravity: -9.81 m/s^2*N.y\n"
      "contacts:\n  floor: {gap: h, restitution: 0.6}\n"
      "discrete: {up: 0, down: 0, both: 0}\n"
      "events:\n"
      "  bounces: {when: rises(u), do: [{set: {up: up + 1}}]}\n"
      "  tops: {when: falls(u), do: [{set: {down: down + 1}}]}\n"
      "  turns: {when: crosses(u), do: [{set: {both: both + 1}}]}\n"
      "initial: {h: 1 m}\n";
  for (const Method method : {Method::rk4, Method::adaptive}) {
    Simulation run(load_text(ball), jump_steps(method));
    // Impacts at 0.4515 s, 0.9934 s and 1.3184 s; the ball is highest at 0.7224 s and 1.1559 s.
    ASSERT_EQ(run.advance_to(1.35), SimulationStatus::ok);
    EXPECT_EQ(run.value("up"), 3);
    EXPECT_EQ(run.value("down"), 2);
    EXPECT_EQ(run.value("both"), 5);
  }
}

// The forces of the rows that hold jump when another one is let go, and the motion does not.
TEST(Jump, of_a_force_alone_fires_its_trigger) {
  const std::string held =
      "tangible: 1\n"
      "coordinates: {x: m, z: m}\n"
      "points:\n  P: {from: O, at: x*N.x + z*N.y}\n"
      "speeds: {u1: x', u2: z'}\n"
      "particles:\n  p: {at: P, mass: 1 kg}\n"
      "gravity: -10 m/s^2*N.y\n"
      "constraints:\n  floor: {motion: u2}\n  tilt: {motion: u1 - u2, active: true}\n"
      "discrete: {slips: 0}\n"
      "events:\n  slips: {when: rises(x'' - 1 m/s^2), do: [{set: {slips: slips + 1}}]}\n"
      "loads:\n  push: {force: 4 N*N.x, at: P}\n";
  Simulation run(load_text(held), jump_steps(Method::rk4));
  ASSERT_EQ(run.advance_to(0.01), SimulationStatus::ok);
  EXPECT_EQ(run.value("slips"), 0);
  ASSERT_EQ(run.set_constraint("tilt", false), SimulationStatus::ok);
  EXPECT_EQ(run.value("u1"), 0);
  EXPECT_EQ(run.value("slips"), 1);
}

// The force of a contact falls to zero where the contact opens, and stays there: it does not rise.
TEST(Jump, from_zero_to_zero_fires_nothing) {
  const auto lifted = [](const std::string& rate) {
    return "tangible: 1\n"
           "coordinates: {h: m}\n"
           "points:\n  P: {from: O, at: h*N.y}\n"
           "speeds: {u: h'}\n"
           "particles:\n  p: {at: P, mass: 1 kg}\n"
           "gravity: -9.81 m/s^2*N.y\n"
           "contacts:\n  floor: {gap: h, restitution: 0}\n"
           "discrete: {down: 0, up: 0, both: 0}\n"
           "events:\n"
           "  goes: {when: falls(force(floor)), do: [{set: {down: down + 1}}]}\n"
           "  comes: {when: rises(force(floor)), do: [{set: {up: up + 1}}]}\n"
           "  turns: {when: crosses(force(floor)), do: [{set: {both: both + 1}}]}\n"
           "loads:\n  pull: {force: " +
           rate + "*t*N.y, at: P}\n";
  };
  for (const char* rate : {"20 N/s", "1e6 N/s"})
    for (const Method method : {Method::rk2, Method::rk4, Method::adaptive}) {
      Simulation run(load_text(lifted(rate)), jump_steps(method));
      ASSERT_EQ(run.advance_to(0.6), SimulationStatus::ok);
      EXPECT_GT(run.value("h"), 0);
      EXPECT_EQ(run.value("down"), 1) << rate << name_of(method);
      EXPECT_EQ(run.value("up"), 0) << rate << name_of(method);
      EXPECT_EQ(run.value("both"), 1) << rate << name_of(method);
    }
}

}  // namespace
}  // namespace tangible
