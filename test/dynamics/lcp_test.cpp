// SPDX-License-Identifier: Apache-2.0
// Lemke's method against the trial of all 2^n cases, with ties and without.
#include "dynamics/lcp.h"

#include <Eigen/Dense>
#include <random>

#include "dynamics/matrix_solvers.h"

namespace tangible {
namespace {

struct Problem {
  Eigen::MatrixXd matrix;
  Eigen::VectorXd q;
};

LcpStatus solve(LcpSolver& solver, const Problem& problem, Eigen::VectorXd& z) {
  const int n = static_cast<int>(problem.q.size());
  for (int i = 0; i < n; ++i) {
    solver.q(i) = problem.q(i);
    for (int j = 0; j < n; ++j) solver.M(i, j) = problem.matrix(i, j);
  }
  const LcpStatus status = solver.solve(n);
  z.resize(n);
  for (int i = 0; i < n; ++i) z(i) = solver.z(i);
  return status;
}

void expect_solves(const Problem& problem, const Eigen::VectorXd& z) {
  const Eigen::VectorXd w = problem.matrix * z + problem.q;
  EXPECT_GE(z.minCoeff(), 0);
  EXPECT_GE(w.minCoeff(), -1e-10) << w.transpose();
  EXPECT_NEAR(w.dot(z), 0, 1e-10 * (1 + z.norm()));
}

// The other method: each set of positive unknowns is a linear system.
bool exists_by_trial(const Problem& problem) {
  const auto n = problem.q.size();
  for (unsigned set = 0; set < (1u << n); ++set) {
    Eigen::MatrixXd basis = Eigen::MatrixXd::Identity(n, n);
    for (Eigen::Index i = 0; i < n; ++i)
      if ((set >> i & 1u) != 0) basis.col(i) = -problem.matrix.col(i);
    const FullyPivotedLu lu(basis);
    if (lu.is_invertible() && lu.solve(problem.q).minCoeff() >= -1e-12) return true;
  }
  return false;
}

Eigen::MatrixXd draw(std::mt19937& random, int rows, int columns) {
  std::uniform_int_distribution<int> small(-3, 3);
  return Eigen::MatrixXd::NullaryExpr(rows, columns, [&] { return static_cast<double>(small(random)); });
}

TEST(Lcp, positive_semidefinite_problems_with_ties_are_solved_whenever_trial_finds_a_solution) {
  LcpSolver solver(8);
  int solved = 0;
  int unsolvable = 0;
  for (unsigned seed = 0; seed < 1000; ++seed) {
    std::mt19937 random(seed);
    const int n = 1 + static_cast<int>(random() % 8);
    const int rank = 1 + static_cast<int>(random() % static_cast<unsigned>(n));
    const Eigen::MatrixXd b = draw(random, n, rank);
    const Eigen::MatrixXd skew = draw(random, n, n);
    // Small whole numbers make many exact ties; the skew part is that of friction cones.
    Problem problem{b * b.transpose() / 4, draw(random, n, 1)};
    if (seed % 2 == 1) problem.matrix += (skew - skew.transpose()) / 4;
    Eigen::VectorXd z;
    const LcpStatus status = solve(solver, problem, z);
    ASSERT_NE(status, LcpStatus::too_many_pivots) << seed;
    if (status == LcpStatus::solved) {
      expect_solves(problem, z);
      ++solved;
    } else {
      EXPECT_FALSE(exists_by_trial(problem)) << seed;
      ++unsolvable;
    }
  }
  EXPECT_GT(solved, 300);
  EXPECT_GT(unsolvable, 30);
}

TEST(Lcp, murtys_worst_case_is_solved) {
  // Lower triangular with twos: 2^n pivots for simple rules, a known hard case.
  const int n = 8;
  Problem problem{Eigen::MatrixXd::Identity(n, n), -Eigen::VectorXd::Ones(n)};
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < i; ++j) problem.matrix(i, j) = 2;
  LcpSolver solver(n);
  Eigen::VectorXd z;
  ASSERT_EQ(solve(solver, problem, z), LcpStatus::solved);
  Eigen::VectorXd expected = Eigen::VectorXd::Zero(n);
  expected(0) = 1;
  EXPECT_LT((z - expected).norm(), 1e-12);
}

TEST(Lcp, a_negative_response_with_a_negative_rate_has_no_solution) {
  LcpSolver solver(1);
  Eigen::VectorXd z;
  EXPECT_EQ(solve(solver, {Eigen::MatrixXd::Constant(1, 1, -1.0), Eigen::VectorXd::Constant(1, -1.0)}, z),
            LcpStatus::no_solution);
}

}  // namespace
}  // namespace tangible
