// SPDX-License-Identifier: Apache-2.0
// The shopping cart of Gillespie's example 3, built through the C++ interface.
#include <gtest/gtest.h>

#include "equations/embedding.h"
#include "equations/equations.h"
#include "symbolic/equality.h"
#include "symbolic/graph.h"

namespace tangible {
namespace {

struct Cart : testing::Test {
  Graph graph;
  GraphScope scope{graph};
  Mechanism m{"shopping cart"};
  Expr m_B = m.parameter("m_B", 20), m_C = m.parameter("m_C", 1), I_B = m.parameter("I_B", 2);
  Expr L1 = m.parameter("L1", 0.4), L2 = m.parameter("L2", 0.9), L3 = m.parameter("L3", 0.1);
  Expr F = m.input("F"), tau = m.input("tau");
  Expr q1 = m.coordinate("q1"), q2 = m.coordinate("q2"), q3 = m.coordinate("q3"), q4 = m.coordinate("q4");
  Frame N = m.N(), B = m.frame("B", N, about_z(q3)), C = m.frame("C", B, about_z(q4));
  Point P1 = m.point("P1", m.O(), q1*N.x() + q2 * N.y()), Bo = m.point("Bo", P1, L1*B.x()),
        P2 = m.point("P2", P1, L2*B.x()), P3 = m.point("P3", P2, -L3*C.x());
  Expr u1 = m.speed("u1", dot(m.v(P1), B.x())), u2 = m.speed("u2", dot(m.w(B), N.z())),
       u3 = m.speed("u3", dot(m.w(C), N.z()));

  void SetUp() override {
    InertiaEntries inertia;
    inertia.zz = I_B;
    m.body({.name = "basket", .frame = B, .center = Bo, .mass = m_B, .inertia = inertia});
    m.particle({.name = "caster", .at = P3, .mass = m_C, .where = {}});
    m.load({"push", Force{F * B.x(), P1}});
    m.load({"twist", Torque{tau * N.z(), B}});
    m.constraint({.name = "rear_wheels", .expression = dot(m.v(P1), B.y())});
    m.constraint({.name = "front_wheel", .expression = dot(m.v(P3), C.y())});
    m.constraint({.name = "caster_sticks", .expression = dot(m.w(C) - m.w(B), N.z()), .active = Activity::off});
  }
};

TEST_F(Cart, kinematical_equations_are_those_of_the_paper) {  // Gillespie (57)
  const Equations equations = derive_equations(m);
  const Expr s3 = sin(q3), c3 = cos(q3);
  const Expr expected[4][3] = {{c3, 0, 0}, {s3, 0, 0}, {0, 1, 0}, {0, -1, 1}};
  for (std::size_t i = 0; i < 4; ++i)
    for (std::size_t r = 0; r < 3; ++r) EXPECT_TRUE(is_zero(equations.kinematical.W(i, r) - expected[i][r]));
  EXPECT_EQ(equations.kinematical.built_in, std::vector<std::string>{"rear_wheels"});
}

TEST_F(Cart, wheel_rows_are_those_of_the_paper) {  // Gillespie (64)
  const Equations equations = derive_equations(m);
  const Expr expected[2][3] = {{-sin(q4), L2 * cos(q4), -L3}, {0, -1, 1}};
  for (std::size_t i = 0; i < 2; ++i)
    for (std::size_t r = 0; r < 3; ++r) EXPECT_TRUE(is_zero(equations.rows[i + 1].a[r] - expected[i][r]));
}

TEST_F(Cart,
       free_caster_equations_are_those_of_the_paper) {  // Gillespie (63) with u2^2 for its misprinted first factor
  const Equations equations = derive_equations(m);
  const std::string active[] = {"front_wheel"};
  const Embedding embedding = derive_embedding(equations, active);
  const Expr s4 = sin(q4), c4 = cos(q4);
  EXPECT_TRUE(is_zero(embedding.mass(0, 0) - (m_B + m_C * c4 * c4)));
  EXPECT_TRUE(is_zero(embedding.mass(0, 1) - L2 * m_C * s4 * c4));
  EXPECT_TRUE(is_zero(embedding.mass(1, 1) - (I_B + m_B * L1 * L1 + m_C * L2 * L2 * s4 * s4)));
  EXPECT_TRUE(is_zero(embedding.active_force[0] - F));
  EXPECT_TRUE(is_zero(embedding.active_force[1] - tau));
  const Expr u3_of = (L2 * c4 * u2 - s4 * u1) / L3;
  EXPECT_TRUE(is_zero(embedding.inertia_velocity[0] - ((L1 * m_B + L2 * m_C * c4 * c4) * u2 * u2 -
                                                       L3 * m_C * c4 * u3_of * u3_of - m_C * s4 * c4 * u1 * u2)));
}

TEST_F(Cart, substitution_and_recombination_give_the_same_equations) {
  const Equations equations = derive_equations(m);
  const std::vector<std::vector<std::string>> modes{
      {"front_wheel"}, {"caster_sticks"}, {"front_wheel", "caster_sticks"}};
  for (const auto& active : modes) {
    const Embedding a = derive_embedding(equations, active), b = derive_embedding_by_substitution(m, equations, active);
    ASSERT_EQ(a.independent, b.independent);
    for (std::size_t r = 0; r < a.independent.size(); ++r) {
      EXPECT_TRUE(is_zero(a.active_force[r] - b.active_force[r]));
      EXPECT_TRUE(is_zero(a.inertia_velocity[r] - b.inertia_velocity[r]));
      for (std::size_t s = 0; s < a.independent.size(); ++s) EXPECT_TRUE(is_zero(a.mass(r, s) - b.mass(r, s)));
    }
    for (std::size_t s = 0; s < a.dependent.size(); ++s) EXPECT_TRUE(is_zero(a.G[s] - b.G[s]));
  }
}

}  // namespace
}  // namespace tangible
