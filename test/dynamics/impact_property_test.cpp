// SPDX-License-Identifier: Apache-2.0
// Impacts of random mechanisms with random contacts: nothing pulls, nothing penetrates, Coulomb is obeyed.
#include <cmath>

#include "dynamics/friction_circle.h"
#include "dynamics/impact.h"
#include "dynamics/random_system.h"

namespace tangible {
namespace {

using testing::flat;

struct Case {
  testing::RandomSystem system;
  std::vector<int> bilateral;
  std::vector<TouchingContact> contacts;
  Eigen::VectorXd before;
};

// Bilateral rows first, then for each contact a normal and its tangents.
Case random_case(std::mt19937& random, int max_tangents, bool like_units = true) {
  const int n = 6 + static_cast<int>(random() % 4);
  const int bilateral = static_cast<int>(random() % 3);
  const int contacts = 1 + static_cast<int>(random() % 3);
  Case result;
  int rows = bilateral;
  std::uniform_real_distribution<double> draw(0, 1);
  for (int k = 0; k < contacts; ++k) {
    TouchingContact contact{.normal = rows++, .friction = draw(random), .restitution = 0};
    const int tangents = static_cast<int>(random() % static_cast<unsigned>(max_tangents + 1));
    for (int t = 0; t < tangents; ++t) contact.tangents[static_cast<std::size_t>(t)] = rows++;
    result.contacts.push_back(contact);
  }
  result.system = testing::random_system(random, n, rows, std::min(n, rows));
  result.system.constants.setZero();
  // Normal and tangents of a contact are velocities of one point: of like size, unlike what other rows may be.
  const Eigen::VectorXd lengths = result.system.mass.diagonal().cwiseSqrt().cwiseInverse();
  for (int i = like_units ? bilateral : rows; i < rows; ++i)
    result.system.rows.row(i) /= (result.system.rows.row(i) * lengths.asDiagonal()).norm();
  for (int i = 0; i < bilateral; ++i) result.bilateral.push_back(i);
  const Eigen::VectorXd units = result.system.mass.diagonal().cwiseSqrt();
  result.before = units.cwiseInverse().asDiagonal() * testing::uniform(random, n, 1);
  return result;
}

struct Outcome {
  ImpactReport report;
  Eigen::VectorXd u;
  Eigen::VectorXd impulses;
};

Outcome resolve(const Case& scene, const ImpactLaw& law) {
  const int n = static_cast<int>(scene.system.mass.rows());
  const int m = static_cast<int>(scene.system.rows.rows());
  ConstrainedDynamics dynamics(n, m);
  dynamics.activate(scene.bilateral);
  (void)dynamics.embed(flat(scene.system.mass), flat(scene.system.rows), flat(scene.system.constants));
  Outcome outcome{{}, scene.before, Eigen::VectorXd::Zero(m)};
  // The state before an impact satisfies the bilateral rows.
  (void)dynamics.impose(flat(scene.system.constants), flat(outcome.u));
  ImpactSolver solver(n, m, 3);
  solver.law = law;
  outcome.report =
      solver.resolve(dynamics, scene.contacts, flat(scene.system.constants), flat(outcome.u), flat(outcome.impulses));
  return outcome;
}

// Rates and impulses of a contact in units in which both are near one.
struct Scaled {
  double rate, impulse, slip, friction, against;  // against: slip . friction
};
Scaled scaled(const Case& scene, const Outcome& outcome, const TouchingContact& contact) {
  const Eigen::VectorXd units = scene.system.mass.diagonal().cwiseSqrt().cwiseInverse();
  const double unit = (scene.system.rows.row(contact.normal) * units.asDiagonal()).norm();
  Scaled result{scene.system.rows.row(contact.normal).dot(outcome.u) / unit, outcome.impulses(contact.normal) * unit, 0,
                0, 0};
  for (int t = 0; t < contact.tangent_count(); ++t) {
    const int row = contact.tangents[static_cast<std::size_t>(t)];
    const double slip = scene.system.rows.row(row).dot(outcome.u);
    const double friction = outcome.impulses(row);
    result.slip = std::hypot(result.slip, slip);
    result.friction = std::hypot(result.friction, friction);
    result.against += slip * friction;
  }
  return result;
}

void expect_coulomb(const Case& scene, const Outcome& outcome, unsigned seed) {
  constexpr double tolerance = 1e-9;  // rates and impulses are near one, condition numbers up to 1e5
  for (const TouchingContact& contact : scene.contacts) {
    const Scaled at = scaled(scene, outcome, contact);
    EXPECT_GE(at.rate, -tolerance) << seed;
    EXPECT_GE(at.impulse, 0) << seed;
    EXPECT_LT(at.rate * at.impulse, tolerance) << seed;
    if (contact.tangent_count() == 0) continue;
    const double limit = contact.friction * outcome.impulses(contact.normal);
    EXPECT_LE(at.friction, limit * (1 + 1e-9) + 1e-12) << seed;
    // Slipping: friction is at its limit and opposite to the slip.
    EXPECT_NEAR(at.against, -limit * at.slip, tolerance * (1 + limit * at.slip)) << seed;
  }
}

TEST(ImpactProperty, friction_along_one_tangent_obeys_coulomb_exactly) {
  int solved = 0;
  for (unsigned seed = 0; seed < 300; ++seed) {
    std::mt19937 random(seed);
    const Case scene = random_case(random, 1);
    const Outcome outcome = resolve(scene, {});
    ASSERT_EQ(outcome.report.status, ContactStatus::ok) << seed;
    expect_coulomb(scene, outcome, seed);
    EXPECT_GE(outcome.report.loss, -1e-10) << seed;
    solved += outcome.report.loss > 1e-6 ? 1 : 0;
  }
  EXPECT_GT(solved, 100);
}

TEST(ImpactProperty, friction_on_circles_obeys_coulomb) {
  int converged = 0;
  for (unsigned seed = 0; seed < 300; ++seed) {
    std::mt19937 random(seed);
    const Case scene = random_case(random, 2);
    const Outcome outcome = resolve(scene, {});
    ASSERT_TRUE(outcome.report.status == ContactStatus::ok || outcome.report.status == ContactStatus::not_converged);
    if (outcome.report.status != ContactStatus::ok) continue;
    ++converged;
    expect_coulomb(scene, outcome, seed);
    EXPECT_GE(outcome.report.loss, -1e-10) << seed;
  }
  EXPECT_GT(converged, 285);  // tangents that are no right angles, as here, can make the rounds slow
}

// Whatever the law and its order: energy is not gained, and bilateral rows hold.
TEST(ImpactProperty, no_law_gains_energy) {
  for (unsigned seed = 0; seed < 300; ++seed) {
    std::mt19937 random(seed);
    Case scene = random_case(random, 1);
    for (TouchingContact& contact : scene.contacts) contact.restitution = static_cast<double>(random() % 11) / 10;
    for (const Restitution restitution : {Restitution::newton, Restitution::poisson})
      for (const ImpactOrder order : {ImpactOrder::together, ImpactOrder::in_sequence}) {
        const Outcome outcome = resolve(scene, {.restitution = restitution, .order = order});
        EXPECT_LE(outcome.report.energy_after, outcome.report.energy_before * (1 + 1e-8)) << seed;
        for (const int row : scene.bilateral) {
          const Eigen::VectorXd units = scene.system.mass.diagonal().cwiseSqrt().cwiseInverse();
          const double unit = (scene.system.rows.row(row) * units.asDiagonal()).norm();
          EXPECT_NEAR(scene.system.rows.row(row).dot(outcome.u) / unit, 0, 1e-9) << seed;
        }
      }
  }
}

// Units that differ by 1e4 between normal and tangent are no contact's; an answer or a word is owed all the same.
TEST(ImpactProperty, contacts_in_odd_units_are_resolved_or_reported) {
  int solved = 0;
  for (unsigned seed = 0; seed < 300; ++seed) {
    std::mt19937 random(seed);
    const Outcome outcome = resolve(random_case(random, 1, false), {});
    EXPECT_NE(outcome.report.status, ContactStatus::no_solution) << seed;
    EXPECT_LE(outcome.report.energy_after, outcome.report.energy_before * (1 + 1e-8)) << seed;
    solved += outcome.report.status == ContactStatus::ok ? 1 : 0;
  }
  EXPECT_GT(solved, 200);
}

TEST(FrictionCircle, a_single_contact_is_stuck_inside_the_circle_and_on_it_otherwise) {
  std::mt19937 random(4);
  int stuck = 0;
  int slipping = 0;
  for (int i = 0; i < 2000; ++i) {
    const Eigen::Matrix3d b = testing::uniform(random, 3, 3);
    const Eigen::Matrix3d w = b * b.transpose() + 0.1 * Eigen::Matrix3d::Identity();
    const Eigen::Vector3d free = testing::uniform(random, 3, 1);
    SingleContact contact;
    contact.friction = 0.7;
    for (std::size_t r = 0; r < 3; ++r) {
      contact.free[r] = free(static_cast<Eigen::Index>(r));
      for (std::size_t c = 0; c < 3; ++c)
        contact.response[r][c] = w(static_cast<Eigen::Index>(r), static_cast<Eigen::Index>(c));
    }
    const std::array<double, 3> impulse = solve_single_contact(contact);
    const Eigen::Vector3d p(impulse[0], impulse[1], impulse[2]);
    const Eigen::Vector3d v = w * p + free;
    const double size = 1 + p.norm();
    ASSERT_GE(p(0), 0);
    ASSERT_GE(v(0), -1e-12 * size);
    ASSERT_NEAR(v(0) * p(0), 0, 1e-12 * size * size);
    ASSERT_LE(p.tail(2).norm(), 0.7 * p(0) + 1e-12 * size);
    ASSERT_NEAR(p.tail(2).dot(v.tail(2)), -0.7 * p(0) * v.tail(2).norm(), 1e-11 * size * size);
    if (p(0) > 0) ++(v.tail(2).norm() < 1e-12 * size ? stuck : slipping);
  }
  EXPECT_GT(stuck, 100);
  EXPECT_GT(slipping, 100);
}

}  // namespace
}  // namespace tangible
