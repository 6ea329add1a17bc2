// SPDX-License-Identifier: Apache-2.0
// What symbols and constraints are, in words taken from the file, and where the forces of motion rows act.
#include <gtest/gtest.h>

#include "model/read_model.h"
#include "model/symbol_words.h"

namespace tangible {
namespace {

class Words : public testing::Test {
 protected:
  const ReadResult cart = read_model("models/shopping_cart/shopping_cart.yaml");
  const ReadResult four_bar = read_model("models/four_bar/four_bar.yaml");
};

TEST_F(Words, of_coordinates_speeds_parameters_and_inputs_come_from_their_use) {
  ASSERT_TRUE(cart) << cart.diagnostics.to_string();
  const auto& words = cart.mechanism->meanings;
  EXPECT_EQ(words.at("q1"), "place of P1 along N.x");
  EXPECT_EQ(words.at("q3"), "angle of basket in space about z");
  EXPECT_EQ(words.at("q4"), "angle of C in basket about z");
  EXPECT_EQ(words.at("u1"), "velocity of P1 along B.x");
  EXPECT_EQ(words.at("u3"), "angular velocity of C about N.z");
  EXPECT_EQ(words.at("m_B"), "mass of basket");
  EXPECT_EQ(words.at("I_B"), "inertia zz of basket");
  EXPECT_EQ(words.at("L2"), "distance from P1 to P2 along B.x");
  EXPECT_EQ(words.at("F"), "force of push along B.x");
}

TEST_F(Words, of_constraints_say_what_does_not_move) {
  ASSERT_TRUE(cart && four_bar);
  const auto& rows = cart.mechanism->constraints();
  EXPECT_EQ(rows.find("rear_wheels")->words, "P1 does not slip along B.y");
  EXPECT_EQ(rows.find("caster_sticks")->words, "C turns with B about N.z");
  EXPECT_NE(four_bar.mechanism->constraints().find("close.x")->words.find(" meet"), std::string::npos);
}

TEST_F(Words, place_the_force_of_a_velocity_along_a_direction) {
  ASSERT_TRUE(cart);
  const Mechanism& m = *cart.mechanism;
  const ConstraintSite& wheels = m.constraints().find("rear_wheels")->site;
  EXPECT_EQ(std::get<Point>(wheels.on), m.find_point("P1"));
  EXPECT_EQ(wheels.direction, m.find_frame("B").y());
  const ConstraintSite& caster = m.constraints().find("caster_sticks")->site;
  EXPECT_EQ(std::get<Frame>(caster.on), m.find_frame("C"));
  EXPECT_EQ(std::get<Frame>(caster.against), m.find_frame("B"));
}

TEST(RelativeMotion, is_read_from_the_forms_that_are_a_force_at_one_place) {
  RelativeMotion m;
  EXPECT_TRUE(read_relative_motion("dot(v(P, fixed_in: B) - v(P, fixed_in: A), N.x)", m));
  EXPECT_EQ(words_of_rest(m), "B does not slip on A along N.x");
  EXPECT_TRUE(read_relative_motion("dot(w(C, B), N.z)", m));
  EXPECT_EQ(words_of_rest(m), "C turns with B about N.z");
}

TEST(RelativeMotion, is_read_beside_other_terms) {
  SumWithMotion sum;
  EXPECT_TRUE(read_sum_with_motion("c*t - (dot(v(P), N.x) - 2 m/s)", sum));
  EXPECT_EQ(sum.motion.of, "P");
  EXPECT_TRUE(sum.opposite);
  EXPECT_EQ(sum.rest.size(), 2u);
  EXPECT_FALSE(read_sum_with_motion("2*dot(v(P), N.x) - c", sum));
}

// With a second term the force of the row is no force along the direction alone.
TEST(RelativeMotion, is_not_read_from_anything_else) {
  RelativeMotion m;
  for (const char* text : {"dot(v(P), N.x) - r*q1'", "q1'", "dot(p(P), N.x)", "dot(v(P) + v(Q), N.x)",
                           "dot(v(P, in: A), N.x)", "2*dot(v(P), N.x)", "dot(v(P) - w(B), N.x)", "dot("})
    EXPECT_FALSE(read_relative_motion(text, m)) << text;
}

}  // namespace
}  // namespace tangible
