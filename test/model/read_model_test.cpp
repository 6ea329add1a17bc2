// SPDX-License-Identifier: Apache-2.0
// Model files to mechanisms: the sample of the reference, section by section.
#include "model/read_model.h"

#include <gtest/gtest.h>

#include <cmath>

#include "symbolic/evaluate.h"

namespace tangible {
namespace {

Mechanism read_or_fail(const std::string& text) {
  ReadResult result = read_model_text("tangible: 1\n" + text, "test.yaml");
  EXPECT_TRUE(result) << result.diagnostics.to_string();
  return result ? std::move(*result.mechanism) : Mechanism("broken");
}

TEST(ShoppingCart, is_read_as_the_paper_has_it) {
  ReadResult result = read_model("models/shopping_cart/shopping_cart.yaml");
  ASSERT_TRUE(result) << result.diagnostics.to_string();
  const Mechanism& cart = *result.mechanism;
  EXPECT_EQ(cart.name(), "shopping cart");
  ASSERT_EQ(cart.coordinates().size(), 4U);
  EXPECT_EQ(cart.coordinates()[3].name, "q4");
  EXPECT_EQ(cart.coordinates()[0].dimension, (Dimension{.length = 1}));
  EXPECT_EQ(cart.parameters().find("I_B")->value, 2.0);
  EXPECT_EQ(cart.parameters().find("I_B")->dimension, (Dimension{.length = 2, .mass = 1}));
  EXPECT_EQ(cart.inputs().find("F")->dimension, (Dimension{.length = 1, .mass = 1, .time = -2}));
  EXPECT_EQ(cart.bodies().size(), 1U);
  EXPECT_EQ(cart.particles().size(), 1U);
  EXPECT_EQ(cart.loads().size(), 2U);
  ASSERT_EQ(cart.constraints().size(), 3U);
  EXPECT_EQ(cart.constraints()[0].active, Activity::permanent);
  EXPECT_EQ(cart.constraints()[2].active, Activity::off);
  EXPECT_EQ(cart.handles()[0].at, cart.find_point("P1"));
  EXPECT_EQ(cart.initials().find("u1")->value, 0.5);
  EXPECT_NEAR(cart.initials().find("q4")->value, 0.3490658503988659, 1e-16);
}

TEST(ShoppingCart, speeds_are_the_velocities_that_their_names_say) {
  ReadResult result = read_model("models/shopping_cart/shopping_cart.yaml");
  ASSERT_TRUE(result) << result.diagnostics.to_string();
  const Mechanism& cart = *result.mechanism;
  Values state;
  for (const Coordinate& q : cart.coordinates()) {
    state[q.symbol] = 0.3;
    state[q.rate] = 2.0;
  }
  ASSERT_EQ(cart.speeds().size(), 3U);
  EXPECT_NEAR(evaluate(cart.speeds()[0].definition, state), 2 * std::cos(0.3) + 2 * std::sin(0.3), 1e-14);
  EXPECT_NEAR(evaluate(cart.speeds()[1].definition, state), 2.0, 1e-14);
  EXPECT_NEAR(evaluate(cart.speeds()[2].definition, state), 4.0, 1e-14);
}

TEST(ReadModel, keeps_the_places_of_things) {
  const Mechanism m = read_or_fail("parameters:\n  m: 2 kg\n  L: 3 cm\n");
  EXPECT_EQ(m.parameters().find("L")->where.line, 4);
  EXPECT_EQ(m.parameters().find("L")->where.column, 3);
  EXPECT_EQ(m.parameters().find("L")->value, 0.03);
}

TEST(ReadModel, a_number_that_is_set_overrides_the_file) {
  ReadOptions options;
  options.set["m"] = "500 g";
  const ReadResult result = read_model_text("tangible: 1\nparameters: {m: 2 kg}\n", "a.yaml", options);
  ASSERT_TRUE(result);
  EXPECT_EQ(result.mechanism->parameters().find("m")->value, 0.5);
}

// The error of a number that is set, without the line of the file that is not to blame.
std::string told_of_setting(const std::string& name, const std::string& value) {
  ReadOptions options;
  options.set[name] = value;
  const ReadResult result = read_model_text(
      "tangible: 1\nparameters: {m: 2 kg, k: 3}\ncoordinates: {x: m}\npoints: {P: {from: O, at: x*N.x}}\n"
      "particles: {b: {at: P, mass: m}}\n",
      "a.yaml", options);
  return result ? "" : result.diagnostics.to_string();
}

TEST(ReadModel, what_is_wrong_with_a_number_that_is_set_is_told_of_the_option) {
  EXPECT_EQ(told_of_setting("m", "nan"),
            "parameter m=nan: error: the value of parameter 'm' is not a finite number\n"
            "  give a number, and a unit if it has one: parameter m=\"2 kg\"\n");
  for (const char* endless : {"inf", "-inf", "NaN", "Infinity", "1e400"})
    EXPECT_NE(told_of_setting("m", endless).find("is not a finite number"), std::string::npos) << endless;
  EXPECT_EQ(told_of_setting("m", "2 foo").find("parameter m=2 foo: error: 'foo' is not a unit\n"), 0U);
  EXPECT_EQ(told_of_setting("m", "2 s"),
            "parameter m=2 s: error: wrong dimension: parameter 'm' is kg (mass), not s (time)\n");
  EXPECT_EQ(told_of_setting("m", "").find("parameter m=: error: an expression is missing here\n"), 0U);
  EXPECT_EQ(told_of_setting("mm", "1").find("parameter mm=1: error: there is no parameter 'mm' to set\n"), 0U);
}

TEST(ReadModel, a_number_that_is_set_without_a_unit_is_SI) {
  EXPECT_EQ(told_of_setting("m", "3"), "");
  EXPECT_EQ(told_of_setting("k", "3 N/m"), "");  // one without a unit in the file may get any
}

TEST(Links, joints_make_frames_points_and_coordinates) {
  const Mechanism m = read_or_fail(R"(
bodies:
  arm: {parent: ground, joint: revolute, axis: z, coordinate: q1, at: [0, 0, 0.4 m], mass: 2 kg,
        center: [0.2 m, 0, 0], inertia: [0.01, 0.02, 0.02], points: {tip: [0.5 m, 0, 0]}}
  slider: {parent: arm, joint: prismatic, axis: x, at: [0.5 m, 0, 0], mass: 1 kg}
loads:
  drive: {motor: 2 N*m, joint: arm}
  stop: {spring: 3 N/m, damper: 1 N*s/m, rest: 1 cm, joint: slider}
outputs:
  height: dot(p(O, arm.tip), N.z)
  reach: mag(p(arm.o, slider.o))
)");
  ASSERT_EQ(m.coordinates().size(), 2U);
  EXPECT_EQ(m.coordinates()[0].name, "q1");
  EXPECT_EQ(m.coordinates()[1].name, "q_slider");
  EXPECT_EQ(m.coordinates()[1].dimension, (Dimension{.length = 1}));
  EXPECT_EQ(m.bodies().size(), 2U);
  EXPECT_EQ(m.outputs()[0].value, Expr(Rational(2, 5)));
  const Values state{{m.coordinates()[0].symbol, 0.7}, {m.coordinates()[1].symbol, 0.25}};
  EXPECT_NEAR(evaluate(m.outputs()[1].value, state), 0.75, 1e-15);
}

TEST(Links, may_be_named_before_their_parents) {
  const Mechanism m = read_or_fail(R"(
bodies:
  hand: {parent: arm, joint: ball, mass: 1 kg, attitude: {body: zxz}, coordinates: [a1, a2, a3]}
  arm: {parent: ground, joint: universal, mass: 1 kg}
)");
  EXPECT_EQ(m.links().find("hand")->parent, "arm");
  EXPECT_EQ(m.coordinates().size(), 5U);
}

}  // namespace
}  // namespace tangible
