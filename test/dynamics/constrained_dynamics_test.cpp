// SPDX-License-Identifier: Apache-2.0
// The embedding in the loop, against multipliers, against the embedding at leisure, and against itself.
#include "dynamics/constrained_dynamics.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "dynamics/embedding.h"
#include "dynamics/matrix_solvers.h"
#include "dynamics/random_system.h"

namespace tangible {
namespace {

using testing::flat;
using testing::random_system;
using testing::RandomSystem;
using testing::solve_with_multipliers;

struct Solved {
  DynamicsStatus embedded;
  DynamicsStatus solved;
  Eigen::VectorXd x;
  Eigen::VectorXd forces;
};

Solved solve(ConstrainedDynamics& dynamics, const RandomSystem& system) {
  Solved result{DynamicsStatus::ok, DynamicsStatus::ok, Eigen::VectorXd::Zero(system.mass.rows()),
                Eigen::VectorXd::Zero(system.rows.rows())};
  result.embedded = dynamics.embed(flat(system.mass), flat(system.rows), flat(system.constants));
  result.solved = dynamics.solve(flat(system.forcing), flat(system.remainders), flat(result.x), flat(result.forces));
  return result;
}

// Lengths in scaled speeds, so that units do not matter.
double scaled_distance(const RandomSystem& system, const Eigen::VectorXd& a, const Eigen::VectorXd& b) {
  const Eigen::VectorXd s = system.mass.diagonal().cwiseSqrt();
  return (s.asDiagonal() * (a - b)).norm() / (1 + (s.asDiagonal() * b).norm());
}

double condition(const RandomSystem& system, int rank) {
  if (rank == 0) return 1;
  Eigen::MatrixXd scaled = system.rows * system.mass.diagonal().cwiseSqrt().cwiseInverse().asDiagonal();
  scaled.rowwise().normalize();
  const Eigen::VectorXd sigma = testing::find_singular_values(scaled).values;
  return sigma(0) / sigma(rank - 1);
}

RC_GTEST_PROP(ConstrainedDynamics, embedding_and_multipliers_give_the_same_motion, (unsigned seed)) {
  std::mt19937 random(seed);
  const int n = 1 + static_cast<int>(random() % 12);
  const int rank = static_cast<int>(random() % static_cast<unsigned>(n + 1));
  const int m = rank + (rank > 0 ? static_cast<int>(random() % 4) : 0);
  const RandomSystem system = random_system(random, n, m, rank);
  ConstrainedDynamics dynamics(n, m);
  dynamics.activate(system.all_rows);
  const Solved mine = solve(dynamics, system);
  RC_ASSERT(mine.solved == DynamicsStatus::ok);
  RC_ASSERT(dynamics.rank() == rank);
  RC_ASSERT(dynamics.redundant_rows().size() == static_cast<std::size_t>(m - rank));
  const auto other = solve_with_multipliers(system);
  // Multipliers square the condition number of the rows; their accuracy is 1e-16 times that, with three digits to
  // spare.
  RC_ASSERT(scaled_distance(system, mine.x, other.x) < 1e-13 * std::pow(condition(system, rank), 2));
  // The forces need not agree where they are not unique; what they do must.
  const Eigen::VectorXd load = system.rows.transpose() * mine.forces;
  const Eigen::VectorXd needed = system.mass * mine.x - system.forcing;
  const Eigen::VectorXd s = system.mass.diagonal().cwiseSqrt().cwiseInverse();
  RC_ASSERT((s.asDiagonal() * (load - needed)).norm() < 1e-9 * (1 + (s.asDiagonal() * needed).norm()));
}

RC_GTEST_PROP(ConstrainedDynamics, the_embedding_at_leisure_gives_the_same_numbers, (unsigned seed)) {
  std::mt19937 random(seed);
  const int n = 1 + static_cast<int>(random() % 10);
  const int rank = 1 + static_cast<int>(random() % static_cast<unsigned>(n));
  const RandomSystem system = random_system(random, n, rank, rank);
  RC_PRE(condition(system, rank) < 1e3);
  ConstrainedDynamics dynamics(n, rank);
  dynamics.activate(system.all_rows);
  const Solved mine = solve(dynamics, system);
  const EmbeddedSystem other = embed({system.mass, system.forcing, system.rows, system.constants, system.remainders});
  // The embedding at leisure takes the last speeds whatever that costs in accuracy; where the loop chooses otherwise it
  // has a reason, and nothing is to be learnt from the difference.
  RC_PRE(std::ranges::equal(dynamics.dependent_speeds(), other.dependent));
  RC_ASSERT(scaled_distance(system, mine.x, other.u_rate) < 1e-8);
}

RC_GTEST_PROP(ConstrainedDynamics, completed_speeds_satisfy_every_row, (unsigned seed)) {
  std::mt19937 random(seed);
  const int n = 2 + static_cast<int>(random() % 10);
  const int rank = 1 + static_cast<int>(random() % static_cast<unsigned>(n));
  const RandomSystem system = random_system(random, n, rank + 2, rank);
  RC_PRE(condition(system, rank) < 1e4);
  ConstrainedDynamics dynamics(n, rank + 2);
  dynamics.activate(system.all_rows);
  RC_ASSERT(dynamics.embed(flat(system.mass), flat(system.rows), flat(system.constants)) == DynamicsStatus::ok);
  Eigen::VectorXd u = testing::uniform(random, n, 1);
  dynamics.complete_speeds(flat(u));
  const Eigen::VectorXd left = system.rows * u + system.constants;
  const Eigen::VectorXd parts = system.rows.cwiseAbs() * u.cwiseAbs() + system.constants.cwiseAbs();
  RC_ASSERT((left.array().abs() <= 1e-10 * parts.array()).all());
}

// Imposition, u+ = u- - M^-1 A^T (A M^-1 A^T)^+ (A u- + c): the formula of Djerassi, with a pseudoinverse.
RC_GTEST_PROP(ConstrainedDynamics, imposed_rows_keep_the_momenta_of_the_freedom_left, (unsigned seed)) {
  std::mt19937 random(seed);
  const int n = 2 + static_cast<int>(random() % 9);
  const int rank = 1 + static_cast<int>(random() % static_cast<unsigned>(n));
  const int m = rank + static_cast<int>(random() % 3);
  RandomSystem system = random_system(random, n, m, rank);
  RC_PRE(condition(system, rank) < 1e3);
  const bool at_rest = seed % 2 == 0;
  if (at_rest) system.constants.setZero();
  ConstrainedDynamics dynamics(n, m);
  dynamics.activate(system.all_rows);
  RC_ASSERT(dynamics.embed(flat(system.mass), flat(system.rows), flat(system.constants)) == DynamicsStatus::ok);
  const Eigen::VectorXd scale = system.mass.diagonal().cwiseSqrt();
  const Eigen::VectorXd before = scale.cwiseInverse().asDiagonal() * testing::uniform(random, n, 1);
  Eigen::VectorXd u = before;
  Eigen::VectorXd impulses = Eigen::VectorXd::Zero(m);
  const ImpositionReport report = dynamics.impose(flat(system.constants), flat(u), flat(impulses));
  RC_ASSERT(report.status == DynamicsStatus::ok);
  RandomSystem impulsive = system;
  impulsive.forcing = system.mass * before;
  impulsive.remainders = system.constants;
  RC_ASSERT(scaled_distance(system, u, solve_with_multipliers(impulsive).x) < 1e-8);
  const Eigen::VectorXd balance = system.mass * (u - before) - system.rows.transpose() * impulses;
  RC_ASSERT((scale.cwiseInverse().asDiagonal() * balance).norm() < 1e-9);
  // Onto rows at rest, energy can only be lost: half of (A u-) . impulses.
  if (at_rest) {
    RC_ASSERT(report.loss() >= -1e-12 * report.energy_before);
    RC_ASSERT(std::abs(report.loss() + impulses.dot(system.rows * before) / 2) < 1e-9 * (1 + report.energy_before));
  }
}

TEST(ConstrainedDynamics, inactive_rows_do_nothing) {
  std::mt19937 random(5);
  const RandomSystem system = random_system(random, 6, 4, 4);
  ConstrainedDynamics dynamics(6, 4);
  dynamics.activate(std::vector<int>{1, 3});
  const Solved two = solve(dynamics, system);
  ASSERT_EQ(two.solved, DynamicsStatus::ok);
  EXPECT_EQ(two.forces(0), 0);
  EXPECT_EQ(two.forces(2), 0);
  RandomSystem alone = system;
  alone.rows = system.rows(std::vector<int>{1, 3}, Eigen::all);
  alone.remainders = system.remainders(std::vector<int>{1, 3});
  EXPECT_LT(scaled_distance(system, two.x, solve_with_multipliers(alone).x), 1e-10);
  // And off again: the free system.
  dynamics.activate({});
  const Solved none = solve(dynamics, system);
  EXPECT_LT(scaled_distance(system, none.x, SymmetricSolver(system.mass).solve(system.forcing)), 1e-12);
}

TEST(ConstrainedDynamics, shared_forces_are_of_smallest_norm_and_said_to_be_shared) {
  // A particle on two rods in the same direction and one across: the first two share 6 N as they are long.
  RandomSystem system;
  system.mass = testing::RowMajor::Identity(2, 2);
  system.rows.resize(3, 2);
  system.rows << 1, 0, 2, 0, 0, 1;
  system.constants = system.remainders = Eigen::VectorXd::Zero(3);
  system.forcing = Eigen::Vector2d(-6, -4);
  ConstrainedDynamics dynamics(2, 3);
  dynamics.activate(std::vector<int>{0, 1, 2});
  const Solved solved = solve(dynamics, system);
  ASSERT_EQ(solved.solved, DynamicsStatus::ok);
  // f1 + 2 f2 = 6 with f1^2 + f2^2 minimal
  EXPECT_LT((solved.forces - Eigen::Vector3d(1.2, 2.4, 4)).norm(), 1e-14);
  EXPECT_FALSE(dynamics.force_is_unique(0));
  EXPECT_FALSE(dynamics.force_is_unique(1));
  EXPECT_TRUE(dynamics.force_is_unique(2));
  EXPECT_EQ(dynamics.redundant_rows().size(), 1u);
}

TEST(ConstrainedDynamics, rows_that_contradict_each_other_are_refused) {
  RandomSystem system;
  system.mass = testing::RowMajor::Identity(2, 2);
  system.rows = testing::RowMajor::Ones(2, 2);
  system.forcing = Eigen::Vector2d(0, 0);
  system.constants = system.remainders = Eigen::Vector2d(0, 0);
  ConstrainedDynamics dynamics(2, 2);
  dynamics.activate(std::vector<int>{0, 1});
  EXPECT_EQ(solve(dynamics, system).solved, DynamicsStatus::ok);
  system.constants = Eigen::Vector2d(1, 2);
  EXPECT_EQ(solve(dynamics, system).embedded, DynamicsStatus::inconsistent_rows);
  system.constants = Eigen::Vector2d(1, 1);
  system.remainders = Eigen::Vector2d(3, -3);
  const Solved rates = solve(dynamics, system);
  EXPECT_EQ(rates.embedded, DynamicsStatus::ok);
  EXPECT_EQ(rates.solved, DynamicsStatus::inconsistent_rows);
}

// Two particles on a line joined by a massless lever: three speeds, M has a zero, the row gives the lever its motion.
TEST(ConstrainedDynamics, a_massless_link_moves_if_rows_leave_it_no_freedom_of_its_own) {
  RandomSystem system;
  system.mass = Eigen::Vector3d(2, 3, 0).asDiagonal().toDenseMatrix();
  system.rows.resize(2, 3);
  system.rows << 1, 0, -0.5, 0, 1, 0.25;  // lever arms 0.5 and -0.25 times its rotation u3
  system.constants = system.remainders = Eigen::VectorXd::Zero(2);
  system.forcing = Eigen::Vector3d(4, 0, 0);
  ConstrainedDynamics dynamics(3, 2);
  dynamics.activate(std::vector<int>{0, 1});
  const Solved both = solve(dynamics, system);
  ASSERT_EQ(both.solved, DynamicsStatus::ok);
  // (2 * 0.25 + 3 * 0.0625) w' = 4 * 0.5
  EXPECT_NEAR(both.x(2), 2 / 0.6875, 1e-14);
  dynamics.activate(std::vector<int>{0});
  EXPECT_EQ(solve(dynamics, system).solved, DynamicsStatus::ok);  // u3 follows u1
  dynamics.activate({});
  EXPECT_EQ(solve(dynamics, system).solved, DynamicsStatus::singular_mass);
}

// M = b b^T: a single mass that two speeds move alike; a row that separates them makes the problem regular.
TEST(ConstrainedDynamics, a_mass_matrix_may_be_singular_without_zeros) {
  RandomSystem system;
  system.mass = testing::RowMajor::Ones(2, 2);
  system.rows.resize(1, 2);
  system.rows << 1, -1;
  system.constants = system.remainders = Eigen::VectorXd::Zero(1);
  system.forcing = Eigen::Vector2d(1, 1);
  ConstrainedDynamics dynamics(2, 1);
  dynamics.activate(std::vector<int>{0});
  const Solved solved = solve(dynamics, system);
  ASSERT_EQ(solved.solved, DynamicsStatus::ok);
  EXPECT_LT((solved.x - Eigen::Vector2d(0.5, 0.5)).norm(), 1e-15);
}

TEST(ConstrainedDynamics, numbers_that_are_not_numbers_are_a_status) {
  std::mt19937 random(5);
  RandomSystem system = random_system(random, 4, 2, 2);
  ConstrainedDynamics dynamics(4, 2);
  dynamics.activate(system.all_rows);
  EXPECT_EQ(solve(dynamics, system).solved, DynamicsStatus::ok);
  RandomSystem bad = system;
  bad.mass(1, 2) = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(solve(dynamics, bad).solved, DynamicsStatus::not_finite);
  bad = system;
  bad.forcing(0) = std::numeric_limits<double>::infinity();
  EXPECT_EQ(solve(dynamics, bad).solved, DynamicsStatus::not_finite);
  EXPECT_EQ(solve(dynamics, system).solved, DynamicsStatus::ok);
}

// A pendulum as a particle (x, y) on a circle: row (cos, sin) of the angle. Going round, the speed that may be
// dependent changes; the motion may not notice.
struct Circle {
  RandomSystem system;
  explicit Circle(double angle, double rate = 0) {
    system.mass = testing::RowMajor::Identity(2, 2);
    system.rows.resize(1, 2);
    system.rows << std::cos(angle), std::sin(angle);
    system.constants = Eigen::VectorXd::Zero(1);
    system.remainders = Eigen::VectorXd::Constant(1, rate * rate);  // centripetal
    system.forcing = Eigen::Vector2d(0, -9.81);
  }
};

TEST(ConstrainedDynamics, speeds_are_chosen_again_before_a_choice_goes_bad_and_never_for_nothing) {
  ConstrainedDynamics dynamics(2, 1);
  dynamics.activate(std::vector<int>{0});
  double worst = 0;
  const int steps = 100000;
  for (int i = 0; i < steps; ++i) {
    const double angle = 0.3 + 2 * std::numbers::pi * 3 * i / steps;
    const Circle circle(angle, 2);
    const Solved solved = solve(dynamics, circle.system);
    ASSERT_EQ(solved.solved, DynamicsStatus::ok);
    worst = std::max(worst, dynamics.largest_D());
    // Tangential gravity and centripetal acceleration.
    const double tangential = -9.81 * std::cos(angle);
    const Eigen::Vector2d expected(-std::sin(angle) * tangential - 4 * std::cos(angle),
                                   std::cos(angle) * tangential - 4 * std::sin(angle));
    ASSERT_LT((solved.x - expected).norm(), 1e-12);
  }
  EXPECT_LE(worst, dynamics.limits.reselect);
  // Each of the two speeds goes bad twice a turn; three turns, and the first choice.
  EXPECT_LE(dynamics.selections(), 13);
  EXPECT_GE(dynamics.selections(), 7);
}

// A parallelogram four-bar with a = c: at the flat position the two loop rows become one. Angles of crank, coupler,
// rocker (absolute), equal bars of length one and half: rows a s1 u1 + b s2 u2 - a s3 u3 = 0, same with cosines.
struct Parallelogram {
  RandomSystem system;
  explicit Parallelogram(double angle) {
    const double a = 0.5;
    const double b = 1;
    system.mass = testing::RowMajor::Identity(3, 3) * 0.2;
    system.rows.resize(2, 3);
    system.rows << -a * std::sin(angle), 0, a * std::sin(angle), a * std::cos(angle), b, -a * std::cos(angle);
    system.constants = Eigen::VectorXd::Zero(2);
    system.remainders = Eigen::VectorXd::Zero(2);  // crank and rocker turn alike: their centripetal terms cancel
    system.forcing = Eigen::Vector3d(0.3, 0.1, 0.2);
  }
};

TEST(ConstrainedDynamics, a_change_point_is_passed_with_the_rows_kept_and_the_velocity_continued) {
  ConstrainedDynamics dynamics(3, 2);
  dynamics.activate(std::vector<int>{0, 1});
  for (const double angle : {-1e-2, -1e-3, 0.0, 1e-9, 1e-3, 1e-2}) {
    const Parallelogram bars(angle);
    const Solved solved = solve(dynamics, bars.system);
    EXPECT_EQ(dynamics.rank(), 2);
    EXPECT_TRUE(dynamics.redundant_rows().empty());
    EXPECT_EQ(solved.embedded, std::abs(angle) < 1e-6 ? DynamicsStatus::singular_configuration : DynamicsStatus::ok);
    // On this branch the coupler does not turn and crank and rocker turn alike: 0.4 w' = 0.5.
    EXPECT_LT((solved.x - Eigen::Vector3d(1.25, 0, 1.25)).norm(), 1e-12) << angle;
    Eigen::VectorXd u = Eigen::Vector3d(2, 0, 2);
    dynamics.complete_speeds(flat(u));
    EXPECT_LT((u - Eigen::Vector3d(2, 0, 2)).norm(), 1e-12) << angle;
  }
}

TEST(ConstrainedDynamics, rows_dropped_at_a_singular_start_come_back) {
  ConstrainedDynamics dynamics(3, 2);
  dynamics.activate(std::vector<int>{0, 1}, 2);
  const Parallelogram start(0);
  (void)solve(dynamics, start.system);
  EXPECT_EQ(dynamics.rank(), 1);
  const Parallelogram later(1e-5);
  const Solved solved = solve(dynamics, later.system);
  EXPECT_EQ(dynamics.rank(), 2);
  EXPECT_LT((solved.x - Eigen::Vector3d(1.25, 0, 1.25)).norm(), 1e-10);
}

// States inside a step lie a little beside the constraints, where a row that follows from others seems independent.
TEST(ConstrainedDynamics, a_redundant_row_is_not_taken_for_a_new_one_beside_the_constraints) {
  std::mt19937 random(11);
  RandomSystem system = random_system(random, 5, 4, 3);
  ConstrainedDynamics dynamics(5, 4);
  dynamics.activate(system.all_rows);
  const Solved before = solve(dynamics, system);
  ASSERT_EQ(dynamics.rank(), 3);
  system.rows += 1e-6 * (system.rows.cwiseAbs().array() * testing::uniform(random, 4, 5).array()).matrix();
  const Solved after = solve(dynamics, system);
  EXPECT_EQ(dynamics.rank(), 3);
  EXPECT_EQ(after.solved, DynamicsStatus::ok);
  EXPECT_LT(scaled_distance(system, after.x, before.x), 1e-3);
}

}  // namespace
}  // namespace tangible
