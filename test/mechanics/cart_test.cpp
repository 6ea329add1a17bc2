// SPDX-License-Identifier: Apache-2.0
// The shopping cart of Gillespie's example 3: its vectors.
#include <gtest/gtest.h>

#include "mechanics/mechanism.h"

namespace tangible {
namespace {

struct Cart {
  Mechanism m{"cart"};
  Expr L2 = m.parameter("L2", 0.9), L3 = m.parameter("L3", 0.1);
  Expr q1 = m.coordinate("q1"), q2 = m.coordinate("q2"), q3 = m.coordinate("q3"), q4 = m.coordinate("q4");
  Frame N = m.N(), B = m.frame("B", N, about_z(q3)), C = m.frame("C", B, about_z(q4));
  Point P1 = m.point("P1", m.O(), q1* N.x() + q2 * N.y());
  Point P2 = m.point("P2", P1, L2* B.x());
  Point P3 = m.point("P3", P2, -L3* C.x());
};

TEST(Cart, velocities_stay_in_the_bases_where_they_are_short) {
  Cart c;
  const Expr u1 = symbol("u1"), u2 = symbol("u2"), u3 = symbol("u3");
  Kinematics k = c.m.make_kinematics({});
  k.set_angular_velocity(c.B, u2 * c.N.z());
  k.set_angular_velocity(c.C, u3 * c.N.z());
  k.set_velocity(c.P1, u1 * c.B.x());
  EXPECT_EQ(k.velocity(c.P3, c.N), u1 * c.B.x() + c.L2 * u2 * c.B.y() - c.L3 * u3 * c.C.y());
}

TEST(Cart, parallel_axes_add_their_angles_and_their_rates) {
  Cart c;
  EXPECT_EQ(rotation(c.N, c.C)(0, 0), cos(c.q3 + c.q4));
  EXPECT_EQ(c.m.w(c.C), (c.m.rate(c.q3) + c.m.rate(c.q4)) * c.N.z());
  EXPECT_EQ(dot(c.N.z(), c.C.z()), Expr(1));
}

TEST(Cart, velocity_of_the_hub_is_taken_apart_along_the_basket) {
  Cart c;
  EXPECT_EQ(dot(c.m.v(c.P1), c.B.x()), c.m.rate(c.q1) * cos(c.q3) + c.m.rate(c.q2) * sin(c.q3));
}

}  // namespace
}  // namespace tangible
