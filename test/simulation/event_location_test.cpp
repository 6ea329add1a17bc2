// SPDX-License-Identifier: Apache-2.0
// Kinks, jumps and events are located exactly, by every method; results requested between steps do not matter.
#include <numbers>

#include "simulation/inline_model.h"

namespace tangible {
namespace {

// x moves at 1 m/s; own states integrate functions of it with a kink or jump. All pieces are polynomials, which every
// method integrates exactly: what is wrong afterwards was not located.
const char* const kinks =
    "coordinates: {x: m}\n"
    "points:\n  P: {from: O, at: x*N.x}\n"
    "speeds: {u: x'}\n"
    "particles:\n  p: {at: P, mass: 1 kg}\n"
    "tables:\n  hat: {x: [0 m, 0.4 m, 1 m], y: [0, 1, 0]}\n"
    "states:\n"
    "  z1: {unit: rad, rate: abs(x - 0.3 m)/(1 m*1 s)}\n"
    "  z2: {unit: rad, rate: \"min(x, 0.5 m)/(1 m*1 s)\"}\n"
    "  z3: {unit: rad, rate: \"max(x, 0.5 m)/(1 m*1 s)\"}\n"
    "  z4: {unit: rad, rate: sign(x - 0.2 m)/(1 s)}\n"
    "  z5: {unit: rad, rate: \"select(x > 0.7 m, 2, 1)/(1 s)\"}\n"
    "  z6: {unit: rad, rate: hat(x)/(1 s)}\n"
    "initial: {u: 1 m/s}\n";

TEST(Kinks, of_every_kind_end_a_step) {
  const double exact[] = {0.29, 0.375, 0.625, 0.6, 1.3, 0.5};
  for (const Method method : {Method::adaptive, Method::rk4, Method::rk2}) {
    MovingModel model(model_file(kinks), {}, fixed(method, 0.03));
    model.start();
    ASSERT_EQ(describe(model.simulation.run_to(1)), std::string("ok"));
    for (std::size_t i = 0; i < 6; ++i)
      EXPECT_NEAR(model.simulation.state()[2 + i], exact[i], 1e-12) << name_of(method) << " z" << i + 1;
  }
}

// A force of constant size towards the middle: parabolas that join where the sign changes, 40 of them.
TEST(Kinks, do_not_wear_the_motion_down) {
  const char* const well =
      "coordinates: {x: m}\n"
      "points:\n  P: {from: O, at: x*N.x}\n"
      "speeds: {u: x'}\n"
      "particles:\n  p: {at: P, mass: 1 kg}\n"
      "loads:\n  well: {force: -1 N*sign(x)*N.x, at: P}\n"
      "initial: {x: 1 m}\n";
  for (const Method method : {Method::adaptive, Method::rk4}) {
    SimulationOptions options = fixed(method, 0.05);
    options.tolerance = 1e-12;
    MovingModel model(model_file(well), {}, options);
    model.start();
    ASSERT_EQ(describe(model.simulation.run_to(80 * std::numbers::sqrt2)), std::string("ok"));
    EXPECT_NEAR(model.simulation.state()[0], 1, 1e-10) << name_of(method);
    EXPECT_NEAR(model.simulation.state()[1], 0, 1e-10) << name_of(method);
  }
}

// Between two stops of a spring with a dead zone the motion is straight, beyond them it is harmonic: 50 kinks in 10 s.
TEST(Kinks, cost_the_adaptive_method_a_few_trials_each) {
  const char* const dead_zone =
      "parameters: {k: 100 N/m, d: 0.05 m}\n"
      "coordinates: {x: m}\n"
      "points:\n  P: {from: O, at: x*N.x}\n"
      "speeds: {u: x'}\n"
      "particles:\n  p: {at: P, mass: 1 kg}\n"
      "loads:\n  spring: {force: \"-k*(max(x - d, 0 m) + min(x + d, 0 m))*N.x\", at: P}\n"
      "initial: {x: 0.2 m}\n";
  MovingModel model(model_file(dead_zone), {}, {});
  model.start();
  // Half an oscillation beyond a stop takes pi/10 s, the way between them 0.1 m at 1.5 m/s.
  const double period = 2 * (std::numbers::pi / 10 + 0.1 / 1.5);
  ASSERT_EQ(describe(model.simulation.run_to(13 * period)), std::string("ok"));
  EXPECT_NEAR(model.simulation.state()[0], 0.2, 1e-8);
  EXPECT_LT(model.simulation.counts().rejected, 52 * 5);
  EXPECT_LT(model.simulation.counts().steps, 52 * 12);
}

// The clock of a run never passes the requested time, though events are located slightly past their instant.
TEST(Events, at_the_limit_do_not_pass_it) {
  const char* const bell =
      "discrete: {rung: 0}\n"
      "coordinates: {x: m}\n"
      "points:\n  P: {from: O, at: x*N.x}\n"
      "speeds: {u: x'}\n"
      "particles:\n  p: {at: P, mass: 1 kg}\n"
      "events:\n  bell: {when: rises(x - 0.7 m), do: [{set: {rung: 1}}]}\n"
      "initial: {u: 1 m/s}\n";
  for (const Method method : {Method::adaptive, Method::rk4})
    for (const double limit : {0.7, 0.7 + 1e-14, 0.7 + 5e-14, 0.7 + 2e-13}) {
      MovingModel model(model_file(bell), {}, fixed(method, 0.03));
      model.start();
      ASSERT_EQ(describe(model.simulation.run_to(limit)), std::string("ok"));
      EXPECT_EQ(model.simulation.time(), limit) << name_of(method);
    }
}

// Events that follow each other within a step, the second by a thousandth, a millionth, a thousand-millionth of it.
TEST(Events, right_after_one_another_are_each_found) {
  for (const double gap : {1e-5, 1e-8, 1e-11}) {
    const std::string twice = "parameters: {gap: " + std::to_string(gap * 1e11) +
                              "e-11 s}\n"
                              "coordinates: {x: m}\n"
                              "points:\n  P: {from: O, at: x*N.x}\n"
                              "speeds: {u: x'}\n"
                              "particles:\n  p: {at: P, mass: 1 kg}\n"
                              "discrete: {first: 0 s, second: 0 s}\n"
                              "events:\n"
                              "  a: {when: rises(t - 0.123456789 s), do: [{set: {first: t}}]}\n"
                              "  b: {when: rises(t - 0.123456789 s - gap), do: [{set: {second: t}}]}\n";
    for (const Method method : {Method::adaptive, Method::rk4, Method::rk2}) {
      MovingModel model(model_file(twice), {}, fixed(method, 0.01));
      model.start();
      ASSERT_EQ(describe(model.simulation.run_to(1)), std::string("ok"));
      const std::span<const double> times = std::as_const(model.simulation.motion()).discretes();
      EXPECT_NEAR(times[0], 0.123456789, 3e-13) << name_of(method) << gap;
      EXPECT_NEAR(times[1] - times[0], gap, 6e-13) << name_of(method) << gap;
    }
  }
}

// A pendulum in Cartesian coordinates passes the vertical: the event is located by the state on its circle, not by one
// that has drifted away from it within the step.
TEST(Events, of_a_mechanism_with_rows_are_located_on_the_rows) {
  const char* const pendulum =
      "gravity: -9.81*N.z\n"
      "coordinates: {x: m, z: m}\n"
      "points:\n  P: {from: O, at: x*N.x + z*N.z}\n"
      "speeds: {ux: x', uz: z'}\n"
      "particles:\n  p: {at: P, mass: 1 kg}\n"
      "constraints:\n  rod: {configuration: x^2 + z^2 - 1 m^2}\n"
      "discrete: {passed: 0 s}\n"
      "events:\n  bottom: {when: rises(x), do: [{set: {passed: t}}]}\n"
      "initial: {x: -0.6 m, z: -0.8 m}\n";
  MovingModel model(model_file(pendulum), {}, fixed(Method::rk4, 0.01));
  model.start();
  ASSERT_EQ(describe(model.simulation.run_to(10)), std::string("ok"));
  const auto crossings = occurrences_of(model.simulation, Occurrence::Kind::event);
  ASSERT_GE(crossings.size(), 4u);
  // One for each swing, not two; periods are all the same.
  const double period = crossings[1].t - crossings[0].t;
  EXPECT_GT(period, 2);
  for (std::size_t i = 1; i + 1 < crossings.size(); ++i) EXPECT_NEAR(crossings[i + 1].t - crossings[i].t, period, 1e-6);
}

// An event at an irrational time, by its own counting: the time is written down by the event itself.
TEST(Events, are_located_to_the_picosecond) {
  const char* const timed =
      "discrete: {when_hit: 0 s, speed: 0 m/s}\n"
      "coordinates: {x: m}\n"
      "points:\n  P: {from: O, at: x*N.x}\n"
      "speeds: {u: x'}\n"
      "particles:\n  p: {at: P, mass: 1 kg}\n"
      "loads:\n  spring: {force: -4 N/m*x*N.x, at: P}\n"
      "events:\n  hit: {when: falls(x - 0.3 m), if: speed >= 0, do: [{set: {when_hit: t, speed: u}}]}\n"
      "initial: {x: 1 m}\n";
  const double exact = std::acos(0.3) / 2;
  for (const double tolerance : {1e-8, 1e-12}) {
    SimulationOptions options;
    options.tolerance = tolerance;
    MovingModel model(model_file(timed), {}, options);
    model.start();
    ASSERT_EQ(describe(model.simulation.run_to(2)), std::string("ok"));
    // As good as the motion is, and no worse than a picosecond.
    EXPECT_NEAR(model.simulation.motion().discretes()[0], exact, tolerance < 1e-10 ? 1e-12 : 1e-7);
    EXPECT_NEAR(model.simulation.motion().discretes()[1], -2 * std::sin(2 * exact), tolerance < 1e-10 ? 1e-11 : 1e-6);
  }
}

TEST(Results, at_requested_times_do_not_depend_on_what_else_was_asked) {
  const auto at = [](double every) {
    MovingModel model("models/woodpecker/woodpecker.yaml", {}, {});
    model.start();
    std::vector<double> y(model.simulation.state().size());
    for (double next = every; next <= 0.5 + 1e-12;) {
      EXPECT_EQ(model.simulation.advance(0.5), SimulationStatus::ok);
      for (; next <= model.simulation.time(); next += every) (void)model.simulation.state_at(next, y);
      if (model.simulation.has_event()) {
        EXPECT_EQ(model.simulation.resolve_instant(), SimulationStatus::ok);
      }
    }
    return std::vector<double>(model.simulation.state().begin(), model.simulation.state().end());
  };
  EXPECT_EQ(at(0.5), at(0.0078125));
}

const char* const rotor =
    "coordinates: {q: rad}\n"
    "frames: {B: {in: N, rotate: {z: q}}}\n"
    "bodies: {r: {frame: B, center: O, mass: 1 kg, inertia: {zz: 1 kg*m^2}}}\n"
    "speeds: {u: q'}\n"
    "discrete: {k: 0}\n"
    "initial: {q: 10 deg, u: 10 rad/s}\n"
    "events:\n  turn: {when: rises(sin(q)), do: [{set: {k: k + 1}}]}\n";

// A rotor turns through its mark ten times while a free body needs a handful of long steps: samples that happen to come
// once a turn show only the slope.
TEST(LongSteps, miss_no_turn) {
  for (const double speed : {3.0, 10.0, 37.0, 100.0, 1000.0})
    for (const double tolerance : {1e-12, 1e-10, 1e-6}) {
      SimulationOptions options;
      options.tolerance = tolerance;
      MovingModel model(model_file(rotor), {}, options);
      model.simulation.state()[1] = speed;
      model.start();
      ASSERT_EQ(describe(model.simulation.run_to(10)), std::string("ok"));
      const double before = std::numbers::pi / 18, whole = 2 * std::numbers::pi;
      ASSERT_EQ(model.simulation.log().all().size(), static_cast<std::size_t>((before + 10 * speed) / whole)) << speed;
      for (std::size_t k = 0; k < model.simulation.log().all().size(); ++k)
        EXPECT_NEAR(model.simulation.log().all()[k].t, (whole * double(k + 1) - before) / speed, 1e-9);
    }
}

// A condition may last for a small part of a turn only: sin(q) > 0.99 for 0.28 rad of it.
TEST(LongSteps, miss_no_narrow_mark) {
  std::string narrow = rotor;
  narrow.replace(narrow.find("rises(sin(q))"), 13, "rises(sin(q) - h)");
  for (const char* height : {"0.5", "0.9", "0.99", "0.999"})
    for (const double speed : {200.0, 300.0, 1000.0}) {
      MovingModel model(model_file(narrow + "parameters: {h: " + height + "}\n"), {}, {});
      model.simulation.state()[1] = speed;
      model.start();
      ASSERT_EQ(describe(model.simulation.run_to(1)), std::string("ok"));
      const double first = std::asin(std::stod(height)) - std::numbers::pi / 18, whole = 2 * std::numbers::pi;
      EXPECT_EQ(model.simulation.log().all().size(), static_cast<std::size_t>((speed - first) / whole) + 1)
          << height << " at " << speed;
    }
}

TEST(LongSteps, miss_nothing_that_comes_and_goes_within_them) {
  const std::string timed =
      std::string(rotor) + "  clock: {when: rises(sin(7 rad/s*t + 0.1)), do: [{set: {k: k + 1}}]}\n";
  for (const double tolerance : {1e-12, 1e-10, 1e-6}) {
    SimulationOptions options;
    options.tolerance = tolerance;
    MovingModel model(model_file(timed), {}, options);
    model.start();
    ASSERT_EQ(describe(model.simulation.run_to(10)), std::string("ok"));
    std::vector<double> turns, clock;
    for (const Occurrence& o : model.simulation.log().all()) (o.index == 0 ? turns : clock).push_back(o.t);
    ASSERT_EQ(turns.size(), 15u);
    ASSERT_EQ(clock.size(), 11u);
    for (std::size_t k = 0; k < turns.size(); ++k)
      EXPECT_NEAR(turns[k], (2 * std::numbers::pi * double(k + 1) - std::numbers::pi / 18) / 10, 1e-9);
    for (std::size_t k = 0; k < clock.size(); ++k)
      EXPECT_NEAR(clock[k], (2 * std::numbers::pi * double(k + 1) - 0.1) / 7, 1e-12);
  }
}

// A result within a step that an event ends is as exact as any other: a fall is a parabola.
TEST(Interpolation, is_exact_up_to_an_event) {
  MovingModel ball("models/bouncing_ball/bouncing_ball.yaml", {}, fixed(Method::adaptive, 0));
  ball.start();
  const double fall = std::sqrt(2 / 9.81);
  std::vector<double> y(ball.simulation.motion().size());
  while (ball.simulation.time() < fall) {
    ASSERT_EQ(describe(ball.simulation.advance(1)), std::string("ok"));
    for (int i = 1; i <= 8; ++i) {
      const double from = ball.simulation.step_began(), t = from + (ball.simulation.time() - from) * i / 8;
      ASSERT_EQ(describe(ball.simulation.state_at(t, y)), std::string("ok"));
      EXPECT_NEAR(y[0], 1 - 9.81 * t * t / 2, 1e-12) << t;
    }
    if (ball.simulation.has_event()) break;
  }
  EXPECT_NEAR(ball.simulation.time(), fall, 1e-12);
}

}  // namespace
}  // namespace tangible
