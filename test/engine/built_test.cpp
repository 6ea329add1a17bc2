// SPDX-License-Identifier: Apache-2.0
// Mechanisms built in C++: what the reader refuses in a model file is refused here, too, in words and by name.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "engine/build.h"
#include "engine/simulation.h"

namespace tangible {
namespace {

// A bob on a rod of 0.5 m, and what else is wanted.
using More = std::function<void(Mechanism&, Point bob)>;
Model pendulum_with(const More& more, const LoadOptions& options = {}) {
  return build(
      "pendulum",
      [&](Mechanism& m) {
        const Expr mass = m.parameter("m", 2), q = m.coordinate("q");
        const Frame B = m.frame("B", m.N(), about_z(q));
        const Point P = m.point("P", m.O(), Expr(Rational(1, 2)) * B.x());
        m.particle({"bob", P, mass});
        more(m, P);
      },
      options);
}

std::string refusal_of_pendulum_with(const More& more, const LoadOptions& options = {}) {
  try {
    (void)pendulum_with(more, options);
  } catch (const BadInput& error) {
    return error.what();
  }
  return "";
}

void expect_refusal(const More& more, const std::string& text) {
  EXPECT_EQ(refusal_of_pendulum_with(more), "pendulum: error: " + text);
}

TEST(Built, nothing_that_is_there_is_refused) {
  const Model model = pendulum_with([](Mechanism& m, Point P) {
    m.constraint({.name = "brake", .expression = m.rate(*m.find_symbol("q")), .active = Activity::off});
    m.discrete("count", 0);
    m.event({.name = "late",
             .when = {.expression = m.time() - 1},
             .actions = {SetVariable{"count", 1}, SwitchConstraint{"brake"}, ApplyImpulse{m.N().x(), P}}});
    m.initial({.name = "q'", .value = 1});
    m.handle({.name = "grip", .at = P, .frame = m.find_frame("B")});
  });
  Simulation run(model);
  EXPECT_EQ(run.advance_to(2), SimulationStatus::ok);
  EXPECT_EQ(run.value("count"), 1);
  EXPECT_TRUE(run.is_active("brake"));
}

TEST(Built, loads_and_handles_without_a_place_are_refused) {
  const std::string place =
      "has no place: a force needs its point, a torque its frame, a spring both points or frames, an attraction its "
      "centre";
  expect_refusal([](Mechanism& m, Point) { m.load({"push", Force{m.N().x(), Point{}}}); }, "load 'push' " + place);
  expect_refusal([](Mechanism& m, Point) { m.load({"twist", Torque{m.N().z(), Frame{}}}); }, "load 'twist' " + place);
  expect_refusal([](Mechanism& m, Point P) { m.load({"coil", PointSpring{P, Point{}}}); }, "load 'coil' " + place);
  expect_refusal([](Mechanism& m, Point P) { m.handle({.name = "grip", .at = P, .frame = Frame{}}); },
                 "handle 'grip' needs a point and the frame in which it is fixed");
}

TEST(Built, names_of_nothing_are_refused) {
  expect_refusal([](Mechanism& m, Point) { m.initial({.name = "x", .value = 1}); },
                 "an initial value names 'x', but there is no coordinate, rate, speed, state or input of that name");
  const auto event = [](EventAction action, EventGate gate = {}) {
    return [action, gate](Mechanism& m, Point) {
      m.event({.name = "e", .when = {.expression = m.time() - 1}, .actions = {action}, .watched = gate});
    };
  };
  expect_refusal(event(SetVariable{"x", 1}),
                 "event 'e' names 'x', but there is no state, discrete variable or input of that name");
  expect_refusal(event(SwitchConstraint{"x"}), "event 'e' names 'x', but there is no constraint of that name");
  expect_refusal(event(EnterMode{"x"}), "event 'e' names 'x', but there is no mode of that name");
  expect_refusal(event(ApplyImpulse{}), "an impulse of event 'e' has no point at which it acts");
  expect_refusal(
      [](Mechanism& m, Point) {
        m.mode({"rolls", {"x"}});
      },
      "mode 'rolls' names 'x', but there is no constraint of that name");
  expect_refusal(
      [](Mechanism& m, Point P) {
        m.particle({"other", P, symbol("x")});
      },
      "the symbol x is not an input of the program\n  a mechanism declares its symbols: parameter(), input(), "
      "coordinate(), ...");
}

TEST(Built, numbers_that_are_not_finite_are_refused) {
  for (const double value : {NAN, INFINITY}) {
    expect_refusal([=](Mechanism& m, Point) { m.parameter("k", value); },
                   "the value of parameter 'k' is not a finite number");
    expect_refusal([=](Mechanism& m, Point) { m.input("F", value); }, "the value of input 'F' is not a finite number");
    expect_refusal([=](Mechanism& m, Point) { m.discrete("d", value); },
                   "the value of discrete variable 'd' is not a finite number");
    expect_refusal([=](Mechanism& m, Point) { m.initial({.name = "q", .value = value}); },
                   "the initial value of 'q' is not a finite number");
  }
}

TEST(Built, friction_without_tangents_is_refused) {
  expect_refusal(
      [](Mechanism& m, Point P) {
        m.contact({.name = "floor", .gap = *m.find_symbol("q"), .normal = m.N().y(), .on = P, .friction = 1});
      },
      "contact 'floor' has friction, but not where and along what: give it `on` and `tangents`");
}

TEST(Built, normals_of_contacts_are_unit_vectors) {
  expect_refusal(
      [](Mechanism& m, Point P) {
        m.contact({.name = "floor", .gap = *m.find_symbol("q"), .normal = 3 * m.N().y(), .on = P});
      },
      "the normal and the tangents of contact 'floor' are not of length one and at right angles; check the values of "
      "the "
      "parameters");
}

// A value that nobody uses would be a wrong result with a good status.
TEST(Built, parameters_have_the_values_of_the_builder) {
  EXPECT_EQ(
      refusal_of_pendulum_with([](Mechanism&, Point) {}, {.set = {{"m", "3 kg"}}}),
      "pendulum: error: parameters of a mechanism that is built in C++ have the values that its builder gives them; "
      "'m' cannot be set here");
}

}  // namespace
}  // namespace tangible
