// SPDX-License-Identifier: Apache-2.0
// Loads: their power against the energies they claim, and gravity against outside numbers.
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "mechanics/numbers.h"

namespace tangible {
namespace {

using namespace test;

// A free body with angles and a particle on a slide in it.
struct Scene {
  Mechanism m;
  const Link& body = m.link({.name = "B", .joint = Free{Attitude::body_sequence, {1, 2, 3}}});
  const Link& slide =
      m.link({.name = "S", .parent = "B", .joint = Cylindrical{{0, 1, 2}}, .in_parent = {{1, 0, 2}, Aligned{}}});
  Frame N = m.N(), B = body.frame;
  Expr k = m.parameter("k", 3.0), c = m.parameter("c", 0.4), mass = m.parameter("mass", 2.0),
       mu = m.parameter("mu", 50.0);
  Point tip = m.point("tip", slide.origin, Vector(slide.frame, {1, 1, 0}));
  Point wall = m.point("wall", m.O(), Vector(N, {4, 3, Rational(1, 2)}));

  Scene() {
    m.body({.name = "hull",
            .frame = B,
            .center = body.origin,
            .mass = mass,
            .inertia = {2, 3, 4, Rational(1, 5), Rational(-1, 3), Rational(1, 7)}});
    m.particle({"bob", tip, Rational(1, 2)});
  }

  Expr power(const AppliedLoads& loads) const {
    Expr sum = 0;
    for (const auto& f : loads.forces) sum += dot(f.force, f.fixed_in ? m.v_fixed_in(f.at, f.fixed_in) : m.v(f.at));
    for (const auto& t : loads.torques) sum += dot(t.torque, m.w(t.on));
    return sum;
  }
};

// The power of a load is minus the rate of its potential energy, minus what it dissipates.
void expect_balanced_books(const Scene& s, const LoadKind& kind) {
  const AppliedLoads loads = apply({"load", kind}, s.m, s.m.kinematics());
  ASSERT_TRUE(loads.potential_energy || loads.dissipation);
  const Expr rate = s.m.dt(loads.potential_energy.value_or(0)) + loads.dissipation.value_or(0);
  for (unsigned seed = 1; seed <= 5; ++seed) {
    const Numbers now = Motion(s.m, seed).now();
    const Real power = number(s.power(loads), now);
    EXPECT_NE(power, 0);
    EXPECT_NEAR(static_cast<double>(power), static_cast<double>(-number(rate, now)),
                1e-14 * std::abs(static_cast<double>(power)));
    if (loads.dissipation) {
      EXPECT_GT(number(*loads.dissipation, now), 0);
    }
  }
}

TEST(Load, power_of_a_spring_between_points_comes_from_its_energy) {
  Scene s;
  expect_balanced_books(s, PointSpring{.from = s.wall, .to = s.tip, .stiffness = s.k, .free_length = 1});
  expect_balanced_books(s, PointSpring{.from = s.tip, .to = s.wall, .stiffness = s.k});
  expect_balanced_books(
      s, PointSpring{.from = s.body.origin, .to = s.wall, .stiffness = s.k, .free_length = 1, .damping = s.c});
}

TEST(Load, power_of_a_damper_between_points_becomes_heat) {
  Scene s;
  expect_balanced_books(s, PointSpring{.from = s.wall, .to = s.tip, .damping = s.c});
}

TEST(Load, power_of_springs_and_dampers_in_joints_comes_from_their_energy) {
  Scene s;
  for (const std::size_t freedom : {0u, 1u})
    expect_balanced_books(
        s, JointSpring{.link = "S", .freedom = freedom, .stiffness = s.k, .rest = Rational(1, 3), .damping = s.c});
  for (const std::size_t freedom : {0u, 1u, 2u})
    expect_balanced_books(s, JointSpring{.link = "B", .freedom = freedom, .stiffness = s.k});
}

TEST(Load, torsional_spring_between_frames_finds_the_angle_between_them) {
  Scene s;
  expect_balanced_books(s,
                        AngleSpring{.on = s.slide.frame, .against = s.B, .stiffness = s.k, .rest = 1, .damping = s.c});
  EXPECT_THROW(apply({"x", AngleSpring{.on = s.B, .against = s.N, .stiffness = s.k}}, s.m, s.m.kinematics()),
               MechanicsError);
}

TEST(Load, torsional_spring_can_be_given_its_angle_and_axis) {
  Scene s;
  const Expr angle = s.slide.coordinates[0];
  expect_balanced_books(
      s, AngleSpring{
             .on = s.slide.frame, .against = s.B, .stiffness = s.k, .angle = angle, .axis = s.slide.freedoms[0].axis});
  expect_balanced_books(s, AngleSpring{.on = s.slide.frame, .against = s.B, .stiffness = s.k, .angle = angle});
  EXPECT_THROW(apply({"x", AngleSpring{.on = s.slide.frame, .against = s.B, .axis = s.B.x()}}, s.m, s.m.kinematics()),
               MechanicsError);
}

TEST(Load, torsional_spring_with_an_angle_that_runs_backwards_is_refused) {
  Scene s;
  const Expr angle = s.slide.coordinates[0];
  const Vector axis = s.slide.freedoms[0].axis;
  const AngleSpring reversed{.on = s.B, .against = s.slide.frame, .stiffness = s.k, .angle = angle, .axis = axis};
  EXPECT_THROW(apply({"x", reversed}, s.m, s.m.kinematics()), MechanicsError);
  const AngleSpring negative{.on = s.slide.frame, .against = s.B, .stiffness = s.k, .angle = -angle};
  EXPECT_THROW(apply({"x", negative}, s.m, s.m.kinematics()), MechanicsError);
}

TEST(Load, power_of_uniform_gravity_comes_from_height) {
  Scene s;
  expect_balanced_books(s, UniformGravity{Rational(-981, 100) * s.N.z()});
  expect_balanced_books(s, UniformGravity{Expr(-10) * s.N.z(), {"bob"}});
  EXPECT_THROW(apply({"g", UniformGravity{s.N.z(), {"bob", "nobody"}}}, s.m, s.m.kinematics()), MechanicsError);
}

TEST(Load, central_gravity_with_its_gradient_has_one_potential) {
  Scene s;
  expect_balanced_books(s, CentralGravity{.center = s.wall, .mu = s.mu});
  expect_balanced_books(s, CentralGravity{.center = s.wall, .mu = s.mu, .gradient_torque = false});
  expect_balanced_books(s, MutualGravity{.constant = s.mu});
}

TEST(Load, uniform_gravity_pulls_once_at_every_mass) {
  Scene s;
  const AppliedLoads all = apply({"g", UniformGravity{Expr(-10) * s.N.z()}}, s.m, s.m.kinematics());
  ASSERT_EQ(all.forces.size(), 2u);
  EXPECT_EQ(all.forces[0].force, Expr(-10) * s.mass * s.N.z());
  EXPECT_EQ(all.forces[1].at, s.tip);
}

TEST(Load, forces_and_torques_bring_their_reactions) {
  Scene s;
  const AppliedLoads pair = apply({"f", Force{s.N.x(), s.tip, s.wall}}, s.m, s.m.kinematics());
  ASSERT_EQ(pair.forces.size(), 2u);
  EXPECT_EQ(pair.forces[1].force, -s.N.x());
  const AppliedLoads torques = apply({"t", Torque{s.N.x(), s.B, s.slide.frame}}, s.m, s.m.kinematics());
  ASSERT_EQ(torques.torques.size(), 2u);
  EXPECT_EQ(torques.torques[1].torque, -s.N.x());
  EXPECT_EQ(apply({"t", Torque{s.N.x(), s.B}}, s.m, s.m.kinematics()).torques.size(), 1u);
}

// Parsa, section 4.2: eight particles in orbit, summed exactly, and the gravity-gradient formula.
TEST(Load, gravity_gradient_matches_the_sum_over_particles_in_orbit) {
  const auto oracle = nlohmann::json::parse(std::ifstream("test/oracles/parsa_gravity_gradient.json"));
  ASSERT_FALSE(oracle["states"].empty());
  for (const auto& state : oracle["states"]) {
    Mechanism m;
    Matrix3 R;
    Components c;
    for (std::size_t i = 0; i < 3; ++i) {
      c[i] = real(state["c_inertial"][i].get<double>());
      for (std::size_t j = 0; j < 3; ++j) R(i, j) = real(state["R"][i][j].get<double>());
    }
    const auto I = [&](std::size_t i, std::size_t j) { return real(state["I_body"][i][j].get<double>()); };
    const Frame B = m.frame("B", m.N(), DirectionCosines{R});
    const Point center = m.point("Bo", m.O(), Vector(m.N(), c));
    m.body({.name = "satellite",
            .frame = B,
            .center = center,
            .mass = real(state["mass"].get<double>()),
            .inertia = {I(0, 0), I(1, 1), I(2, 2), I(0, 1), I(1, 2), I(0, 2)}});
    const AppliedLoads loads =
        apply({"earth", CentralGravity{m.O(), real(oracle["mu"].get<double>())}}, m, m.kinematics());
    ASSERT_EQ(loads.torques.size(), 1u);
    const Triple torque = numbers(loads.torques[0].torque, B, {});
    Vector total;
    for (const auto& f : loads.forces) total += f.force;
    const Triple central = numbers(loads.forces[0].force, B, {});
    const Triple force = numbers(total, B, {});
    const Real scale = std::sqrt(dotted(torque, torque));
    const Real weight = std::sqrt(dotted(force, force));
    for (std::size_t i = 0; i < 3; ++i) {
      EXPECT_LT(std::abs(torque[i] - state["torque_body_3mu_r5_rxIr"][i].get<double>()), 1e-9L * scale);
      EXPECT_LT(std::abs(central[i] - state["force_body_central"][i].get<double>()), 1e-13L * weight);
      // The gradient force leaves only terms of third order, size^3/distance^3 of the weight; without it 1e-11 is
      // missing.
      EXPECT_LT(std::abs(force[i] - state["force_body_exact"][i].get<double>()), 2e-15L * weight);
    }
    const double V = static_cast<double>(number(*loads.potential_energy, {}));
    EXPECT_NEAR(V, state["V_exact"].get<double>(), 1e-15 * std::abs(V));
  }
}

// Such a spring has a force, whose work depends on the way.
TEST(Load, whose_coefficients_change_with_the_motion_have_no_potential) {
  const Scene s;
  const Coordinate& first = *s.m.coordinates().begin();
  const Expr q = first.symbol, q_rate = first.rate;
  const auto has_potential = [&](const LoadKind& kind) {
    return apply({"load", kind}, s.m, s.m.kinematics()).potential_energy.has_value();
  };
  EXPECT_TRUE(has_potential(PointSpring{.from = s.wall, .to = s.tip, .stiffness = s.k, .free_length = 1}));
  EXPECT_TRUE(has_potential(PointSpring{.from = s.wall, .to = s.tip, .stiffness = s.k, .free_length = s.m.time()}));
  EXPECT_FALSE(has_potential(PointSpring{.from = s.wall, .to = s.tip, .stiffness = s.k * q, .free_length = 1}));
  EXPECT_FALSE(has_potential(PointSpring{.from = s.wall, .to = s.tip, .stiffness = s.k, .free_length = 1 + q_rate}));
  EXPECT_TRUE(has_potential(UniformGravity{-s.k * s.N.z()}));
  EXPECT_FALSE(has_potential(UniformGravity{-s.k * q * s.N.z()}));
  EXPECT_FALSE(has_potential(UniformGravity{-s.k * s.B.z()}));
  const AppliedLoads spring =
      apply({"load", PointSpring{.from = s.wall, .to = s.tip, .stiffness = s.k * q, .free_length = 1}}, s.m,
            s.m.kinematics());
  EXPECT_EQ(spring.forces.size(), 2u);
  const AppliedLoads with_damper = apply(
      {"load", PointSpring{.from = s.wall, .to = s.tip, .stiffness = s.k * q, .damping = s.c}}, s.m, s.m.kinematics());
  EXPECT_FALSE(with_damper.dissipation.has_value()) << "the work of the load is booked as a whole";
}

}  // namespace
}  // namespace tangible
