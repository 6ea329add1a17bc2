// SPDX-License-Identifier: Apache-2.0
// Static equilibria against contacts: what carries, what is let go, what friction holds.
#include "simulation/resting.h"

namespace tangible {
namespace {

using Outcome = EquilibriumReport::Outcome;
constexpr double g = 9.81;

// The ceiling is 1 m above the floor; the spring would let the block hang at k (1 - 0.3 - h) = m g.
const char* const hanging_block =
    "parameters: {m: 2 kg, k: 50 N/m, g: 9.81 m/s^2}\n"
    "coordinates: {h: m}\n"
    "points:\n  P: {from: O, at: h*N.y}\n  top: {from: O, at: 1*N.y}\n"
    "particles:\n  block: {at: P, mass: m}\n"
    "gravity: -g*N.y\n"
    "loads:\n  spring: {spring: k, length: 0.3 m, between: [top, P]}\n"
    "contacts:\n  floor: {gap: h, restitution: 0}\n"
    "initial: {h: 0.5 m}\n";

TEST(StaticContact, a_block_on_a_spring_rests_on_the_floor_only_if_it_is_heavy) {
  Resting light(model_file(hanging_block));
  const EquilibriumReport above = light.rest();
  ASSERT_EQ(above.outcome, Outcome::found);
  EXPECT_NEAR(light.y[0], 0.7 - 2 * g / 50, 1e-12);
  EXPECT_TRUE(above.supports.empty());
  Resting heavy(model_file(hanging_block), {"m=6"});
  const EquilibriumReport below = heavy.rest();
  ASSERT_EQ(below.outcome, Outcome::found) << describe(below.outcome);
  EXPECT_NEAR(heavy.y[0], 0, 1e-14);
  ASSERT_EQ(below.supports.size(), 1u);
  EXPECT_NEAR(below.supports[0].force, 6 * g - 50 * 0.7, 1e-10);
}

TEST(StaticContact, what_lies_below_the_floor_is_lifted_and_let_go) {
  Resting light(model_file(hanging_block));
  light.y[0] = -0.1;
  ASSERT_EQ(light.rest().outcome, Outcome::found);
  EXPECT_NEAR(light.y[0], 0.7 - 2 * g / 50, 1e-12);
}

// A beam of 3 m, supported 1 m from its left end and at its right end; its legs carry by the lever.
const char* const beam =
    "parameters: {m: 4 kg, m_load: 2 kg, at_load: 0.5 m, g: 9.81 m/s^2, mu: 0.5}\n"
    "coordinates: {x: m, h: m, q: rad}\n"
    "frames:\n  B: {in: N, rotate: {z: q}}\n"
    "points:\n"
    "  C: {from: O, at: x*N.x + h*N.y}\n  left: {from: C, at: -0.5*B.x}\n  right: {from: C, at: 1.5*B.x}\n"
    "  L: {from: C, at: at_load*B.x}\n"
    "bodies:\n  beam: {frame: B, center: C, mass: m, inertia: {zz: 3 kg*m^2}}\n"
    "particles:\n  load: {at: L, mass: m_load}\n"
    "gravity: -g*N.y\n"
    "contacts:\n"
    "  first: {gap: \"dot(p(left), N.y)\", at: left, normal: N.y, tangents: [N.x], friction: mu}\n"
    "  second: {gap: \"dot(p(right), N.y)\", at: right, normal: N.y, tangents: [N.x], friction: mu}\n"
    "initial: {h: 0.3 m, q: 0.2}\n";

TEST(StaticContact, a_beam_on_two_supports_is_carried_by_the_lever) {
  for (const char* friction : {"mu=0.5", "mu=0"}) {
    Resting model(model_file(beam), {friction});
    const EquilibriumReport report = model.rest();
    ASSERT_EQ(report.outcome, Outcome::found) << describe(report.outcome);
    EXPECT_NEAR(model.y[1], 0, 1e-12);
    EXPECT_NEAR(model.y[2], 0, 1e-12);
    ASSERT_EQ(report.supports.size(), 2u);
    EXPECT_NEAR(report.supports[0].force, g * (4 * 0.75 + 2 * 0.5), 1e-8);
    EXPECT_NEAR(report.supports[1].force, g * (4 * 0.25 + 2 * 0.5), 1e-8);
  }
}

// A rod leans on a smooth wall and stands on a rough floor.
const char* const leaning_rod =
    "parameters: {m: 3 kg, l: 2 m, g: 9.81 m/s^2, mu: 0.5}\n"
    "coordinates: {x: m, h: m, q: rad}\n"
    "frames:\n  B: {in: N, rotate: {z: -q}}\n"
    "points:\n"
    "  foot: {from: O, at: x*N.x + h*N.y}\n  C: {from: foot, at: -l/2*B.x}\n  head: {from: foot, at: -l*B.x}\n"
    "bodies:\n  rod: {frame: B, center: C, mass: m, inertia: {zz: m*l^2/12}}\n"
    "gravity: -g*N.y\n"
    "contacts:\n"
    "  floor: {gap: \"dot(p(foot), N.y)\", at: foot, normal: N.y, tangents: [N.x], friction: mu}\n"
    "  wall: {gap: \"dot(p(head), N.x)\", at: head, normal: N.x, tangents: [N.y], friction: 0}\n"
    "  lying: {gap: \"dot(p(head), N.y)\", at: head, normal: N.y, tangents: [N.x], friction: 0}\n"
    "initial: {x: 1 m, h: 0 m, q: 60 deg}\n";

TEST(StaticContact, a_leaning_rod_stays_while_friction_suffices) {
  Resting model(model_file(leaning_rod));
  const EquilibriumReport report = model.rest();
  ASSERT_EQ(report.outcome, Outcome::found) << describe(report.outcome);
  EXPECT_NEAR(model.y[0], 1, 1e-12);
  ASSERT_EQ(report.supports.size(), 2u);
  EXPECT_TRUE(report.supports[0].sticks);
  EXPECT_NEAR(report.supports[0].force, 3 * g, 1e-8);
  EXPECT_NEAR(report.supports[1].force, 3 * g / (2 * std::tan(std::acos(0.5))), 1e-8);
}

// tan(30 deg)/2 = 0.289 is needed.
TEST(StaticContact, a_leaning_rod_slips_down_where_it_does_not) {
  Resting enough(model_file(leaning_rod), {"mu=0.29"});
  ASSERT_EQ(enough.rest().outcome, Outcome::found);
  EXPECT_NEAR(enough.y[2], std::acos(0.5), 1e-12);
  Resting model(model_file(leaning_rod), {"mu=0.28"});
  const EquilibriumReport report = model.rest();
  ASSERT_EQ(report.outcome, Outcome::found) << describe(report.outcome);
  EXPECT_NEAR(model.y[2], 0, 1e-9);  // it lies
  double carried = 0;
  for (const Support& support : report.supports)
    if (model.system.contacts[support.contact].name != "wall") carried += support.force;
  EXPECT_NEAR(carried, 3 * g, 1e-8);
}

// Which leg of four carries what is not determined; that they carry is.
TEST(StaticContact, a_table_stands_on_four_legs) {
  std::string text =
      "coordinates: {h: m, q1: rad, q2: rad}\n"
      "frames:\n  A: {in: N, rotate: {x: q1}}\n  B: {in: A, rotate: {y: q2}}\n"
      "points:\n  C: {from: O, at: h*N.z}\n";
  std::string legs = "contacts:\n";
  for (int k = 0; k < 4; ++k) {
    text += fmt::format("  foot_{}: {{from: C, at: {}*B.x + {}*B.y - 0.8*B.z}}\n", k, k % 2 ? 0.5 : -0.5,
                        k / 2 ? 0.4 : -0.4);
    legs += fmt::format("  leg_{0}: {{gap: \"dot(p(foot_{0}), N.z)\"}}\n", k);
  }
  Resting model(model_file(text +
                           "bodies:\n  table: {frame: B, center: C, mass: 10 kg, inertia: {xx: 1 kg*m^2, yy: 1 kg*m^2, "
                           "zz: 1 kg*m^2}}\ngravity: -9.81*N.z\n" +
                           legs + "initial: {h: 1 m, q1: 0.1, q2: 0.05}\n"));
  const EquilibriumReport report = model.rest();
  ASSERT_EQ(report.outcome, Outcome::found) << describe(report.outcome);
  EXPECT_NEAR(model.y[0], 0.8, 1e-12);
  double carried = 0;
  for (const Support& support : report.supports) {
    EXPECT_GT(support.force, -1e-9);
    carried += support.force;
  }
  EXPECT_NEAR(carried, 98.1, 1e-8);
}

TEST(StaticContact, on_a_belt_the_spring_balances_sliding_friction) {
  Resting belt("models/block_on_belt/block_on_belt.yaml");
  const EquilibriumReport report = belt.rest();
  ASSERT_EQ(report.outcome, Outcome::found) << describe(report.outcome);
  (void)belt.motion.evaluate(0, belt.y);
  for (const double acceleration : belt.motion.accelerations()) EXPECT_NEAR(acceleration, 0, 1e-9);
  EXPECT_NEAR(belt.y[0], 0.4 * 9.81 / 20, 1e-12);
}

// The sleeve's lower edge touches at phi_M = -(r_M - r_0)/h_M. The bird hangs on its spring, c (phi_S - phi_M) = -m_S g
// l_G; about the sleeve's middle h_M N = m_S g (l_M + l_G) - r_M G with all weight G carried by friction: G/N = 0.2459.
TEST(StaticContact, the_woodpecker_hangs_on_its_jammed_sleeve) {
  Resting toy("models/woodpecker/woodpecker.yaml");
  const EquilibriumReport report = toy.rest();
  ASSERT_EQ(report.outcome, Outcome::found) << describe(report.outcome);
  EXPECT_NEAR(toy.y[1], -0.12, 1e-12);
  EXPECT_NEAR(toy.y[2], -0.12 - 4.5e-3 * g * 15e-3 / 5.6e-3, 1e-12);
  ASSERT_EQ(report.supports.size(), 1u);
  EXPECT_EQ(toy.system.contacts[report.supports[0].contact].name, "lower_edge");
  EXPECT_TRUE(report.supports[0].sticks);
  EXPECT_NEAR(report.supports[0].force, g * (4.5e-3 * 25e-3 - 3.1e-3 * 4.8e-3) / 5e-3, 1e-10);
}

TEST(StaticContact, the_woodpecker_falls_where_friction_cannot_carry_it) {
  Resting toy("models/woodpecker/woodpecker.yaml", {"mu=0.245"});
  const std::vector<double> before = toy.y;
  const EquilibriumReport report = toy.rest();
  EXPECT_EQ(report.outcome, Outcome::not_found);
  EXPECT_EQ(toy.y, before);
  ASSERT_NE(report.speed, absent);
  EXPECT_EQ(toy.system.u[report.speed].name, "u1");
  EXPECT_NEAR(report.force, -4.8e-3 * g, 1e-9);
  EXPECT_EQ(report.coordinate, 0u);
  EXPECT_LT(report.distance, -10);
}

TEST(StaticContact, a_foot_that_sticks_stays_where_it_stuck) {
  Resting block("models/rocking_block/rocking_block.yaml");
  const auto left_foot = [&] { return block.y[0] - 0.1 * std::cos(block.y[2]) + 0.4 * std::sin(block.y[2]); };
  const double stuck = left_foot();
  ASSERT_EQ(block.rest().outcome, Outcome::found);
  EXPECT_NEAR(block.y[2], 0, 1e-14);
  EXPECT_NEAR(left_foot(), stuck, 1e-15);
}

}  // namespace
}  // namespace tangible
