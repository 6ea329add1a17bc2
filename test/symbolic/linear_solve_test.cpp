// SPDX-License-Identifier: Apache-2.0
// Symbolic linear systems against their own equations and against closed forms.
#include "symbolic/linear_solve.h"

#include <gtest/gtest.h>

#include <numbers>

#include "symbolic/equality.h"
#include "symbolic/evaluate.h"
#include "symbolic/graph.h"
#include "symbolic/residue_rank.h"

namespace tangible {
namespace {

Matrix matrix(std::size_t rows, std::size_t columns, std::initializer_list<Expr> entries) {
  Matrix result(rows, columns);
  result.entries() = entries;
  return result;
}

// A (coefficients x_free + constants placed at the pivots) - b, as coefficients of x_free and of 1, all zero?
void expect_solves(const Matrix& a, std::span<const Expr> b, const LinearSolution& solution) {
  for (std::size_t i = 0; i < a.rows(); ++i) {
    for (std::size_t f = 0; f <= solution.free_columns.size(); ++f) {
      const bool constant = f == solution.free_columns.size();
      Expr residual = constant ? -b[i] : a(i, solution.free_columns[f]);
      for (std::size_t p = 0; p < solution.pivot_columns.size(); ++p)
        residual += a(i, solution.pivot_columns[p]) * (constant ? solution.constants[p] : solution.coefficients(p, f));
      EXPECT_TRUE(is_zero(residual)) << "row " << i << ", column " << f;
    }
  }
}

struct LinearSystems : testing::Test {
  Graph graph;
  GraphScope scope{graph};
  Expr L2 = symbol("L2"), L3 = symbol("L3"), q4 = symbol("q4"), q2 = symbol("q2"), q3 = symbol("q3");
};

TEST_F(LinearSystems, cart_wheel_row_gives_the_caster_speed) {  // Gillespie (59), (60)
  const Matrix row = matrix(1, 3, {-sin(q4), L2 * cos(q4), -L3});
  const Expr zero[] = {0};
  const std::size_t last_first[] = {2, 1, 0};
  const LinearSolution solution = solve_linear(row, zero, last_first);
  EXPECT_EQ(solution.pivot_columns, std::vector<std::size_t>{2});
  EXPECT_TRUE(is_zero(solution.coefficients(0, 0) + sin(q4) / L3));
  EXPECT_TRUE(is_zero(solution.coefficients(0, 1) - L2 * cos(q4) / L3));
}

TEST_F(LinearSystems, sticking_cart_has_one_free_speed) {  // Gillespie (64), (65)
  const Matrix rows = matrix(2, 3, {-sin(q4), L2 * cos(q4), -L3, 0, -1, 1});
  const Expr zeros[] = {0, 0};
  const std::size_t last_first[] = {2, 1, 0};
  const LinearSolution solution = solve_linear(rows, zeros, last_first);
  EXPECT_EQ(solution.free_columns, std::vector<std::size_t>{0});
  EXPECT_TRUE(is_zero(solution.coefficients(0, 0) - sin(q4) / (L2 * cos(q4) - L3)));
  expect_solves(rows, zeros, solution);
}

TEST_F(LinearSystems, wrist_rates_follow_from_body_components) {  // Gillespie (50)
  const Expr u[] = {symbol("u1"), symbol("u2"), symbol("u3")};
  const Matrix y = matrix(3, 3, {-sin(q2) * cos(q3), sin(q3), 0, sin(q2) * sin(q3), cos(q3), 0, cos(q2), 0, 1});
  const std::vector<Expr> rates = solve_square(y, u);
  const Expr spin = (sin(q3) * u[1] - cos(q3) * u[0]) / sin(q2);
  EXPECT_TRUE(is_zero(rates[0] - spin));
  EXPECT_TRUE(is_zero(rates[1] - (sin(q3) * u[0] + cos(q3) * u[1])));
  EXPECT_TRUE(is_zero(rates[2] - (u[2] - cos(q2) * spin)));
}

TEST_F(LinearSystems, dependent_rows_are_found_though_they_look_different) {
  const Expr s = sin(q4), c = cos(q4);
  const Matrix rows = matrix(3, 3, {s, c, 0, 0, 1, L2, s * c, 1 - pow(s, 2), 0});
  const Expr consistent[] = {L3, 0, L3 * c};
  const LinearSolution good = solve_linear(rows, consistent);
  EXPECT_EQ(good.redundant_rows, std::vector<std::size_t>{2});
  EXPECT_TRUE(good.consistent);
  expect_solves(rows, consistent, good);
  const Expr contradicting[] = {L3, 0, L3};
  EXPECT_FALSE(solve_linear(rows, contradicting).consistent);
}

TEST_F(LinearSystems, dense_systems_of_five_are_solved) {
  Matrix a(5, 5);
  std::vector<Expr> b;
  for (std::size_t i = 0; i < 5; ++i) {
    b.push_back(symbol("b" + std::to_string(i)));
    for (std::size_t j = 0; j < 5; ++j)
      a(i, j) = i == j ? 3 + symbol("d" + std::to_string(i)) : cos(symbol("a" + std::to_string(5 * i + j)));
  }
  expect_solves(a, b, solve_linear(a, b));
}

TEST_F(LinearSystems, a_singular_matrix_is_refused) {
  const Expr s = sin(q4), c = cos(q4);
  const Matrix a = matrix(2, 2, {s * c, pow(s, 2), pow(c, 2), s * c});
  const Expr b[] = {1, 2};
  EXPECT_THROW(solve_square(a, b), std::domain_error);
}

TEST_F(LinearSystems, determinant_of_a_rotation_is_one) {
  const Expr a = symbol("a"), b = symbol("b");
  const Matrix rz = matrix(3, 3, {cos(a), -sin(a), 0, sin(a), cos(a), 0, 0, 0, 1});
  const Matrix rx = matrix(3, 3, {1, 0, 0, 0, cos(b), -sin(b), 0, sin(b), cos(b)});
  EXPECT_TRUE(is_zero(determinant(rz * rx * rz) - 1));
}

// The entries cos(q2), which would be the simplest pivots, vanish at a quarter turn, the determinant does not.
TEST_F(LinearSystems, four_coupled_unknowns_hold_where_the_simplest_entries_vanish) {
  const Expr c = cos(q2), s = sin(q2), d = cos(q3), e = sin(q3);
  const Matrix a = matrix(4, 4, {c, s, L2, 1 + d, -s, c, L3, e, c, s + d, 1 + e, 2, -s, c + e, d, 3 + c});
  const Expr b[] = {symbol("b1"), symbol("b2"), symbol("b3"), symbol("b4")};
  const LinearSolution solution = solve_linear(a, b);
  EXPECT_TRUE(solution.is_exact);
  ASSERT_EQ(solution.divisors.size(), 1u);
  const Values quarter{
      {q2, std::numbers::pi / 2}, {q3, 0.4}, {L2, 0.7}, {L3, 0.3}, {b[0], 1}, {b[1], 2}, {b[2], -1}, {b[3], 3}};
  for (std::size_t i = 0; i < 4; ++i) {
    double product = 0;
    for (std::size_t j = 0; j < 4; ++j)
      product += evaluate(a(i, j), quarter) * evaluate(solution.constants[j], quarter);
    EXPECT_NEAR(product, quarter.at(b[i]), 1e-13);  // some twenty roundings of numbers below 10
  }
}

TEST_F(LinearSystems, what_was_divided_by_is_named) {  // Gillespie (64), (65): the cart sticks unless L3 = L2 cos q4
  const Matrix rows = matrix(2, 3, {-sin(q4), L2 * cos(q4), -L3, 0, -1, 1});
  const Expr zeros[] = {0, 0};
  const std::size_t last_first[] = {2, 1, 0};
  const LinearSolution solution = solve_linear(rows, zeros, last_first);
  EXPECT_TRUE(solution.is_exact);
  ASSERT_EQ(solution.divisors.size(), 1u);
  EXPECT_TRUE(is_zero(solution.divisors[0] - (L2 * cos(q4) - L3)) ||
              is_zero(solution.divisors[0] - (L3 - L2 * cos(q4))));
}

}  // namespace
}  // namespace tangible
