// SPDX-License-Identifier: Apache-2.0
// Back onto the constraints: a planar four-bar in absolute coordinates, three bodies, eight rows, one freedom.
#include "dynamics/projection.h"

#include <cmath>

#include "dynamics/matrix_solvers.h"
#include "dynamics/random_system.h"

namespace tangible {
namespace {

using testing::flat;
using testing::RowMajor;

// Bars of lengths a (crank), b (coupler), c (rocker), ground pivots at 0 and d; q = (x, y, angle) of each bar's center.
struct FourBar {
  double a = 0.3;
  double b = 0.8;
  double c = 0.6;
  double d = 0.9;
  RowMajor mass;
  RowMajor rows;
  Eigen::VectorXd errors;
  int evaluations = 0;

  FourBar() : mass(RowMajor::Zero(9, 9)), rows(RowMajor::Zero(8, 9)), errors(8) {
    const double lengths[] = {a, b, c};
    for (int k = 0; k < 3; ++k) {
      mass(3 * k, 3 * k) = mass(3 * k + 1, 3 * k + 1) = 2 * lengths[k];
      mass(3 * k + 2, 3 * k + 2) = 2 * std::pow(lengths[k], 3) / 12;
    }
  }
  // End `sign` of bar k at half its length.
  Eigen::Vector2d end(std::span<const double> q, int k, double length, double sign) const {
    const auto i = static_cast<std::size_t>(3 * k);
    return {q[i] + sign * length / 2 * std::cos(q[i + 2]), q[i + 1] + sign * length / 2 * std::sin(q[i + 2])};
  }
  void add_end(std::span<const double> q, int row, int k, double length, double sign, double factor) {
    const double angle = q[static_cast<std::size_t>(3 * k + 2)];
    rows(row, 3 * k) += factor;
    rows(row + 1, 3 * k + 1) += factor;
    rows(row, 3 * k + 2) -= factor * sign * length / 2 * std::sin(angle);
    rows(row + 1, 3 * k + 2) += factor * sign * length / 2 * std::cos(angle);
  }
  ConfigurationPoint evaluate(std::span<const double> q) {
    ++evaluations;
    rows.setZero();
    add_end(q, 0, 0, a, -1, 1);
    add_end(q, 2, 0, a, 1, 1);
    add_end(q, 2, 1, b, -1, -1);
    add_end(q, 4, 1, b, 1, 1);
    add_end(q, 4, 2, c, 1, -1);
    add_end(q, 6, 2, c, -1, 1);
    errors << end(q, 0, a, -1), end(q, 0, a, 1) - end(q, 1, b, -1), end(q, 1, b, 1) - end(q, 2, c, 1),
        end(q, 2, c, -1) - Eigen::Vector2d(d, 0);
    return {flat(mass), flat(rows), flat(errors)};
  }
};

const std::vector<int> all_rows{0, 1, 2, 3, 4, 5, 6, 7};

ProjectionReport project(FourBar& bars, Eigen::VectorXd& q, const ProjectionLimits& limits = {}) {
  ConstrainedDynamics dynamics(9, 8);
  dynamics.activate(all_rows);
  Eigen::VectorXd d(9);
  const auto evaluate = [&](std::span<const double> at) { return bars.evaluate(at); };
  const auto displace = [](std::span<double> at, std::span<const double> by) {
    for (std::size_t i = 0; i < at.size(); ++i) at[i] += by[i];
  };
  return project_configuration(dynamics, {evaluate, displace}, flat(q), flat(d), limits);
}

Eigen::VectorXd rough_guess() {
  Eigen::VectorXd q(9);
  q << 0.1, 0.1, 0.8, 0.6, 0.5, 0.4, 1.0, 0.3, 1.7;
  return q;
}

TEST(Projection, a_rough_guess_of_a_four_bar_closes_to_rounding) {
  FourBar bars;
  Eigen::VectorXd q = rough_guess();
  const ProjectionReport report = project(bars, q, {.max_iterations = 20});
  ASSERT_EQ(report.outcome, ProjectionReport::Outcome::converged);
  EXPECT_GT(report.error_before, 0.01);
  bars.evaluate(flat(q));
  EXPECT_LT(bars.errors.cwiseAbs().maxCoeff(), 1e-14);
}

TEST(Projection, the_displacement_is_the_smallest_in_the_measure_of_the_mass) {
  FourBar bars;
  Eigen::VectorXd q = rough_guess();
  ASSERT_EQ(project(bars, q, {.max_iterations = 20}).outcome, ProjectionReport::Outcome::converged);
  const Eigen::VectorXd closed = q;
  std::mt19937 random(3);
  q += 1e-5 * testing::uniform(random, 9, 1);
  const Eigen::VectorXd off = q;
  ASSERT_EQ(project(bars, q).outcome, ProjectionReport::Outcome::converged);
  // The displacement is mass-orthogonal to the freedom: M d = rows^T lambda for some lambda, up to curvature.
  bars.evaluate(flat(q));
  const Eigen::VectorXd momentum = bars.mass * (q - off);
  const Eigen::VectorXd lambda = RankRevealingQr(bars.rows.transpose()).solve(Eigen::VectorXd(momentum));
  EXPECT_LT((momentum - bars.rows.transpose() * lambda).norm(), 1e-4 * momentum.norm());
  EXPECT_LT((q - closed).norm(), 1e-4);
}

TEST(Projection, errors_square_from_step_to_step) {
  FourBar bars;
  Eigen::VectorXd q = rough_guess();
  ASSERT_EQ(project(bars, q, {.max_iterations = 20}).outcome, ProjectionReport::Outcome::converged);
  q(2) += 1e-4;
  bars.evaluations = 0;
  const ProjectionReport report = project(bars, q, {.tolerance = 1e-12});
  ASSERT_EQ(report.outcome, ProjectionReport::Outcome::converged);
  EXPECT_LE(report.iterations, 2);  // 1e-4, 1e-8, 1e-16
}

TEST(Projection, a_trusted_step_is_not_evaluated_again) {
  FourBar bars;
  Eigen::VectorXd q = rough_guess();
  ASSERT_EQ(project(bars, q, {.max_iterations = 20}).outcome, ProjectionReport::Outcome::converged);
  q(2) += 1e-9;
  bars.evaluations = 0;
  const ProjectionReport report = project(bars, q, {.trusted = 1e-8});
  EXPECT_EQ(report.iterations, 1);
  EXPECT_EQ(bars.evaluations, 1);
  bars.evaluate(flat(q));
  EXPECT_LT(bars.errors.cwiseAbs().maxCoeff(), 1e-15);
}

TEST(Projection, a_loop_that_cannot_close_is_reported) {
  FourBar bars;
  bars.d = 5;  // farther than all bars together
  Eigen::VectorXd q = rough_guess();
  const ProjectionReport report = project(bars, q, {.max_iterations = 30});
  EXPECT_NE(report.outcome, ProjectionReport::Outcome::converged);
  EXPECT_GT(report.error_after, 1);
}

TEST(Projection, a_row_said_twice_closes_as_well) {
  FourBar bars;
  RowMajor rows(10, 9);
  Eigen::VectorXd errors(10);
  ConstrainedDynamics dynamics(9, 10);
  dynamics.activate(std::vector<int>{0, 1, 2, 3, 4, 5, 6, 7, 8, 9});
  Eigen::VectorXd q = rough_guess();
  Eigen::VectorXd d(9);
  const auto evaluate = [&](std::span<const double> at) {
    bars.evaluate(at);
    rows << bars.rows, bars.rows.row(2), 3 * bars.rows.row(5) - bars.rows.row(0);
    errors << bars.errors, bars.errors(2), 3 * bars.errors(5) - bars.errors(0);
    return ConfigurationPoint{flat(bars.mass), flat(rows), flat(errors)};
  };
  const auto displace = [](std::span<double> at, std::span<const double> by) {
    for (std::size_t i = 0; i < at.size(); ++i) at[i] += by[i];
  };
  const ProjectionReport report =
      project_configuration(dynamics, {evaluate, displace}, flat(q), flat(d), {.max_iterations = 20});
  EXPECT_EQ(report.outcome, ProjectionReport::Outcome::converged);
  EXPECT_EQ(dynamics.redundant_rows().size(), 2u);
  EXPECT_LT(errors.cwiseAbs().maxCoeff(), 1e-14);
}

}  // namespace
}  // namespace tangible
