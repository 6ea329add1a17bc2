// SPDX-License-Identifier: Apache-2.0
// What a caller of the library asks for in vain is refused by name, and the run goes on as if nobody had asked.
#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "engine/simulation.h"

namespace tangible {
namespace {

const std::string bead_on_ramp = R"yaml(
tangible: 1
parameters: {m: 2 kg, slope: 0.3 rad}
inputs: {F: N}
coordinates: {x: m, h: m}
points:
  P: {from: O, at: x*N.x + h*N.y}
particles:
  bead: {at: P, mass: m}
loads:
  push: {force: F*N.x, at: P}
constraints:
  ramp: {configuration: h - x*slope}
  brake: {motion: x', active: false}
handles:
  grip: {at: P, frame: N}
  rail: {at: P, frame: N, directions: [N.x]}
)yaml";

template <class Action>
std::string refusal_of(Action&& action) {
  try {
    action();
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  return "";
}

TEST(Refusal, names_that_the_model_lacks_are_quoted_and_change_nothing) {
  Simulation run(load_text(bead_on_ramp), {.method = Method::rk4, .step = 1e-2});
  run.set_input("F", 4);
  ASSERT_EQ(run.advance_to(0.5), SimulationStatus::ok);
  const double x = run.value("x");
  const auto expect = [](const std::string& text, const char* what) {
    EXPECT_EQ(text, "there is no " + std::string(what) + " named 'y' in this model");
  };
  expect(refusal_of([&] { (void)run.value("y"); }), "quantity");
  expect(refusal_of([&] { (void)run.force("y"); }), "constraint or contact");
  expect(refusal_of([&] { (void)run.is_active("y"); }), "constraint");
  expect(refusal_of([&] { run.set_input("y", 1); }), "input");
  expect(refusal_of([&] { (void)run.set_parameter("y", 1); }), "parameter");
  expect(refusal_of([&] { (void)run.set_constraint("y", true); }), "constraint");
  expect(refusal_of([&] { run.set_external_row("y", [](ExternalRow&) {}); }), "external row");
  EXPECT_EQ(run.value("x"), x);
  EXPECT_EQ(run.value("F"), 4);
  EXPECT_EQ(run.status(), SimulationStatus::ok);
}

TEST(Refusal, constraints_that_always_hold_are_not_switched_by_hand) {
  Simulation run(load_text(bead_on_ramp));
  EXPECT_NE(refusal_of([&] { (void)run.set_constraint("ramp", false); }).find("give it `active` in the model"),
            std::string::npos);
  EXPECT_TRUE(run.is_active("ramp"));
  EXPECT_EQ(run.set_constraint("brake", true), SimulationStatus::ok);
  EXPECT_TRUE(run.is_active("brake"));
}

TEST(Refusal, ports_beyond_those_that_were_asked_for_are_refused_and_the_first_one_stays) {
  Simulation run(load_text(bead_on_ramp), {.method = Method::rk4, .step = 1e-2, .ports = 1});
  Port& grip = run.port("grip");
  EXPECT_EQ(refusal_of([&] { (void)run.port("bead"); }), "all 1 ports are in use: give SimulationOptions::ports");
  EXPECT_EQ(&run.port("grip"), &grip);
  const std::string unknown = refusal_of([&] { (void)run.make_port("grap"); });
  EXPECT_NE(unknown.find("there is no handle, body or particle named 'grap'"), std::string::npos) << unknown;
  EXPECT_NE(unknown.find("grip"), std::string::npos) << unknown;
}

TEST(Refusal, ports_of_other_models_and_of_no_slot_are_not_attached) {
  const Model model = load_text(bead_on_ramp);
  Simulation run(model, {.method = Method::rk4, .step = 1e-2, .ports = 1});
  Simulation other(load_text(bead_on_ramp));
  EXPECT_EQ(refusal_of([&] { (void)run.attach(1, run.make_port("grip")); }),
            "there are only 1 ports: give SimulationOptions::ports");
  EXPECT_EQ(refusal_of([&] { (void)run.attach(0, other.make_port("grip")); }), "port 'grip' belongs to another model");
  EXPECT_EQ(run.port_at(0), nullptr);
  const std::unique_ptr<Port> loose = run.make_port("grip");
  std::array<double, 36> mobility;
  EXPECT_EQ(refusal_of([&] { (void)run.mobility(*loose, mobility); }),
            "port 'grip' is not attached to this simulation");
  Simulation second(model);  // of the same model
  EXPECT_EQ(second.attach(0, run.make_port("grip")), nullptr);
}

// Models of the same size may follow each other at the same address.
TEST(Refusal, ports_that_outlive_their_model_are_not_attached_to_the_next_one) {
  const std::string other = R"yaml(
tangible: 1
coordinates: {r: m, w: m, s: m}
points:
  P: {from: O, at: r*N.x + w*N.y + s*N.z}
particles:
  bead: {at: P, mass: 1 kg}
handles:
  grip: {at: P, frame: N}
)yaml";
  for (int k = 0; k < 20; ++k) {
    std::unique_ptr<Port> left;
    {
      const Simulation first(load_text(bead_on_ramp));
      left = first.make_port("grip");
    }
    Simulation second(load_text(other));
    EXPECT_EQ(refusal_of([&] { (void)second.attach(0, std::move(left)); }), "port 'grip' belongs to another model");
    EXPECT_EQ(second.advance_to(0.01), SimulationStatus::ok);
  }
}

// Not even the ports notice that another start was tried.
TEST(Refusal, of_a_start_leaves_the_run_as_it_was) {
  const Model model = load("models/four_bar/four_bar_absolute.yaml");
  Simulation run(model, {.method = Method::rk4}), untouched(model, {.method = Method::rk4});
  const std::string body = model.description().frames.front().name;
  for (Simulation* each : {&run, &untouched}) {
    each->port(body).hold({{1, 2, 0}, {}}, WrenchFrame::handle);
    ASSERT_EQ(each->advance_to(0.1), SimulationStatus::ok);
  }
  const std::vector<double> q(model.system().nq(), std::nan("")), u(model.system().nu());
  EXPECT_FALSE(refusal_of([&] { run.reset(q, u); }).empty());
  EXPECT_EQ(run.status(), SimulationStatus::ok);
  EXPECT_EQ(run.time(), untouched.time());
  EXPECT_EQ(run.port(body).pose().position.x, untouched.port(body).pose().position.x);
  EXPECT_EQ(run.port(body).power(), untouched.port(body).power());
  for (Simulation* each : {&run, &untouched}) ASSERT_EQ(each->advance_to(0.2), SimulationStatus::ok);
  EXPECT_TRUE(std::ranges::equal(run.loop().state(), untouched.loop().state()));
}

// Comparisons with what is no number are false: such a row looked like one that others imply.
TEST(Refusal, of_constraints_that_have_no_finite_value) {
  for (const char* left : {"1 m*sqrt(x/(1 m) - 2)", "x - 1 m*acos(y/(1 m) + 5)", "1 m*log(x/(1 m) - 2)"}) {
    const std::string text = std::string(R"yaml(
tangible: 1
coordinates: {x: m, y: m}
points: {P: {from: O, at: x*N.x + y*N.y}}
particles: {bead: {at: P, mass: 1 kg}}
initial: {x: 1 m}
constraints: {c: {configuration: )yaml") + left + "}}\n";
    const std::string told = refusal_of([&] { const Simulation run(load_text(text)); });
    EXPECT_NE(told.find("'c'"), std::string::npos) << left << ": " << told;
  }
}

TEST(Refusal, offsets_of_ports_are_finite) {
  const Simulation run(load_text(bead_on_ramp));
  for (const double x : {std::nan(""), HUGE_VAL})
    EXPECT_EQ(refusal_of([&] { (void)run.make_port("grip", {0, x, 0}); }), "the offset of port 'grip' is not finite");
}

// The mechanism would stay as it was made, and the parameter would have a value that holds nowhere.
TEST(Refusal, parameters_that_the_model_was_made_with_do_not_change_during_a_run) {
  const std::string chain = R"yaml(
tangible: 1
parameters: {beads: 2, most: 3 N, m: 1 kg}
tables: {pull: {x: [0 m, 1 m], y: [0 N, most]}}
repeat:
  row:
    for: i
    from: 1
    to: beads
    add:
      coordinates: {x$i: m}
      points: {P$i: {from: O, at: x$i*N.x}}
      particles: {bead$i: {at: P$i, mass: m}}
loads: {pull: {force: pull(x1)*N.x, at: P1}}
outputs: {f: pull(x1)}
initial: {x1: 0.5 m}
)yaml";
  const auto text = [](const char* name) {
    return "parameter '" + std::string(name) + "' cannot be changed during a run: the model was made with its value, " +
           "for a table or for the number of repetitions; load the model with another value";
  };
  Simulation run(load_text(chain), {.method = Method::rk4});
  EXPECT_EQ(refusal_of([&] { (void)run.set_parameter("beads", 5); }), text("beads"));
  EXPECT_EQ(refusal_of([&] { (void)run.set_parameter("most", 9); }), text("most"));
  EXPECT_EQ(run.value("beads"), 2);
  EXPECT_EQ(run.value("f"), 1.5);
  EXPECT_EQ(run.set_parameter("m", 2), SimulationStatus::ok);
  EXPECT_EQ(Simulation(load_text(chain, "chain", {.set = {{"most", "9 N"}}})).value("f"), 4.5);
}

TEST(Refusal, options_that_no_run_can_have_are_named_with_their_range) {
  const Model model = load_text(bead_on_ramp);
  const auto refused = [&](SimulationOptions options, const char* name) {
    const std::string text = refusal_of([&] { Simulation run(model, options); });
    EXPECT_EQ(text.find("SimulationOptions::" + std::string(name) + " is "), 0U) << name << ": " << text;
  };
  for (const Method method : {Method::rk4, Method::adaptive}) {
    for (const double step : {0.0, -1e-3, std::nan(""), HUGE_VAL}) refused({.method = method, .step = step}, "step");
    for (const double tolerance : {0.0, -1.0, std::nan(""), HUGE_VAL})
      refused({.method = method, .tolerance = tolerance}, "tolerance");
  }
  refused({.rest_speed = -1}, "rest_speed");
  refused({.events_per_tick = -1}, "events_per_tick");
  refused({.evaluations_per_tick = -1}, "evaluations_per_tick");
  refused({.parts_per_tick = 0}, "parts_per_tick");
  refused({.max_lag = -0.1}, "max_lag");
  refused({.max_lag = std::nan("")}, "max_lag");
  Simulation run(model, {.method = Method::rk4});
  EXPECT_NE(refusal_of([&] { (void)run.advance_to(HUGE_VAL); }), "");
  EXPECT_EQ(run.advance_to(-HUGE_VAL), SimulationStatus::ok);  // it has passed
  EXPECT_EQ(run.time(), 0);
}

TEST(Refusal, a_start_with_too_few_or_too_many_numbers_is_refused) {
  Simulation run(load_text(bead_on_ramp), {.method = Method::rk4, .step = 1e-2});
  ASSERT_EQ(run.advance_to(0.1), SimulationStatus::ok);
  const std::vector<double> three(3), two(2);
  EXPECT_NE(refusal_of([&] { run.reset(three, two); }).find("3 and 2 were given"), std::string::npos);
  EXPECT_EQ(run.time(), 0.1);
}

TEST(Refusal, rows_from_outside_have_names_of_their_own_and_numbers_before_they_act) {
  const Model model = load_text(bead_on_ramp);
  const ExternalRowDescription twice{"ramp", true, "N"};
  EXPECT_EQ(refusal_of([&] { Simulation(model, {}, std::span(&twice, 1)); }),
            "external row 'ramp' has the name of a constraint of the model; give it another name");
  const ExternalRowDescription wall{"wall", true, "N"};
  const ExternalRowDescription walls[] = {wall, wall};
  EXPECT_EQ(refusal_of([&] { Simulation(model, {}, walls); }),
            "there are two external rows named 'wall'; give one of them another name");
  Simulation run(model, {}, std::span(&wall, 1));
  EXPECT_NE(refusal_of([&] { (void)run.set_constraint("wall", true); }).find("has no function"), std::string::npos);
  EXPECT_FALSE(run.is_active("wall"));
}

TEST(Refusal, handles_are_driven_only_along_directions_that_they_have) {
  const auto loaded_with = [](const std::string& name, std::size_t freedom) {
    DrivenHandle drive{.name = name};
    drive.along[freedom] = true;
    return refusal_of([&] { (void)load_text(bead_on_ramp, "ramp.yaml", {.drive = drive}); });
  };
  EXPECT_EQ(loaded_with("rail", 0), "");
  EXPECT_NE(loaded_with("rail", 1).find("handle 'rail' has fewer directions than are driven"), std::string::npos);
  EXPECT_NE(loaded_with("bead", 3).find("'bead' is a point: it cannot be turned"), std::string::npos);
  EXPECT_NE(loaded_with("knob", 0).find("there is no handle, body or particle named 'knob' that could be driven"),
            std::string::npos);
}

}  // namespace
}  // namespace tangible
