// SPDX-License-Identifier: Apache-2.0
// Freedoms in which no mass moves: refused by name where nothing determines their accelerations, and only there.
#include "equations/massless.h"

#include <gtest/gtest.h>

#include "equations/error.h"
#include "equations/speed_choice.h"
#include "symbolic/graph.h"

namespace tangible {
namespace {

Matrix symmetric(std::initializer_list<std::initializer_list<Expr>> rows) {
  Matrix m(rows.size(), rows.size());
  std::size_t i = 0;
  for (const auto& row : rows) {
    std::size_t j = 0;
    for (const Expr e : row) m(i, j++) = e;
    ++i;
  }
  return m;
}

TEST(MasslessSpeeds, are_found_in_the_lower_triangle_whatever_form_their_mass_has) {
  Graph graph;
  const GraphScope scope(graph);
  const Expr m1 = symbol("m1"), m2 = symbol("m2"), q = symbol("q");
  EXPECT_TRUE(massless_speeds(symmetric({{m1}})).empty());
  EXPECT_EQ(massless_speeds(symmetric({{Expr(0)}})), std::vector<std::size_t>{0});
  EXPECT_TRUE(massless_speeds(symmetric({{m1, 0}, {m1 * cos(q), m1}})).empty());
  EXPECT_EQ(massless_speeds(symmetric({{m1 + m2, 0}, {2 * m1 + 2 * m2, 4 * (m1 + m2)}})), std::vector<std::size_t>{1});
  const Expr s = sin(q), c = cos(q);
  EXPECT_EQ(massless_speeds(symmetric({{m1, 0, 0}, {m1 * c, m1 * c * c, 0}, {m1 * s, m1 * s * c, m1 * (1 - c * c)}})),
            (std::vector<std::size_t>{1, 2}));
}

// Two sliders, the second without mass.
struct Sliders : testing::Test {
  Graph graph;
  GraphScope scope{graph};
  Mechanism m{"sliders"};
  Expr x = m.coordinate("x"), z = m.coordinate("z"), F = m.input("F");
  Point A = m.point("A", m.O(), x*m.N().x()), B = m.point("B", m.O(), z*m.N().x());

  void SetUp() override {
    m.particle({.name = "a", .at = A, .mass = 2, .where = {}});
    m.particle({.name = "b", .at = B, .mass = 0, .where = {}});
  }
};

TEST_F(Sliders, are_refused_by_name_where_the_second_is_free) {
  const Equations equations = derive_equations(m);
  const Embedding embedding = derive_embedding(equations, {});
  EXPECT_EQ(names_of_massless_speeds(equations, embedding), "u_z");
  EXPECT_THROW(require_mass(equations, embedding), EquationsError);
}

TEST_F(Sliders, move_where_a_row_ties_the_second_to_the_first) {
  m.constraint({.name = "tie", .kind = ConstraintKind::configuration, .expression = z - 2 * x});
  const Equations equations = derive_equations(m);
  const std::string rows[] = {"tie"};
  EXPECT_NO_THROW(require_mass(equations, derive_embedding(equations, rows)));
}

}  // namespace
}  // namespace tangible
