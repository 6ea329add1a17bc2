// SPDX-License-Identifier: Apache-2.0
// Least squares and solutions of smallest norm, against Eigen's complete orthogonal decomposition.
#include "dynamics/pivoted_qr.h"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <random>

#include "dynamics/matrix_solvers.h"

namespace tangible {
namespace {

using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

TEST(PivotedQrs, solve_what_the_pseudo_inverse_solves) {
  std::mt19937 generator(3);
  std::normal_distribution<double> draw;
  PivotedQr qr(6, 6);
  for (int k = 0; k < 300; ++k) {
    const long columns = 1 + k % 6, rows = columns + (k / 6) % (7 - columns);
    const RowMajor a = RowMajor::NullaryExpr(rows, columns, [&] { return draw(generator); });
    const Eigen::VectorXd b = Eigen::VectorXd::NullaryExpr(rows, [&] { return draw(generator); });
    const Eigen::VectorXd c = Eigen::VectorXd::NullaryExpr(columns, [&] { return draw(generator); });
    Eigen::VectorXd y(columns), w(rows);
    const auto span = [](auto& m) { return std::span(m.data(), static_cast<std::size_t>(m.size())); };
    EXPECT_EQ(qr.factor(span(a), static_cast<std::size_t>(rows), static_cast<std::size_t>(columns)),
              static_cast<std::size_t>(columns));
    qr.solve(span(b), span(y));
    qr.solve_transposed(span(c), span(w));
    const LeastNormSolver theirs(a), transposed(a.transpose());
    EXPECT_LT((y - theirs.solve(b)).norm(), 1e-9 * (1 + y.norm()));
    EXPECT_LT((w - transposed.solve(c)).norm(), 1e-9 * (1 + w.norm()));
  }
}

TEST(PivotedQrs, see_columns_that_depend_on_others) {
  PivotedQr qr(3, 3);
  const double twice[] = {1, 2, 0, 0, 0, 1, 1, 2, 0};
  EXPECT_EQ(qr.factor(twice, 3, 3), 2U);
  EXPECT_FALSE(qr.has_full_column_rank());
  const double zero[9] = {};
  EXPECT_EQ(qr.factor(zero, 3, 3), 0U);
  double w[3];
  const double load[] = {1, 2, 5};  // in the range: twice the first is the second
  qr.factor(twice, 3, 3);
  qr.solve_transposed(load, w);
  EXPECT_NEAR(w[0] + w[2], 1, 1e-14);
  EXPECT_NEAR(w[1], 5, 1e-14);
}

}  // namespace
}  // namespace tangible
