// SPDX-License-Identifier: Apache-2.0
// Latches: rows that come on `when` and go `until`, beside the same written with events, and closed forms.
#include <numbers>

#include "simulation/inline_model.h"

namespace tangible {
namespace {

// A slide of 2 kg that is pushed with a force that grows: 3 N + 1 N/s t.
std::string slide(const std::string& constraints, const std::string& more = "") {
  return "parameters: {m: 2 kg, F: 3 N, rate: 1 N/s}\n"
         "coordinates: {x: m}\n"
         "points:\n  P: {from: O, at: x*N.x}\n"
         "speeds: {u1: x'}\n"
         "particles:\n  slide: {at: P, mass: m}\n"
         "loads:\n  push: {force: (F + rate*t)*N.x, at: P}\n"
         "constraints:\n" +
         constraints + more;
}

std::vector<Occurrence> switches(const SimulationLoop& simulation) {
  return occurrences_of(simulation, Occurrence::Kind::switched);
}

const std::vector<SimulationOptions>& methods() {
  static const std::vector<SimulationOptions> list{fine(), fixed(Method::rk4, 1e-3), fixed(Method::rk2, 1e-3)};
  return list;
}

TEST(Latch, moves_as_the_same_thing_written_with_events) {
  const std::string by_itself =
      slide("  catch: {configuration: x - 0.1 m, when: rises(x - 0.1 m), until: abs(force(catch)) > 4 N}\n");
  const std::string by_events = slide(
      "  catch: {configuration: x - 0.1 m, active: false}\n",
      "discrete: {held: false, times: 0}\n"
      "events:\n"
      "  snaps: {when: rises(x - 0.1 m), if: times < 1, do: [{activate: catch}, {set: {held: true, times: 1}}]}\n"
      "  goes: {when: rises(abs(force(catch)) - 4 N), if: held, do: [{deactivate: catch}, {set: {held: false}}]}\n");
  for (const SimulationOptions& options : methods()) {
    MovingModel latch(model_file(by_itself), {}, options);
    MovingModel events(model_file(by_events), {}, options);
    latch.start();
    events.start();
    for (const double t : {0.2, 0.5, 0.999, 1.5, 3.0}) {
      ASSERT_EQ(describe(latch.simulation.run_to(t)), std::string("ok"));
      ASSERT_EQ(describe(events.simulation.run_to(t)), std::string("ok"));
      // Instants are located to 1e-13 s, at 6 m/s and 3 m/s^2.
      EXPECT_NEAR(latch.simulation.state()[0], events.simulation.state()[0], 6e-13);
      EXPECT_NEAR(latch.simulation.state()[1], events.simulation.state()[1], 3e-13);
    }
    ASSERT_EQ(switches(latch.simulation).size(), 2u);
    EXPECT_NEAR(switches(latch.simulation)[1].t, 1, 1e-11);
  }
}

// From rest at 0.1 m, as the force of 4 N + 1 N/s t begins to move it: x - 0.1 = t^2 + t^3/12.
TEST(Latch, that_let_go_does_not_catch_again_what_it_has_just_let_go) {
  for (const SimulationOptions& options : methods()) {
    MovingModel latch(
        model_file(
            slide("  catch: {configuration: x - 0.1 m, when: crosses(x - 0.1 m), until: force(catch) < -4 N}\n")),
        {}, options);
    latch.start();
    ASSERT_EQ(describe(latch.simulation.run_to(3)), std::string("ok"));
    EXPECT_EQ(switches(latch.simulation).size(), 2u);
    EXPECT_NEAR(latch.simulation.state()[0], 0.1 + 4 + 8.0 / 12, options.method == Method::rk2 ? 1e-6 : 1e-10);
  }
}

// A step of 1e-12 s to the end of the tick shows only the rounding of the trigger, which may be below zero.
TEST(Latch, that_let_go_just_before_a_tick_does_not_catch_again) {
  const std::string row =
      "  catch: {configuration: x^2 - x_c^2, when: rises(x^3 - x_c^3), until: rises(t - t_u)}\n"
      "define: {x_c: PLACE m, t_u: 1.999999999999 s}\n";
  for (int k = 1; k <= 20; ++k) {
    std::string text = row;
    text.replace(text.find("PLACE"), 5, fmt::format("{}", k / 71.0));
    MovingModel latch(model_file(slide(text)), {}, fixed(Method::rk4, 1e-2));
    latch.start();
    ASSERT_EQ(describe(latch.simulation.run_to(3)), std::string("ok"));
    EXPECT_EQ(switches(latch.simulation).size(), 2u) << k;
  }
}

TEST(Latch, catches_again_what_comes_back) {
  const std::string swing =
      "coordinates: {x: m}\npoints:\n  P: {from: O, at: x*N.x}\nspeeds: {u1: x'}\n"
      "particles:\n  bob: {at: P, mass: 1 kg}\n"
      "loads:\n  coil: {force: -4 N/m*x*N.x, at: P}\n"
      "constraints:\n  catch: {configuration: x + 0.2 m, when: falls(x + 0.2 m), until: sin(pi*t/(2 s)) > 0.5}\n"
      "initial: {x: 0.5 m}\n";
  MovingModel model(model_file(swing), {}, fine());
  model.start();
  ASSERT_EQ(describe(model.simulation.run_to(8.5)), std::string("ok"));
  const auto list = switches(model.simulation);
  ASSERT_GE(list.size(), 2u);
  // sin(pi t/2) > 1/2 from 1/3 s to 5/3 s and again from 13/3 s on: what it keeps from holding flies past.
  const double first = std::acos(-0.4) / 2;
  ASSERT_GT(first, 1.0 / 3);
  ASSERT_LT(first, 5.0 / 3);
  EXPECT_GT(list[0].t, 5.0 / 3);
  EXPECT_NEAR(list[0].t, first + std::numbers::pi, 1e-9);
  EXPECT_NEAR(list[1].t, 13.0 / 3, 1e-9);
}

TEST(Latch, does_not_come_on_where_until_holds_already) {
  MovingModel latch(
      model_file(slide("  catch: {configuration: x - 0.1 m, when: rises(x - 0.1 m), until: t > 0.1 s}\n")), {}, fine());
  latch.start();
  ASSERT_EQ(describe(latch.simulation.run_to(2)), std::string("ok"));
  EXPECT_EQ(switches(latch.simulation).size(), 0u);
  EXPECT_NEAR(latch.simulation.state()[0], 3 + 8.0 / 12, 1e-10);
}

TEST(Latch, goes_at_once_if_the_force_it_takes_is_too_much) {
  MovingModel latch(
      model_file(
          slide("  catch: {configuration: x - 0.1 m, when: rises(x - 0.1 m), until: abs(force(catch)) > 2 N}\n")),
      {}, fine());
  latch.start();
  ASSERT_EQ(describe(latch.simulation.run_to(2)), std::string("ok"));
  const auto list = switches(latch.simulation);
  ASSERT_EQ(list.size(), 2u);
  EXPECT_EQ(list[0].t, list[1].t);
  EXPECT_GT(list[0].loss, 0.1);
  EXPECT_FALSE(list[1].on);
  EXPECT_NEAR(latch.simulation.ledger().drift(), 0, 1e-9);
}

TEST(Latch, with_until_alone_begins_on_and_never_comes_back) {
  MovingModel latch(model_file(slide("  brake: {motion: x', until: sin(pi*t/(2 s)) > 0.5}\n")), {"rate=0"}, fine());
  latch.start();
  EXPECT_EQ(latch.simulation.motion().mode().active[0], 1);
  ASSERT_EQ(describe(latch.simulation.run_to(7)), std::string("ok"));
  EXPECT_EQ(switches(latch.simulation).size(), 1u);
}

TEST(Latch, begins_on_where_when_holds_and_as_active_says) {
  const auto begins = [](const std::string& row) {
    MovingModel latch(model_file(slide("  stop: {motion: x', " + row + "}\n")), {}, fine());
    latch.start();
    return latch.simulation.motion().mode().active[0] == 1;
  };
  EXPECT_TRUE(begins("when: x < 1 m, until: t > 1 s"));
  EXPECT_FALSE(begins("when: x > 1 m"));
  EXPECT_FALSE(begins("when: falls(x - 1 m)"));
  EXPECT_FALSE(begins("when: x < 1 m, active: false"));
  EXPECT_TRUE(begins("when: x > 1 m, active: true"));
  EXPECT_FALSE(begins("when: x < 1 m, until: t >= 0 s"));
  EXPECT_FALSE(begins("until: t >= 0 s"));
  EXPECT_TRUE(begins("until: rises(t)"));
  EXPECT_FALSE(begins("until: abs(force(stop)) > 2 N"));  // of the 3 N that push
  EXPECT_TRUE(begins("until: abs(force(stop)) > 4 N"));
}

TEST(Latch, holds_what_it_finds) {
  MovingModel latch(model_file(slide("  catch: {configuration: x - 9 m, when: t > 1 s, until: t > 2 s, hold: true}\n")),
                    {"rate=0"}, fine());
  latch.start();
  ASSERT_EQ(describe(latch.simulation.run_to(2)), std::string("ok"));
  EXPECT_NEAR(latch.simulation.state()[0], 0.75, 1e-12);
  ASSERT_EQ(describe(latch.simulation.run_to(3)), std::string("ok"));
  EXPECT_NEAR(latch.simulation.state()[0], 1.5, 1e-11);
}

// Two slides, and a rod that couples them from where x passes zero, and throws x back: what it leaves is gone for good,
// though the condition that brought the rod has its edge right there. Equal masses: x' = (1 - 2)/2 m/s.
TEST(Latch, may_turn_the_motion_round_at_the_edge_of_its_condition) {
  const std::string path = model_file(
      "coordinates: {x: m, z: m}\n"
      "points:\n  P: {from: O, at: x*N.x}\n  Q: {from: O, at: z*N.y}\n"
      "speeds: {u1: x', u2: z'}\n"
      "particles: {one: {at: P, mass: 1 kg}, other: {at: Q, mass: 1 kg}}\n"
      "constraints: {rod: {motion: x' + z', when: x > 0}}\n"
      "initial: {x: -1 m, u1: 1 m/s, u2: 2 m/s}\n");
  for (const SimulationOptions& options : methods()) {
    MovingModel model(path, {}, options);
    model.start();
    ASSERT_EQ(describe(model.simulation.run_to(3)), std::string("ok"));
    EXPECT_NEAR(model.simulation.state()[0], -1, 1e-9);
    EXPECT_NEAR(model.simulation.state()[2], -0.5, 1e-12);
    EXPECT_EQ(switches(model.simulation).size(), 1u);
  }
}

TEST(Latch, that_begins_on_holds_where_the_motion_begins) {
  MovingModel latch(
      model_file(slide("  catch: {configuration: x - 9 m, until: t > 2 s, hold: true}\n", "initial: {x: 0.3 m}\n")), {},
      fine());
  latch.start();
  ASSERT_EQ(describe(latch.simulation.run_to(1.5)), std::string("ok"));
  EXPECT_NEAR(latch.simulation.state()[0], 0.3, 1e-12);
}

TEST(Latch, of_a_loop_switches_all_of_its_rows) {
  const std::string text =
      "coordinates: {x: m, y_: m}\npoints:\n  P: {from: O, at: x*N.x + y_*N.y}\n  Q: {from: O, at: 1 m*N.x}\n"
      "speeds: {u1: x', u2: y_'}\nparticles:\n  bob: {at: P, mass: 1 kg}\n"
      "constraints:\n"
      "  pin: {loop: [P, Q], along: {x: N.x, y: N.y}, when: rises(x - 1 m), until: t > 2 s}\n"
      "initial: {u1: 1 m/s}\n";
  MovingModel latch(model_file(text), {}, fine());
  latch.start();
  ASSERT_EQ(describe(latch.simulation.run_to(3)), std::string("ok"));
  const auto list = switches(latch.simulation);
  ASSERT_EQ(list.size(), 4u);
  EXPECT_NEAR(list[0].t, 1, 1e-12);
  EXPECT_EQ(list[0].t, list[1].t);
  EXPECT_NEAR(list[2].t, 2, 1e-12);
}

TEST(Latch, may_be_repeated) {
  const std::string text =
      "parameters: {count: 3}\n"
      "repeat:\n  slides:\n    for: i\n    from: 1\n    to: count\n    add:\n"
      "      coordinates: {x$i: m}\n      points: {P$i: {from: O, at: x$i*N.x}}\n      speeds: {u$i: x$i'}\n"
      "      particles: {bob$i: {at: P$i, mass: 1 kg}}\n"
      "      constraints: {stop$i: {motion: x$i', when: t > $i*(1 s), until: t > $(2*i)*(1 s)}}\n"
      "      initial: {u$i: 1 m/s}\n";
  MovingModel model(model_file(text), {}, fine());
  model.start();
  ASSERT_EQ(describe(model.simulation.run_to(7)), std::string("ok"));
  for (std::size_t i = 0; i < 3; ++i) EXPECT_NEAR(model.simulation.state()[i], static_cast<double>(i + 1), 1e-11);
  EXPECT_EQ(switches(model.simulation).size(), 6u);
}

// The switching function of `when` stays at zero, give or take rounding, while the row holds.
TEST(Latch, that_holds_at_the_edge_of_its_own_condition_does_not_chatter) {
  for (const SimulationOptions& options : methods()) {
    MovingModel latch(model_file(slide("  catch: {configuration: x - 0.1 m, when: x >= 0.1 m, until: t > 2 s}\n")), {},
                      options);
    latch.start();
    ASSERT_EQ(describe(latch.simulation.run_to(3)), std::string("ok"));
    EXPECT_EQ(latch.simulation.counts().events, 4);
    EXPECT_LT(latch.simulation.counts().steps, options.method == Method::adaptive ? 200 : 3200);
    EXPECT_NEAR(latch.simulation.state()[1], (5 + 0.5) / 2, 1e-6);
  }
}

TEST(DoorCatch, lets_go_when_the_hand_pulls_as_much_as_it_can_hold) {
  MovingModel door("models/latch/door_catch.yaml", {}, fine());
  door.start();
  ASSERT_EQ(describe(door.simulation.run_to(9)), std::string("ok"));
  const auto list = switches(door.simulation);
  ASSERT_EQ(list.size(), 3u);
  // The catch carries what the hand gives beyond the closer: 12 N/s (t - 2.5 s) 0.8 m - 1.5 N m 20 deg = 30 N 0.8 m.
  const double closer = 1.5 * 20 * std::numbers::pi / 180;
  EXPECT_NEAR(list[1].t, 2.5 + (24 + closer) / (12 * 0.8), 1e-9);
  EXPECT_TRUE(list[2].on);
  EXPECT_NEAR(door.simulation.ledger().drift(), 0, 1e-8);
}

}  // namespace
}  // namespace tangible
