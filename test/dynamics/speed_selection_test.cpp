// SPDX-License-Identifier: Apache-2.0
// The choice of speeds against Reckdahl's: a row-wise inspection of V^T from a singular value decomposition.
#include "dynamics/speed_selection.h"

#include <algorithm>

#include "dynamics/random_system.h"

namespace tangible {
namespace {

using testing::random_system;
using testing::RandomSystem;
using testing::RowMajor;

constexpr SelectionTolerances tolerances;

struct Choice {
  int rank = 0;
  std::vector<int> dependent;
  double closest_call = 1;  // how near the nearest comparison was to going the other way, relative
};

// Gillespie (43): A_B = U S V^T in scaled speeds. The rows of V^T that belong to singular values above zero span the
// row space; columns are taken from the last, if what earlier ones leave of them is enough of the best.
Choice choose_by_svd(const RandomSystem& system) {
  const Eigen::VectorXd s = system.mass.diagonal().cwiseSqrt().cwiseInverse();
  Eigen::MatrixXd scaled = system.rows * s.asDiagonal();
  scaled.rowwise().normalize();
  const testing::SingularValues svd = testing::find_singular_values(scaled);
  Choice choice;
  choice.rank = static_cast<int>((svd.values.array() > tolerances.rank).count());
  Eigen::MatrixXd v = svd.V.leftCols(choice.rank).transpose();
  for (int k = 0; k < choice.rank; ++k) {
    const Eigen::VectorXd lengths = v.colwise().norm();
    const double wanted = tolerances.last_speed_ratio * lengths.maxCoeff();
    for (Eigen::Index j = v.cols(); j-- > 0;) {
      choice.closest_call = std::min(choice.closest_call, std::abs(lengths(j) / wanted - 1));
      if (lengths(j) < wanted) continue;
      choice.dependent.push_back(static_cast<int>(j));
      const Eigen::VectorXd direction = v.col(j).normalized();
      v -= direction * (direction.transpose() * v).eval();
      break;
    }
  }
  std::ranges::sort(choice.dependent);
  return choice;
}

RC_GTEST_PROP(SpeedSelection, orthogonalised_rows_and_singular_values_choose_alike, (unsigned seed)) {
  std::mt19937 random(seed);
  const int n = 1 + static_cast<int>(random() % 12);
  const int rank = 1 + static_cast<int>(random() % static_cast<unsigned>(n));
  const int m = rank + static_cast<int>(random() % 4);
  const RandomSystem system = random_system(random, n, m, rank);
  const Choice reference = choose_by_svd(system);
  RC_PRE(reference.closest_call > 1e-6);  // a tie may go either way
  SpeedSelection selection(n, m);
  selection.select(system.mass.data(), system.rows.data(), system.all_rows, n, tolerances);
  RC_ASSERT(selection.rank() == reference.rank);
  RC_ASSERT(std::ranges::equal(selection.dependent(), reference.dependent));
}

RC_GTEST_PROP(SpeedSelection, other_units_change_nothing, (unsigned seed)) {
  std::mt19937 random(seed);
  const int n = 2 + static_cast<int>(random() % 8);
  const int m = 1 + static_cast<int>(random() % static_cast<unsigned>(n));
  const RandomSystem system = random_system(random, n, m, m);
  SpeedSelection first(n, m);
  first.select(system.mass.data(), system.rows.data(), system.all_rows, n, tolerances);
  // Powers of two, so that not even rounding differs.
  RandomSystem other = system;
  for (int j = 0; j < n; ++j) {
    const double unit = std::ldexp(1.0, static_cast<int>(random() % 21) - 10);
    other.mass.row(j) *= unit;
    other.mass.col(j) *= unit;
    other.rows.col(j) *= unit;
  }
  for (int i = 0; i < m; ++i) other.rows.row(i) *= std::ldexp(1.0, static_cast<int>(random() % 21) - 10);
  SpeedSelection second(n, m);
  second.select(other.mass.data(), other.rows.data(), other.all_rows, n, tolerances);
  RC_ASSERT(first.rank() == second.rank());
  RC_ASSERT(std::ranges::equal(first.dependent(), second.dependent()));
  RC_ASSERT(std::ranges::equal(first.used_rows(), second.used_rows()));
}

TEST(SpeedSelection, the_analysts_first_speeds_stay_independent) {
  // The cart: Gillespie (64), caster free and stuck; the analyst prefers to keep u1.
  RowMajor mass = RowMajor::Identity(3, 3);
  RowMajor rows(2, 3);
  rows << -0.34, 0.85, -0.1, 0, -1, 1;
  SpeedSelection selection(3, 2);
  const std::vector<int> free{0};
  selection.select(mass.data(), rows.data(), free, 3, tolerances);
  EXPECT_EQ(selection.dependent()[0], 2);
  const std::vector<int> stuck{0, 1};
  selection.select(mass.data(), rows.data(), stuck, 3, tolerances);
  EXPECT_EQ(selection.independent()[0], 0);
}

TEST(SpeedSelection, a_speed_that_hardly_moves_a_row_is_not_made_to_follow_it) {
  RowMajor mass = RowMajor::Identity(2, 2);
  RowMajor rows(1, 2);
  rows << 1, 1e-3;
  SpeedSelection selection(2, 1);
  const std::vector<int> active{0};
  selection.select(mass.data(), rows.data(), active, 2, tolerances);
  EXPECT_EQ(selection.dependent()[0], 0);
}

TEST(SpeedSelection, the_row_that_repeats_earlier_ones_is_the_one_dropped) {
  RowMajor mass = RowMajor::Identity(3, 3);
  RowMajor rows(4, 3);
  rows << 1, 0, 1, 0, 1, 1, 1, 1, 2, 0, 0, 1;
  SpeedSelection selection(3, 4);
  const std::vector<int> active{0, 1, 2, 3};
  selection.select(mass.data(), rows.data(), active, 3, tolerances);
  EXPECT_EQ(selection.rank(), 3);
  ASSERT_EQ(selection.dropped_rows().size(), 1u);
  EXPECT_EQ(selection.dropped_rows()[0], 2);
}

TEST(SpeedSelection, numbers_that_are_not_numbers_choose_nothing_and_do_no_harm) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  RowMajor mass = RowMajor::Constant(3, 3, nan);
  RowMajor rows = RowMajor::Constant(2, 3, nan);
  SpeedSelection selection(3, 2);
  const std::vector<int> active{0, 1};
  selection.select(mass.data(), rows.data(), active, 3, tolerances);
  EXPECT_EQ(selection.rank(), 0);
  EXPECT_EQ(selection.independent().size(), 3u);
}

}  // namespace
}  // namespace tangible
