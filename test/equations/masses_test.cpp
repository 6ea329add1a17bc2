// SPDX-License-Identifier: Apache-2.0
// Masses and moments of inertia are constant during a motion; what changes is named.
#include <gtest/gtest.h>

#include "equations/equations.h"
#include "equations/error.h"
#include "symbolic/graph.h"

namespace tangible {
namespace {

struct Masses : testing::Test {
  Graph graph;
  GraphScope scope{graph};
  Mechanism m{"masses"};
  Expr x = m.coordinate("x"), angle = m.coordinate("angle"), F = m.input("F"), c = m.parameter("c", 1);
  Frame A = m.frame("A", m.N(), about_y(angle));
  Point P = m.point("P", m.O(), x* m.N().x());

  std::string refusal_of_mass(Expr mass) {
    m.particle({.name = "p", .at = P, .mass = mass, .where = {}});
    return refusal();
  }
  std::string refusal() {
    try {
      (void)derive_equations(m);
    } catch (const EquationsError& error) {
      return error.what();
    }
    return "";
  }
};

TEST_F(Masses, that_change_with_a_coordinate_are_refused) {
  EXPECT_EQ(refusal_of_mass(2 + x * x).find("the mass of particle 'p' depends on coordinate x;"), 0u);
}
TEST_F(Masses, that_change_with_a_rate_are_refused) {
  EXPECT_EQ(refusal_of_mass(2 + m.dt(x)).find("the mass of particle 'p' depends on the rate of coordinate x;"), 0u);
}
TEST_F(Masses, that_change_with_time_are_refused) {
  EXPECT_EQ(refusal_of_mass(2 + m.time()).find("the mass of particle 'p' depends on the time;"), 0u);
}
TEST_F(Masses, that_change_with_an_input_are_refused) {
  EXPECT_EQ(refusal_of_mass(2 + F * F).find("the mass of particle 'p' depends on input F;"), 0u);
}
TEST_F(Masses, of_parameters_are_taken) { EXPECT_EQ(refusal_of_mass(2 + c * c), ""); }
TEST_F(Masses, in_which_a_coordinate_cancels_are_taken) {
  EXPECT_EQ(refusal_of_mass(2 + sin(x) * sin(x) + cos(x) * cos(x)), "");
}

TEST_F(Masses, moments_of_inertia_that_change_in_the_body_are_refused) {
  m.body({.name = "b", .frame = A, .center = P, .mass = 1, .inertia = {1, 1, 1 + x * x, {}, {}, {}}});
  EXPECT_EQ(refusal().find("the inertia of body 'b' about its mass centre depends on coordinate x"), 0u);
}

// Its derivative is zero on both sides of the jump.
TEST_F(Masses, that_jump_with_a_coordinate_are_refused) {
  EXPECT_EQ(refusal_of_mass(select(less(x, 1), 1, 2)).find("the mass of particle 'p' depends on coordinate x;"), 0u);
}
TEST_F(Masses, that_jump_with_a_parameter_are_taken) { EXPECT_EQ(refusal_of_mass(select(less(c, 1), 1, 2)), ""); }

// Of a plane body the others are not needed.
TEST_F(Masses, moments_that_are_not_given_do_not_turn_with_the_axes_of_the_others) {
  const Frame B = m.frame("B", m.N(), about_z(angle));
  m.body({.name = "b", .frame = B, .center = P, .mass = 1, .inertia = {{}, {}, 3, {}, {}, {}}, .inertia_in = m.N()});
  EXPECT_EQ(refusal(), "");
}

// N's axes turn in A.
TEST_F(Masses, moments_of_inertia_in_a_frame_that_turns_are_refused) {
  m.body({.name = "b", .frame = A, .center = P, .mass = 1, .inertia = {1, 2, 3, {}, {}, {}}, .inertia_in = m.N()});
  EXPECT_EQ(refusal().find("the inertia of body 'b' about its mass centre depends on coordinate angle"), 0u);
}

}  // namespace
}  // namespace tangible
