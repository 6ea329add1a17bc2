// SPDX-License-Identifier: Apache-2.0
// Rows that are solved as a whole, at places where entries of theirs vanish.
#include "symbolic/orthogonal_rows.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "symbolic/evaluate.h"
#include "symbolic/graph.h"

namespace tangible {
namespace {

constexpr double quarter = std::numbers::pi / 2;

// Two links that end on a line and at a height: each entry vanishes somewhere.
struct RowsAsAWhole : testing::Test {
  Graph graph;
  GraphScope scope{graph};
  Expr p = symbol("p"), q = symbol("q"), b[2] = {symbol("b1"), symbol("b2")};
  Matrix a{2, 4};
  Values values{{b[0], 0.7}, {b[1], -1.3}};

  void SetUp() override { a.entries() = {cos(p), sin(p), 0, -cos(q), -sin(p), cos(p), sin(q), 0}; }
  double at(Expr e) const { return evaluate(e, values); }
};

TEST_F(RowsAsAWhole, the_basis_is_orthonormal_and_orthogonal_to_the_rows_at_every_multiple_of_a_quarter_turn) {
  const OrthogonalRows rows(a);
  const Matrix t = rows.null_basis();
  for (int i = -4; i <= 4; ++i) {
    for (int j = -4; j <= 4; ++j) {
      values[p] = i * quarter;
      values[q] = j * quarter + (j % 2) * 1e-9;
      for (std::size_t c = 0; c < 2; ++c) {
        for (std::size_t k = 0; k < 2; ++k) {
          double product = 0, square = 0;
          for (std::size_t s = 0; s < 4; ++s) product += at(a(k, s)) * at(t(s, c));
          for (std::size_t s = 0; s < 4; ++s) square += at(t(s, c)) * at(t(s, k));
          EXPECT_NEAR(product, 0, 1e-15) << i << " " << j;  // four products of numbers up to 1, rounded
          EXPECT_NEAR(square, c == k ? 1 : 0, 1e-15) << i << " " << j;
        }
      }
    }
  }
}

TEST_F(RowsAsAWhole, the_solution_satisfies_the_rows_and_multipliers_return_them) {
  const OrthogonalRows rows(a);
  const std::vector<Expr> x = rows.smallest_solution(b);
  const Expr l[] = {Expr(3), Expr(-2)};
  std::vector<Expr> y(4);
  for (std::size_t s = 0; s < 4; ++s) y[s] = a(0, s) * l[0] + a(1, s) * l[1];
  const std::vector<Expr> found = rows.multipliers(y);
  for (const double place : {0.0, quarter, 2 * quarter, 0.3}) {
    values[p] = place;
    values[q] = -place;
    for (std::size_t k = 0; k < 2; ++k) {
      double product = 0;
      for (std::size_t s = 0; s < 4; ++s) product += at(a(k, s)) * at(x[s]);
      EXPECT_NEAR(product, at(b[k]), 2e-15) << place;
      EXPECT_NEAR(at(found[k]), at(l[k]), 4e-15) << place;
    }
  }
}

TEST_F(RowsAsAWhole, regularity_is_zero_exactly_where_rows_depend_on_each_other) {
  Matrix two(2, 3);
  two.entries() = {1, cos(p), 0, 1, 1, 0};
  const Expr regularity = OrthogonalRows(two).regularity();
  values[p] = 0;  // both rows are alike
  EXPECT_EQ(at(regularity), 0);
  values[p] = 2 * quarter;  // they are orthogonal
  EXPECT_NEAR(at(regularity), 1, 1e-15);
  values[p] = 1e-3;  // the angle between them is 1e-6/4 of a radian
  EXPECT_NEAR(at(regularity), 2.5e-7, 1e-9);
}

}  // namespace
}  // namespace tangible
