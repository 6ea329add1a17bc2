// SPDX-License-Identifier: Apache-2.0
// Which contacts keep: blocks on slopes, tables, and Painleve's rod.
#include "dynamics/contact_forces.h"

#include <cmath>
#include <numbers>

#include "dynamics/random_system.h"

namespace tangible {
namespace {

using testing::flat;
using testing::RowMajor;

constexpr double g = 9.81;

struct Scene {
  RowMajor mass;
  RowMajor rows;
  Eigen::VectorXd forcing;
  Eigen::VectorXd remainders;
  std::vector<TouchingContact> contacts;
  std::vector<std::array<double, 2>> slips;
};

struct Outcome {
  ContactStatus status = ContactStatus::ok;
  Eigen::VectorXd u_rate;
  Eigen::VectorXd forces;
  std::vector<ContactResult> contacts;
};

Outcome resolve(const Scene& scene, const std::vector<int>& bilateral = {}) {
  const int n = static_cast<int>(scene.mass.rows());
  const int m = static_cast<int>(scene.rows.rows());
  ConstrainedDynamics dynamics(n, m);
  dynamics.activate(bilateral);
  const Eigen::VectorXd zeros = Eigen::VectorXd::Zero(m);
  EXPECT_EQ(dynamics.embed(flat(scene.mass), flat(scene.rows), flat(zeros)), DynamicsStatus::ok);
  ContactForceSolver solver(n, static_cast<int>(scene.contacts.size()));
  Outcome outcome{{}, Eigen::VectorXd::Zero(n), zeros, {}};
  const Eigen::VectorXd remainders = scene.remainders.size() > 0 ? scene.remainders : zeros;
  outcome.status = solver.resolve(dynamics, {scene.contacts, scene.slips, flat(scene.forcing), flat(remainders)},
                                  flat(outcome.u_rate), flat(outcome.forces));
  for (std::size_t k = 0; k < scene.contacts.size(); ++k)
    outcome.contacts.push_back(solver.result(static_cast<int>(k)));
  return outcome;
}

// A particle on a slope, axes along it.
Scene on_slope(double angle, double mu, double slip) {
  Scene scene{RowMajor::Identity(2, 2) * 2,
              RowMajor(2, 2),
              2 * g * Eigen::Vector2d(-std::sin(angle), -std::cos(angle)),
              {},
              {{.normal = 0, .tangents = {1, -1}, .friction = mu}},
              {{slip, 0}}};
  scene.rows << 0, 1, 1, 0;
  return scene;
}

TEST(ContactForces, a_block_sticks_up_to_the_angle_of_friction) {
  const double mu = 0.5;
  const double limit = std::atan(mu);
  const Outcome below = resolve(on_slope(limit - 1e-6, mu, 0));
  ASSERT_EQ(below.status, ContactStatus::ok);
  EXPECT_EQ(below.contacts[0].motion, ContactMotion::sticks);
  EXPECT_LT(below.u_rate.norm(), 1e-14);
  EXPECT_NEAR(below.forces(1), 2 * g * std::sin(limit - 1e-6), 1e-13);
  const Outcome above = resolve(on_slope(limit + 1e-6, mu, 0));
  EXPECT_EQ(above.contacts[0].motion, ContactMotion::slips);
  EXPECT_EQ(above.contacts[0].slip_direction[0], -1);
  EXPECT_NEAR(above.u_rate(0), -g * (std::sin(limit + 1e-6) - mu * std::cos(limit + 1e-6)), 1e-13);
}

TEST(ContactForces, friction_opposes_the_slip_there_is_not_the_one_that_gravity_wants) {
  const Outcome up = resolve(on_slope(0.3, 0.2, 1));
  EXPECT_NEAR(up.u_rate(0), -g * (std::sin(0.3) + 0.2 * std::cos(0.3)), 1e-13);
  EXPECT_EQ(up.contacts[0].motion, ContactMotion::slips);
}

TEST(ContactForces, a_pulled_contact_leaves) {
  Scene scene = on_slope(0.3, 0.2, 0);
  scene.forcing += Eigen::Vector2d(0, 30);
  const Outcome outcome = resolve(scene);
  EXPECT_EQ(outcome.contacts[0].motion, ContactMotion::separates);
  EXPECT_EQ(outcome.forces(0), 0);
}

// In space, the circle: pulled along (0.6, 0.8) by less and by more than mu N.
TEST(ContactForces, the_friction_circle_holds_in_every_direction_alike) {
  const double mu = 0.4;
  for (const double turned : {0.0, 0.3, 1.0}) {
    const double c = std::cos(turned);
    const double s = std::sin(turned);
    Scene scene{RowMajor::Identity(3, 3),
                RowMajor(3, 3),
                Eigen::Vector3d(0, 0, -g),
                {},
                {{.normal = 0, .tangents = {1, 2}, .friction = mu}},
                {{0, 0}}};
    scene.rows << 0, 0, 1, c, s, 0, -s, c, 0;
    scene.forcing.head(2) = mu * g * 0.999999 * Eigen::Vector2d(0.6, 0.8);
    EXPECT_EQ(resolve(scene).contacts[0].motion, ContactMotion::sticks);
    scene.forcing.head(2) = mu * g * 1.5 * Eigen::Vector2d(0.6, 0.8);
    const Outcome outcome = resolve(scene);
    EXPECT_EQ(outcome.contacts[0].motion, ContactMotion::slips);
    EXPECT_LT((outcome.u_rate - mu * g * 0.5 * Eigen::Vector3d(0.6, 0.8, 0)).norm(), 1e-13);
  }
}

// Four legs, three equations: the shares of the load are open, the motion of the table is not.
TEST(ContactForces, a_table_with_four_legs_stands_on_all_of_them) {
  Scene scene{Eigen::Vector3d(10, 1, 1).asDiagonal().toDenseMatrix(),
              RowMajor(4, 3),
              Eigen::Vector3d(-10 * g, 0, 0),
              {},
              {},
              {}};
  scene.rows << 1, 1, 1, 1, 1, -1, 1, -1, 1, 1, -1, -1;  // heave and two tilts
  for (int k = 0; k < 4; ++k) scene.contacts.push_back({.normal = k});
  scene.slips.resize(4);
  const Outcome outcome = resolve(scene);
  ASSERT_EQ(outcome.status, ContactStatus::ok);
  EXPECT_NEAR(outcome.forces.sum(), 10 * g, 1e-12);
  EXPECT_LT(outcome.u_rate.norm(), 1e-13);
  for (const ContactResult& contact : outcome.contacts) EXPECT_NE(contact.motion, ContactMotion::separates);
}

TEST(ContactForces, a_table_pulled_up_at_one_corner_leaves_with_the_legs_there) {
  Scene scene{Eigen::Vector3d(10, 1, 1).asDiagonal().toDenseMatrix(),
              RowMajor(4, 3),
              Eigen::Vector3d(-10 * g, 0, 0),
              {},
              {},
              {}};
  scene.rows << 1, 1, 1, 1, 1, -1, 1, -1, 1, 1, -1, -1;
  for (int k = 0; k < 4; ++k) scene.contacts.push_back({.normal = k});
  scene.slips.resize(4);
  scene.forcing += 60 * Eigen::Vector3d(1, 1, 1);  // at leg 0, more than half the weight: beyond the diagonal
  const Outcome outcome = resolve(scene);
  ASSERT_EQ(outcome.status, ContactStatus::ok);
  EXPECT_EQ(outcome.contacts[0].motion, ContactMotion::separates);
  const Eigen::VectorXd rates = scene.rows * outcome.u_rate;
  EXPECT_GE(rates.minCoeff(), -1e-12);
  EXPECT_GE(outcome.forces.minCoeff(), 0);
  EXPECT_NEAR(outcome.forces.dot(rates), 0, 1e-10);
}

// A homogeneous rod of length 2 and mass 1. Its lower end slides to the left on rough ground, its center lies to the
// right of that end; theta is its angle with the ground.
Scene rod(double theta, double mu, double spin) {
  const double rx = std::cos(theta);  // from the contact to the center
  const double ry = std::sin(theta);
  Scene scene{Eigen::Vector3d(1, 1, 1.0 / 3).asDiagonal().toDenseMatrix(),
              RowMajor(2, 3),
              Eigen::Vector3d(0, -g, 0),
              Eigen::VectorXd(2),
              {{.normal = 0, .tangents = {1, -1}, .friction = mu}},
              {{-1, 0}}};
  // Contact point: v = (x' + w ry, y' - w rx)
  scene.rows << 0, 1, -rx, 1, 0, ry;
  scene.remainders << spin * spin * ry, spin * spin * rx;  // the contact end is -r from the center: -w^2 (-r)
  return scene;
}

// gap'' = N (1 + 3 cos (cos - mu sin)) + free: the paradox is where the bracket is negative.
TEST(ContactForces, painleves_rod_is_found_on_its_boundary) {
  const double theta = std::atan(2.0);
  const double boundary = 4.0 / 3;  // smallest mu, at tan(theta) = 2
  const double fast = 4;            // spin for which the end would leave: spin^2 sin(theta) > g
  // At rest the rod would fall: no normal force can hold its end.
  EXPECT_EQ(resolve(rod(theta, boundary - 1e-6, 0)).status, ContactStatus::ok);
  EXPECT_EQ(resolve(rod(theta, boundary + 1e-6, 0)).status, ContactStatus::no_solution);
  // Spinning, it may leave or press: two answers.
  EXPECT_EQ(resolve(rod(theta, boundary - 1e-6, fast)).status, ContactStatus::ok);
  EXPECT_EQ(resolve(rod(theta, boundary + 1e-6, fast)).status, ContactStatus::two_solutions);
  // Pulled the other way there is none.
  Scene pulled = rod(theta, 3, 0);
  pulled.slips[0][0] = 1;
  EXPECT_EQ(resolve(pulled).status, ContactStatus::ok);
}

TEST(ContactForces, the_rods_paradox_needs_the_bracket_to_be_negative_at_every_angle) {
  for (double mu = 0.5; mu < 3; mu += 0.0917)
    for (double theta = 0.05; theta < 1.5; theta += 0.0531) {
      const double bracket = 1 + 3 * std::cos(theta) * (std::cos(theta) - mu * std::sin(theta));
      const ContactStatus status = resolve(rod(theta, mu, 0)).status;
      EXPECT_EQ(status == ContactStatus::no_solution, bracket < 0) << mu << " " << theta;
    }
}

// The loop runs with the contact as an embedded row and friction that follows its force; both methods must agree.
TEST(ContactForces, an_embedded_row_with_coupled_friction_equals_complementarity) {
  const Scene scene = rod(0.7, 0.6, 0.5);
  const Outcome outcome = resolve(scene);
  ASSERT_EQ(outcome.status, ContactStatus::ok);
  ConstrainedDynamics dynamics(3, 2);
  dynamics.activate(std::vector<int>{0});
  const Eigen::VectorXd zeros = Eigen::VectorXd::Zero(2);
  ASSERT_EQ(dynamics.embed(flat(scene.mass), flat(scene.rows), flat(zeros)), DynamicsStatus::ok);
  Eigen::VectorXd load(3);
  Eigen::VectorXd x(3);
  Eigen::VectorXd forces(2);
  evaluate_slip_load(dynamics, scene.contacts[0], scene.slips[0], flat(load));
  const std::vector<LoadCoupling> couplings{{0, flat(load)}};
  ASSERT_EQ(dynamics.solve(flat(scene.forcing), flat(scene.remainders), couplings, flat(x), flat(forces)),
            DynamicsStatus::ok);
  EXPECT_LT((x - outcome.u_rate).norm(), 1e-13);
  EXPECT_NEAR(forces(0), outcome.forces(0), 1e-13);
  // Beyond the boundary the coupled row reports it too.
  const Scene jammed = rod(std::atan(2.0), 1.4, 0);
  ASSERT_EQ(dynamics.embed(flat(jammed.mass), flat(jammed.rows), flat(zeros)), DynamicsStatus::ok);
  evaluate_slip_load(dynamics, jammed.contacts[0], jammed.slips[0], flat(load));
  EXPECT_EQ(dynamics.solve(flat(jammed.forcing), flat(jammed.remainders), couplings, flat(x), flat(forces)),
            DynamicsStatus::friction_paradox);
}

}  // namespace
}  // namespace tangible
