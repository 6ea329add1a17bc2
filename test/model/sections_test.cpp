// SPDX-License-Identifier: Apache-2.0
// The meaning of the sections of a model file: expressions, units, loads, constraints, time.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "model/names.h"
#include "model/read_model.h"
#include "symbolic/evaluate.h"
#include "symbolic/substitute.h"

namespace tangible {
namespace {

Mechanism read_or_fail(const std::string& text) {
  ReadResult result = read_model_text("tangible: 1\n" + text, "test.yaml");
  EXPECT_TRUE(result) << result.diagnostics.to_string();
  return result ? std::move(*result.mechanism) : Mechanism("broken");
}

// The value of an output `o` of a model without symbols, or with those given.
double output(const std::string& sections, const std::string& expression, const Values& values = {}) {
  const Mechanism m = read_or_fail(sections + "\noutputs:\n  o: \"" + expression + "\"\n");
  return m.outputs().empty() ? NAN : evaluate(m.outputs()[0].value, values);
}

std::string first_error(const std::string& text) {
  const auto all = read_model_text("tangible: 1\n" + text, "test.yaml").diagnostics.sorted();
  return all.empty() ? "" : all[0].message;
}

TEST(ConstraintForce, has_the_dimension_that_makes_a_power_of_it) {
  const std::string model = R"yaml(
coordinates: {x: m, q: rad}
points: {P: {from: O, at: x*N.x}}
particles: {slide: {at: P, mass: 1 kg}}
constraints:
  stop: {motion: x'}
  lock: {motion: q'}
  gear: {configuration: 2*q}
contacts: {wall: {gap: 1 m - x}}
)yaml";
  const Mechanism m =
      read_or_fail(model + "outputs: {a: force(stop), b: force(lock), c: force(gear), d: force(wall)}\n");
  const Dimension force{.length = 1, .mass = 1, .time = -2}, torque{.length = 2, .mass = 1, .time = -2};
  EXPECT_EQ(m.outputs()[0].dimension, force);
  EXPECT_EQ(m.outputs()[1].dimension, torque);
  EXPECT_EQ(m.outputs()[2].dimension, torque);
  EXPECT_EQ(m.outputs()[3].dimension, force);
  EXPECT_NE(first_error(model + "outputs: {a: force(stop) + 1 N*m}\n"), "");
}

TEST(Quantity, units_convert_inside_expressions) {
  EXPECT_DOUBLE_EQ(output("", "3 cm + 2 mm"), 0.032);
  EXPECT_DOUBLE_EQ(output("", "36 km/h"), 10.0);
  EXPECT_DOUBLE_EQ(output("", "sin(30 deg)"), 0.5);
  EXPECT_DOUBLE_EQ(output("", "-2 kg*m^2/s^2 + 3 J"), 1.0);
  EXPECT_DOUBLE_EQ(output("", "600 rpm"), 20 * std::numbers::pi);
}

TEST(Quantity, takes_the_units_that_follow_even_if_a_parameter_has_their_name) {
  EXPECT_DOUBLE_EQ(output("parameters: {m: 7 kg}", "2 kg*m^2/(1 kg*m^2)"), 2.0);
  EXPECT_DOUBLE_EQ(output("parameters: {m: 7 kg}", "m*(2 N)", {{symbol("m"), 7.0}}), 14.0);
}

TEST(Quantity, takes_the_units_that_follow_as_a_later_factor_too) {
  EXPECT_DOUBLE_EQ(output("", "4*3 km/h*2 s"), 4 * 3 / 3.6 * 2);
  EXPECT_DOUBLE_EQ(output("parameters: {a: 5, s: 7 kg}", "1 m - a*3 m/s*(2 s)", {{symbol("a"), 5}}), -29);
  EXPECT_DOUBLE_EQ(output("parameters: {a: 5}", "-a*-3 kg*m^2/s^2", {{symbol("a"), 5}}), 15);
  EXPECT_DOUBLE_EQ(output("", "7 m/(2 s)*4 ms/mm"), 14);
  EXPECT_NE(first_error("parameters: {x: 5 m}\ndefine: {a: x/3 m/s}\n"), "");
  EXPECT_NE(first_error("parameters: {x: 5 m, g: 2 kg}\ndefine: {a: x/3 m/(g*s)}\n"), "");
}

TEST(Quantity, a_bare_number_takes_the_dimension_of_its_neighbours) {
  EXPECT_EQ(first_error("parameters: {L: 1 m}\ndefine: {a: L + 1}\n"), "");
  EXPECT_EQ(first_error("points: {P: {from: O, at: 0.3*N.x + 2 cm*N.y}}\n"), "");
  EXPECT_EQ(first_error("gravity: -9.81*N.y\n"), "");
  EXPECT_NE(first_error("parameters: {L: 1 m}\ndefine: {a: L^2 + 1*L}\n"), "");
}

TEST(Quantity, takes_a_group_of_units) {
  EXPECT_DOUBLE_EQ(output("", "6 g*m/(cm*ms^2) + 0 kg/s^2"), 6e5);
  EXPECT_DOUBLE_EQ(output("", "2 N/(m*s) / (4 N/(m*s))"), 0.5);
  // A unit at least has to be clear: all of them may be parameters.
  const std::string m = "parameters: {m: 4 kg, s: 2 m}\n";
  EXPECT_DOUBLE_EQ(output(m, "3 N/(kg*m)", {{symbol("m"), 4}, {symbol("s"), 2}}), 3);
  EXPECT_DOUBLE_EQ(output(m, "24 N/(m*s)", {{symbol("m"), 4}, {symbol("s"), 2}}), 3);
}

TEST(Quantity, a_parameter_without_unit_fits_everywhere_and_its_products_too) {
  EXPECT_EQ(first_error("parameters: {m: 2, g: 9.81}\npoints: {P: {from: O}}\nparticles: {bob: {at: P, mass: m}}\n"
                        "loads: {weight: {force: -m*g*N.y, at: P}}\n"),
            "");
}

TEST(Vectors, obey_their_algebra) {
  const std::string frames = "coordinates: {q: rad}\nframes: {B: {in: N, rotate: {z: q}}}\n";
  const Values at{{symbol("q"), 0.4}};
  EXPECT_NEAR(output(frames, "dot(N.x, B.x)", at), std::cos(0.4), 1e-15);
  EXPECT_NEAR(output(frames, "dot(cross(N.x, B.x), N.z)", at), std::sin(0.4), 1e-15);
  EXPECT_NEAR(output(frames, "mag(3*N.x + 4*B.z)", at), 5, 1e-15);
  EXPECT_NEAR(output(frames, "dot(unit(2*B.y), N.y)", at), std::cos(0.4), 1e-15);
}

TEST(Motion, velocities_follow_from_places) {
  const std::string model =
      "coordinates: {q: rad}\nframes: {B: {in: N, rotate: {z: q}, origin: O}}\npoints: {P: {from: O, at: 2*B.x}}\n";
  const Values at{{symbol("q"), 0.4}, {symbol("q'"), 3.0}, {symbol("q''"), 5.0}};
  EXPECT_NEAR(output(model, "dot(v(P), B.y)", at), 6, 1e-14);
  EXPECT_NEAR(output(model, "mag(v(P, in: B))", at), 0, 1e-14);
  EXPECT_NEAR(output(model, "dot(v(P, fixed_in: B), B.y)", at), 6, 1e-14);
  EXPECT_NEAR(output(model, "dot(w(B), N.z)", at), 3, 1e-14);
  EXPECT_NEAR(output(model, "dot(w(N, B), N.z)", at), -3, 1e-14);
  EXPECT_NEAR(output(model, "dot(a(P), B.x)", at), -18, 1e-13);
  EXPECT_NEAR(output(model, "dot(dt(B.x), B.y)", at), 3, 1e-14);
  EXPECT_NEAR(output(model, "dt(sin(q))", at), 3 * std::cos(0.4), 1e-14);
  EXPECT_NEAR(output(model, "q'^2 + q''", at), 14, 1e-14);
  EXPECT_NEAR(output(model, "dot(p(O, P) - p(P), N.x)", at), 0, 1e-14);
}

TEST(Conditions, are_one_or_zero) {
  EXPECT_EQ(output("", "select(1 < 2 and not (3 <= 2), 5, 6)"), 5);
  EXPECT_EQ(output("", "select(1 == 2 or 1 != 1, 5, 6)"), 6);
  EXPECT_EQ(output("", "2*(3 > 1)"), 2);
}

std::size_t count_warnings(const std::string& when) {
  const std::string model =
      "coordinates: {x: m}\ndiscrete: {hits: 0}\npoints: {P: {from: O, at: x*N.x}}\n"
      "particles: {b: {at: P, mass: 1 kg}}\nevents: {e: {when: ";
  const auto all = read_model_text("tangible: 1\n" + model + when + ", do: [{set: {hits: 1}}]}}\n", "test.yaml");
  EXPECT_TRUE(all) << all.diagnostics.to_string();
  return all.diagnostics.sorted().size();
}

TEST(Conditions, that_wait_for_an_equality_of_what_varies_are_warned_of) {
  EXPECT_EQ(count_warnings("x == 0.5"), 1U);
  EXPECT_EQ(count_warnings("hits == 0 and t == 2 s"), 1U);
  EXPECT_EQ(count_warnings("hits == 2"), 0U);  // jumps from one value to the next
  EXPECT_EQ(count_warnings("x >= 0.5 and x <= 1"), 0U);
}

TEST(Tables, pass_through_their_points) {
  const std::string table = "tables: {felt: {x: [0, 1 mm, 3 mm], y: [0, 2 N, 10 N]}}\ncoordinates: {x: m}\n";
  EXPECT_NEAR(output(table, "felt(x)", {{symbol("x"), 0.002}}), 6, 1e-12);
  EXPECT_NEAR(output(table, "felt(x)", {{symbol("x"), 0.001}}), 2, 1e-12);
  EXPECT_NE(first_error(table + "define: {a: felt(2 s)}\n"), "");
}

// A coordinate that nothing else mentions, too.
TEST(Initial, speeds_of_the_programs_choice_are_known_before_anything_asks_for_their_coordinates) {
  const Mechanism m = read_or_fail("coordinates: {q1: rad, q2: rad}\ninitial: {q1: 1, u2: 3 rad/s}\n");
  ASSERT_NE(m.initials().find("u2"), nullptr);
  EXPECT_EQ(m.initials().find("u2")->value, 3);
}

TEST(Bodies, stand_for_their_frames_in_expressions) {
  const std::string wheel =
      "coordinates: {q: rad}\nframes: {B: {in: N, rotate: {z: q}}}\npoints: {C: {from: O}, K: {from: C, at: 0.3*N.y}}\n"
      "bodies: {wheel: {frame: B, center: C, mass: 1 kg, inertia: {zz: 1}}}\n";
  for (const char* name : {"B", "wheel"}) {
    const std::string slip = "dot(v(K, fixed_in: " + std::string(name) + "), N.x)";
    EXPECT_DOUBLE_EQ(output(wheel, slip, {{symbol("q'"), 2}}), -0.6);
  }
  EXPECT_NE(first_error(wheel + "outputs: {a: 'dot(w(weel), N.z)'}\n"), "");
}

TEST(Frames, an_attitude_given_as_angles_becomes_unit_euler_parameters) {
  const Mechanism m = read_or_fail(R"yaml(
coordinates: {e0: rad, e1: rad, e2: rad, e3: rad}
frames: {B: {in: N, euler: [e0, e1, e2, e3]}, C: {in: N, rotate: {body: xyz, angles: [10 deg, 20 deg, -30 deg]}}}
outputs: {same: "dot(B.x, C.x) + dot(B.y, C.y) + dot(B.z, C.z)"}
initial: {B: {body: xyz, angles: [10 deg, 20 deg, -30 deg]}}
)yaml");
  Values e;
  for (const InitialValue& value : m.initials()) e[symbol(value.name)] = value.value;
  ASSERT_EQ(e.size(), 4U);
  EXPECT_NEAR(evaluate(m.outputs()[0].value, e), 3, 1e-14);
  EXPECT_EQ(m.constraints().size(), 1U);  // e.e = 1
}

TEST(Speeds, may_be_defined_with_other_speeds) {
  const Mechanism m = read_or_fail("coordinates: {q1: m, q2: m}\nspeeds:\n  u1: q1'\n  u2: u1 + q2'\n");
  EXPECT_EQ(m.speeds()[1].definition, symbol("q1'") + symbol("q2'"));
}

TEST(Constraints, rows_of_a_loop_have_names) {
  const Mechanism m = read_or_fail(R"(
coordinates: {q1: m, q2: m}
points: {P: {from: O, at: q1*N.x + q2*N.y}}
constraints:
  a: {loop: [O, P], along: {x: N.x, y: N.y}, active: false}
  b: {loop: [O, P], along: [N.x, N.y], active: true}
  c: {configuration: q1, active: q2 > 0}
)");
  for (const char* name : {"a.x", "a.y", "b.1", "b.2", "c"}) EXPECT_NE(m.constraints().find(name), nullptr) << name;
  EXPECT_EQ(m.constraints().find("a.y")->expression, symbol("q2"));
  EXPECT_EQ(m.constraints().find("b.1")->active, Activity::on);
  EXPECT_TRUE(m.constraints().find("c")->condition.has_value());
}

TEST(Events, keep_trigger_condition_and_actions) {
  const Mechanism m = read_or_fail(R"(
inputs: {F: N}
discrete: {hits: 0}
coordinates: {x: m}
points: {P: {from: O, at: x*N.x}}
constraints: {latch: {motion: x', active: false}}
events:
  hit: {when: falls(x - 1 cm), if: hits < 3, do: [{set: {hits: hits + 1}}, {hold: latch}, {impulse: {vector: 2*N.x, at: P}}]}
  free: {when: rises(abs(force(latch)) - 2 N), do: [{deactivate: latch}]}
)");
  const Event& hit = m.events()[0];
  EXPECT_EQ(hit.when.edge, Trigger::Edge::falls);
  EXPECT_TRUE(hit.condition.has_value());
  ASSERT_EQ(hit.actions.size(), 3U);
  EXPECT_EQ(std::get<SetVariable>(hit.actions[0]).value, symbol("hits") + 1);
  EXPECT_TRUE(std::get<SwitchConstraint>(hit.actions[1]).hold);
  EXPECT_EQ(std::get<ApplyImpulse>(hit.actions[2]).at, m.find_point("P"));
  EXPECT_LT(hit.order, m.events()[1].order);
  EXPECT_TRUE(depends_on(m.events()[1].when.expression, m.constraint_force("latch")));
}

TEST(Repeat, counts_in_names_and_values) {
  const Mechanism m = read_or_fail(
      "parameters: {links: 3}\nrepeat: {a: {for: i, from: 1, to: links, add: {define: {d_$i: $(2*i+1)*1 m}}}}\n");
  ASSERT_EQ(m.definitions().size(), 3U);
  EXPECT_EQ(std::get<Expr>(m.definitions().find("d_3")->value), Expr(7));
}

TEST(Names, that_are_close_are_suggested) {
  const std::vector<std::string> known = {"basket", "caster"};
  EXPECT_EQ(nearest("Basket", known), "basket");
  EXPECT_EQ(nearest("zebra", known), "");
}

TEST(Names, of_two_coordinates_may_be_x_and_y) {
  const Mechanism m = read_or_fail("coordinates: {x: m, y: m}\npoints: {P: {from: O, at: x*N.x + y*N.y}}\n");
  EXPECT_NE(m.coordinates().find("y"), nullptr);
}

TEST(Names, that_are_abbreviated_are_suggested_in_full) {
  const std::vector<std::string> known = {"loads", "coordinates", "parameters", "particles"};
  EXPECT_EQ(nearest("coords", known), "coordinates");  // three changes would make "loads" of it
  EXPECT_EQ(nearest("params", known), "parameters");
  EXPECT_EQ(nearest("load", known), "loads");
  EXPECT_EQ(nearest("co", known), "");  // too short to mean one of them
}

}  // namespace
}  // namespace tangible
