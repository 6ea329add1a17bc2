// SPDX-License-Identifier: Apache-2.0
// Impacts with closed forms: balls, the cradle, the rocking block, friction in the impulse.
#include "dynamics/impact.h"

#include <cmath>
#include <numbers>
#include <optional>

#include "dynamics/random_system.h"

namespace tangible {
namespace {

using testing::flat;
using testing::RowMajor;

// Bodies with given masses and rows; bilateral rows first.
struct Scene {
  RowMajor mass;
  RowMajor rows;
  Eigen::VectorXd constants;
  std::vector<int> bilateral;
  std::vector<TouchingContact> contacts;
};

struct Outcome {
  ImpactReport report;
  Eigen::VectorXd u;
  Eigen::VectorXd impulses;
};

Outcome resolve(const Scene& scene, Eigen::VectorXd u, const ImpactLaw& law = {}) {
  const int n = static_cast<int>(scene.mass.rows());
  const int m = static_cast<int>(scene.rows.rows());
  ConstrainedDynamics dynamics(n, m);
  dynamics.activate(scene.bilateral);
  const Eigen::VectorXd constants = scene.constants.size() > 0 ? scene.constants : Eigen::VectorXd::Zero(m);
  EXPECT_EQ(dynamics.embed(flat(scene.mass), flat(scene.rows), flat(constants)), DynamicsStatus::ok);
  ImpactSolver solver(n, m, static_cast<int>(scene.contacts.size()));
  solver.law = law;
  Outcome outcome{{}, std::move(u), Eigen::VectorXd::Zero(m)};
  const Eigen::VectorXd before = outcome.u;
  outcome.report = solver.resolve(dynamics, scene.contacts, flat(constants), flat(outcome.u), flat(outcome.impulses));
  // Momentum balance: whatever the law, M (u+ - u-) = rows^T impulses.
  EXPECT_LT((scene.mass * (outcome.u - before) - scene.rows.transpose() * outcome.impulses).norm(),
            1e-11 * (1 + (scene.mass * before).norm()));
  return outcome;
}

// Balls in a line, neighbours touching: gap rate = u_{k+1} - u_k.
Scene balls(const Eigen::VectorXd& masses, double restitution) {
  const auto n = masses.size();
  Scene scene{masses.asDiagonal().toDenseMatrix(), RowMajor::Zero(n - 1, n), {}, {}, {}};
  for (int k = 0; k + 1 < n; ++k) {
    scene.rows(k, k) = -1;
    scene.rows(k, k + 1) = 1;
    scene.contacts.push_back({.normal = k, .restitution = restitution});
  }
  return scene;
}

TEST(Impact, two_balls_part_as_newton_says) {
  for (const double e : {0.0, 0.3, 1.0}) {
    const double m1 = 2;
    const double m2 = 3;
    const Outcome outcome = resolve(balls(Eigen::Vector2d(m1, m2), e), Eigen::Vector2d(4, -1));
    ASSERT_EQ(outcome.report.status, ContactStatus::ok);
    // u1' = (m1 u1 + m2 u2 - m2 e (u1 - u2)) / (m1 + m2), and the loss (1 - e^2) m1 m2 / (m1 + m2) (u1 - u2)^2 / 2
    EXPECT_NEAR(outcome.u(0), (m1 * 4 - m2 - m2 * e * 5) / (m1 + m2), 1e-14);
    EXPECT_NEAR(outcome.u(1), (m1 * 4 - m2 + m1 * e * 5) / (m1 + m2), 1e-14);
    EXPECT_NEAR(outcome.report.loss, (1 - e * e) * m1 * m2 / (m1 + m2) * 25 / 2, 1e-12);
    EXPECT_NEAR(outcome.report.loss, outcome.report.energy_before - outcome.report.energy_after, 1e-12);
  }
}

TEST(Impact, poisson_and_newton_agree_without_friction_for_one_contact) {
  const Scene scene = balls(Eigen::Vector2d(2, 3), 0.6);
  const Outcome newton = resolve(scene, Eigen::Vector2d(4, -1));
  const Outcome poisson = resolve(scene, Eigen::Vector2d(4, -1), {.restitution = Restitution::poisson});
  EXPECT_LT((newton.u - poisson.u).norm(), 1e-14);
}

TEST(Impact, as_many_balls_leave_newtons_cradle_as_came) {
  for (int coming = 1; coming <= 4; ++coming) {
    Eigen::VectorXd u = Eigen::VectorXd::Zero(5);
    u.head(coming).setConstant(1.5);
    Eigen::VectorXd leaving = Eigen::VectorXd::Zero(5);
    leaving.tail(coming).setConstant(1.5);
    const Outcome outcome = resolve(balls(Eigen::VectorXd::Ones(5), 1), u, {.order = ImpactOrder::in_sequence});
    ASSERT_EQ(outcome.report.status, ContactStatus::ok);
    EXPECT_LT((outcome.u - leaving).norm(), 1e-13) << coming;
    EXPECT_NEAR(outcome.report.loss, 0, 1e-13);
  }
}

TEST(Impact, a_cradle_struck_together_keeps_its_energy_but_not_its_rest) {
  // All contacts at once, three balls: Newton's law gives -1/3, 2/3, 2/3; a different answer of a different law.
  const Outcome outcome = resolve(balls(Eigen::Vector3d(1, 1, 1), 1), Eigen::Vector3d(1, 0, 0));
  ASSERT_EQ(outcome.report.status, ContactStatus::ok);
  EXPECT_LT((outcome.u - Eigen::Vector3d(-1, 2, 2) / 3).norm(), 1e-14);
}

TEST(Impact, a_plastic_pile_moves_on_as_one) {
  const Outcome outcome = resolve(balls(Eigen::Vector4d(1, 2, 3, 4), 0), Eigen::Vector4d(5, 0, 0, 0));
  ASSERT_EQ(outcome.report.status, ContactStatus::ok);
  EXPECT_LT((outcome.u - Eigen::Vector4d::Constant(0.5)).norm(), 1e-14);
}

// A homogeneous block of half width b and half height h on its base: speeds of its center (x, y) and its rotation;
// contacts at both lower corners, each with a tangent. tan(alpha) = b / h.
Scene block(double b, double h, double friction) {
  const double mass = 2;
  Scene scene{
      Eigen::Vector3d(mass, mass, mass * (b * b + h * h) / 3).asDiagonal().toDenseMatrix(), RowMajor(4, 3), {}, {}, {}};
  scene.rows << 0, 1, -b,  // left corner at (-b, -h): v = (x' + h w, y' - b w)
      1, 0, h,             //
      0, 1, b,             // right corner at (b, -h)
      1, 0, h;
  scene.contacts = {{.normal = 0, .tangents = {1, -1}, .friction = friction},
                    {.normal = 2, .tangents = {3, -1}, .friction = friction}};
  return scene;
}

// Rotation w about the left corner: the center moves with (-h w, b w).
TEST(Impact, housners_block_keeps_its_share_of_the_angular_speed) {
  for (const double alpha : {0.1, 0.3, 0.6}) {
    const double b = std::sin(alpha);
    const double h = std::cos(alpha);
    const double w = -0.7;  // the right corner comes down
    for (const ImpactOrder order : {ImpactOrder::together, ImpactOrder::in_sequence}) {
      const Outcome outcome = resolve(block(b, h, 10), Eigen::Vector3d(-h * w, b * w, w), {.order = order});
      ASSERT_EQ(outcome.report.status, ContactStatus::ok);
      EXPECT_NEAR(outcome.u(2) / w, 1 - 1.5 * std::pow(std::sin(alpha), 2), 1e-13);
      EXPECT_NEAR(outcome.impulses(0), 0, 1e-13);  // the corner that rested lifts off without an impulse
      EXPECT_GT(outcome.report.loss, 0);
    }
  }
}

TEST(Impact, a_block_that_lands_flat_without_restitution_stays) {
  const Outcome outcome = resolve(block(0.3, 1, 0.5), Eigen::Vector3d(0, -2, 0));
  ASSERT_EQ(outcome.report.status, ContactStatus::ok);
  EXPECT_LT(outcome.u.norm(), 1e-14);
  EXPECT_NEAR(outcome.impulses(0) + outcome.impulses(2), 4, 1e-13);
}

// A ball with spin: inertia k m r^2; rows: normal, slip. Robins' impulse: slip ends if mu (1 + e) vn >= vt / (1 + 1/k).
Scene ball(double friction, double restitution) {
  const double m = 0.5;
  const double r = 0.1;
  const double k = 0.4;
  Scene scene{Eigen::Vector3d(m, m, k * m * r * r).asDiagonal().toDenseMatrix(), RowMajor(2, 3), {}, {}, {}};
  scene.rows << 0, 1, 0, 1, 0, r;
  scene.contacts = {{.normal = 0, .tangents = {1, -1}, .friction = friction, .restitution = restitution}};
  return scene;
}

TEST(Impact, a_ball_slides_through_a_short_impact_and_rolls_out_of_a_rough_one) {
  const double e = 0.8;
  const Eigen::Vector3d u(3, -2, 0);
  const Outcome slides = resolve(ball(0.05, e), u);
  EXPECT_NEAR(slides.u(1), e * 2, 1e-14);
  EXPECT_NEAR(slides.impulses(1), -0.05 * slides.impulses(0), 1e-15);
  EXPECT_GT(slides.u(0) + 0.1 * slides.u(2), 0.1);
  const Outcome rolls = resolve(ball(0.9, e), u);
  EXPECT_NEAR(rolls.u(0) + 0.1 * rolls.u(2), 0, 1e-14);
  // Angular momentum about the contact point: x' = u_x / (1 + k)
  EXPECT_NEAR(rolls.u(0), 3 / 1.4, 1e-14);
}

// The same in space: friction circle instead of an interval, for any direction of slip.
TEST(Impact, friction_on_a_circle_does_not_know_the_tangents) {
  const double m = 0.5;
  Scene scene{Eigen::VectorXd::Constant(3, m).asDiagonal().toDenseMatrix(), RowMajor(3, 3), {}, {}, {}};
  for (const double mu : {0.2, 5.0}) {
    std::optional<Eigen::Vector3d> first;
    for (const double turned : {0.0, 0.4, 1.1}) {
      const double c = std::cos(turned);
      const double s = std::sin(turned);
      scene.rows << 0, 0, 1, c, s, 0, -s, c, 0;
      scene.contacts = {{.normal = 0, .tangents = {1, 2}, .friction = mu, .restitution = 0.5}};
      const Outcome outcome = resolve(scene, Eigen::Vector3d(3, 4, -2));
      ASSERT_EQ(outcome.report.status, ContactStatus::ok);
      if (!first) first = outcome.u;
      EXPECT_LT((outcome.u - *first).norm(), 1e-13);
    }
    // Slip of 5 loses mu (1 + e) v_n along its own direction, or stops.
    const double left = std::max(0.0, 5 - mu * 1.5 * 2);
    EXPECT_LT((*first - Eigen::Vector3d(0.6 * left, 0.8 * left, 1)).norm(), 1e-13);
  }
}

TEST(Impact, bilateral_rows_hold_through_an_impact) {
  // A particle on the rod x + y = 0 meets the floor y = 0 with a moving rod: x' + y' - 1 = 0.
  Scene scene{RowMajor::Identity(2, 2) * 3, RowMajor(2, 2), Eigen::Vector2d(-1, 0), {0}, {{.normal = 1}}};
  scene.rows << 1, 1, 0, 1;
  const Outcome outcome = resolve(scene, Eigen::Vector2d(3, -2));
  ASSERT_EQ(outcome.report.status, ContactStatus::ok);
  EXPECT_LT((outcome.u - Eigen::Vector2d(1, 0)).norm(), 1e-14);
}

TEST(Impact, a_contact_that_rows_keep_from_opening_is_reported) {
  Scene scene{RowMajor::Identity(1, 1), RowMajor(2, 1), Eigen::Vector2d(1, 0), {0}, {{.normal = 1}}};
  scene.rows << 1, 1;
  const Outcome outcome = resolve(scene, Eigen::VectorXd::Constant(1, -1.0));
  EXPECT_EQ(outcome.report.status, ContactStatus::jammed);
}

// A rod that hits the floor with one end, Kane's paradox: Newton's restitution with friction can gain energy.
TEST(Impact, an_energy_gain_is_a_fault_and_never_a_result) {
  int faults = 0;
  for (int i = 1; i < 60; ++i) {
    const double angle = i * std::numbers::pi / 120;
    const double x = std::cos(angle) / 2;  // contact point relative to the center of a rod of length 1
    const double y = -std::sin(angle) / 2;
    Scene scene{Eigen::Vector3d(1, 1, 1.0 / 12).asDiagonal().toDenseMatrix(), RowMajor(2, 3), {}, {}, {}};
    scene.rows << 0, 1, x, 1, 0, -y;
    scene.contacts = {{.normal = 0, .tangents = {1, -1}, .friction = 0.8, .restitution = 0.95}};
    for (const double slip : {-0.5, 0.5, 5.0, -5.0}) {
      const Outcome outcome = resolve(scene, Eigen::Vector3d(slip, -1, 0));
      if (outcome.report.status == ContactStatus::energy_gained) ++faults;
      EXPECT_GE(outcome.report.loss, -1e-12);
      EXPECT_LE(outcome.report.energy_after, outcome.report.energy_before * (1 + 1e-12));
    }
  }
  EXPECT_GT(faults, 0);
}

}  // namespace
}  // namespace tangible
