// SPDX-License-Identifier: Apache-2.0
// Speeds that complete the squares of the kinetic energy.
#include "equations/diagonal_speeds.h"

#include <gtest/gtest.h>

#include "equations/speed_choice.h"
#include "symbolic/equality.h"
#include "symbolic/graph.h"

namespace tangible {
namespace {

struct Carts : testing::Test {
  Graph graph;
  GraphScope scope{graph};
  Mechanism m{"pendulum on a cart"};
  Expr m_c = m.parameter("m_c", 2), m_p = m.parameter("m_p", 1), L = m.parameter("L", 0.5), g = m.parameter("g", 9.8);
  Expr x = m.coordinate("x"), q = m.coordinate("q");
  Frame N = m.N(), B = m.frame("B", N, about_z(q));
  Point C = m.point("C", m.O(), x*N.x()), P = m.point("P", C, -L*B.y());

  void SetUp() override {
    m.particle({.name = "cart", .at = C, .mass = m_c, .where = {}});
    m.particle({.name = "bob", .at = P, .mass = m_p, .where = {}});
    m.load({"weight", UniformGravity{-g * N.y()}});
  }
};

TEST_F(Carts, the_mass_matrix_becomes_diagonal) {
  const Equations rates = derive_equations(m, coordinate_rate_speeds(m));
  ASSERT_FALSE(is_zero(rates.dynamical.mass(0, 1)));
  const auto speeds = diagonalising_speeds(rates);
  ASSERT_TRUE(speeds);
  const Equations diagonal = derive_equations(m, *speeds);
  EXPECT_TRUE(is_zero(diagonal.dynamical.mass(0, 1)));
  EXPECT_TRUE(is_zero(diagonal.dynamical.mass(0, 0) - (m_c + m_p)));
  EXPECT_TRUE(is_zero(diagonal.dynamical.mass(1, 1) - m_p * L * L * (1 - m_p * cos(q) * cos(q) / (m_c + m_p))));
}

TEST_F(Carts, a_diagonal_matrix_stays_as_it_is) {
  const Equations rates = derive_equations(m, coordinate_rate_speeds(m));
  const auto speeds = diagonalising_speeds(rates);
  ASSERT_TRUE(speeds);
  EXPECT_FALSE(diagonalising_speeds(derive_equations(m, {(*speeds)[0], (*speeds)[1]})));
}

// Two carts in a row: the second is carried by the first, and its whole velocity is the better speed.
TEST(DiagonalSpeeds, are_chosen_where_they_are_cheapest) {
  Graph graph;
  const GraphScope scope(graph);
  Mechanism m("two carts");
  const Expr m1 = m.parameter("m1", 2), m2 = m.parameter("m2", 1), k = m.parameter("k", 3), c = m.parameter("c", 0.2);
  const Expr q1 = m.coordinate("q1"), q2 = m.coordinate("q2");
  const Point A = m.point("A", m.O(), q1 * m.N().x()), B = m.point("B", A, q2 * m.N().x());
  m.particle({.name = "first", .at = A, .mass = m1, .where = {}});
  m.particle({.name = "second", .at = B, .mass = m2, .where = {}});
  m.load({"spring", PointSpring{m.O(), A, k, 1, c}});
  const Equations best = derive_equations(m);
  EXPECT_EQ(best.speed_choice, "combinations that make the mass matrix diagonal");
  EXPECT_TRUE(is_zero(best.dynamical.mass(0, 1)));
}

}  // namespace
}  // namespace tangible
