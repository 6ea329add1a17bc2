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

}  // namespace
}  // namespace tangible
