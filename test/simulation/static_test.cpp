// SPDX-License-Identifier: Apache-2.0
// Static equilibria against formulas.
#include <numbers>

#include "simulation/resting.h"

namespace tangible {
namespace {

using Outcome = EquilibriumReport::Outcome;

const char* const hanging =
    "parameters: {m: 2 kg, k: 50 N/m, g: 9.81 m/s^2}\n"
    "coordinates: {x: m}\n"
    "points:\n  P: {from: O, at: -x*N.y}\n  top: {from: O, at: 0*N.y}\n"
    "speeds: {u1: x'}\n"
    "particles:\n  bob: {at: P, mass: m}\n"
    "gravity: -g*N.y\n"
    "loads:\n  spring: {spring: k, length: 0.1 m, between: [top, P]}\n"
    "initial: {x: 0.2 m, u1: 3 m/s}\n";

TEST(Equilibrium, a_spring_is_stretched_by_the_weight_over_its_stiffness) {
  Resting model(model_file(hanging));
  const EquilibriumReport report = model.rest();
  ASSERT_EQ(report.outcome, Outcome::found) << describe(report.outcome);
  EXPECT_NEAR(model.y[0], 0.1 + 2 * 9.81 / 50, 1e-12);
  EXPECT_EQ(model.y[1], 0);
  EXPECT_NEAR(report.stiffness, 50.0 / 2, 1e-10);
  EXPECT_LT(report.residual, 1e-11);
}

const char* const pendulum =
    "parameters: {m: 1 kg, l: 0.7 m, g: 9.81 m/s^2}\n"
    "coordinates: {q: rad}\n"
    "frames:\n  B: {in: N, rotate: {z: q}}\n"
    "points:\n  P: {from: O, at: -l*B.y}\n"
    "speeds: {u: q'}\n"
    "particles:\n  bob: {at: P, mass: m}\n"
    "gravity: -g*N.y\n";

TEST(Equilibrium, a_pendulum_hangs_wherever_it_begins_even_upright) {
  for (const double begin : {0.3, 1.8, 3.0, std::numbers::pi}) {
    Resting model(model_file(std::string(pendulum) + fmt::format("initial: {{q: {}}}\n", begin)));
    const EquilibriumReport report = model.rest();
    ASSERT_EQ(report.outcome, Outcome::found);
    EXPECT_NEAR(std::cos(model.y[0]), 1, 1e-12) << begin;
    EXPECT_NEAR(report.stiffness, 9.81 / 0.7, 1e-9);
    EXPECT_EQ(report.left_unstable, begin == std::numbers::pi);
  }
}

// A rope of two links between two nails at the same height, 1 m apart: by symmetry they hang as an isosceles triangle.
// The loop that closes it is embedded.
const char* const rope =
    "parameters: {m: 1 kg, l: 0.65 m, g: 9.81 m/s^2}\n"
    "coordinates: {q1: rad, q2: rad}\n"
    "frames:\n  A: {in: N, rotate: {z: q1}}\n  B: {in: N, rotate: {z: q2}}\n"
    "points:\n"
    "  P: {from: O, at: l*A.x}\n  Q: {from: P, at: l*B.x}\n  Ac: {from: O, at: l/2*A.x}\n  Bc: {from: P, at: l/2*B.x}\n"
    "  nail: {from: O, at: 1*N.x}\n  slide: {from: O, at: 1*N.x}\n"
    "speeds: {u1: q1', u2: q2'}\n"
    "bodies:\n"
    "  a: {frame: A, center: Ac, mass: m, inertia: {zz: m*l^2/12}}\n"
    "  b: {frame: B, center: Bc, mass: m, inertia: {zz: m*l^2/12}}\n"
    "gravity: -g*N.y\n"
    "constraints:\n  level: {configuration: \"dot(p(Q), N.y)\"}\n"
    "loads:\n  rubber: {spring: 1e4 N/m, length: 0 m, between: [nail, Q]}\n"
    "initial: {q1: -1.2, q2: {guess: 0.4}}\n";

TEST(Equilibrium, embedded_rows_hold_and_their_forces_are_part_of_the_balance) {
  Resting model(model_file(rope));
  const EquilibriumReport report = model.rest();
  ASSERT_EQ(report.outcome, Outcome::found);
  (void)model.motion.evaluate(0, model.y);
  EXPECT_LT(model.motion.rows().configuration_error(), 1e-12);
  for (const double acceleration : model.motion.accelerations()) EXPECT_NEAR(acceleration, 0, 1e-8);
  EXPECT_NEAR(model.y[0], -model.y[1], 1e-12);        // symmetric
  EXPECT_NEAR(model.motion.forces()[0], 9.81, 1e-8);  // the nail carries half the weight of two
  EXPECT_GT(report.stiffness, 0);
}

TEST(Equilibrium, is_refused_where_something_moves_as_told) {
  Resting driven(
      model_file("coordinates: {x: m, h: m}\n"
                 "points:\n  P: {from: O, at: x*N.x + h*N.y}\n"
                 "speeds: {u1: x', u2: h'}\n"
                 "particles:\n  bob: {at: P, mass: 1 kg}\n"
                 "constraints:\n  driven: {motion: x' - 0.1 m/s}\n"));
  EXPECT_EQ(driven.rest().outcome, Outcome::moves);
}

TEST(Equilibrium, a_chain_of_ten_links_hangs_down) {
  std::string text =
      "repeat:\n  chain:\n    for: i\n    from: 1\n    to: 10\n    add:\n"
      "      coordinates: {q$i: rad}\n"
      "      frames: {B$i: {in: N, rotate: {z: q$i}}}\n"
      "      points: {P$i: {from: P$(i-1), at: 0.2*B$i.y}}\n"
      "      particles: {bob_$i: {at: P$i, mass: 0.1 kg}}\n"
      "points:\n  P0: {from: O, at: 0*N.x}\n"
      "gravity: -9.81*N.y\ninitial: {";
  for (int i = 1; i <= 10; ++i) text += fmt::format("{}q{}: {}", i > 1 ? ", " : "", i, 0.3 * i - 0.7);
  Resting model(model_file(text + "}\n"));
  const EquilibriumReport report = model.rest();
  ASSERT_EQ(report.outcome, Outcome::found) << report.residual;
  for (std::size_t i = 0; i < 10; ++i) EXPECT_NEAR(std::cos(model.y[i]), -1, 1e-12);
}

// The bob of a pendulum on a cart may not move sideways, as a row of motion: x + l sin q stays what it was.
TEST(Equilibrium, a_row_of_motion_holds_along_the_whole_way) {
  Resting model(
      model_file("parameters: {l: 0.5 m}\n"
                 "coordinates: {x: m, q: rad}\n"
                 "frames:\n  B: {in: N, rotate: {z: q}}\n"
                 "points:\n  C: {from: O, at: x*N.x}\n  P: {from: C, at: -l*B.y}\n"
                 "particles:\n  cart: {at: C, mass: 1 kg}\n  bob: {at: P, mass: 2 kg}\n"
                 "gravity: -9.81*N.y\n"
                 "constraints:\n  upright: {motion: \"dot(v(P), N.x)\"}\n"
                 "initial: {x: 0.2 m, q: 1.2}\n"));
  ASSERT_EQ(model.rest().outcome, Outcome::found);
  EXPECT_NEAR(model.y[1], 0, 1e-11);
  EXPECT_NEAR(model.y[0] + 0.5 * std::sin(model.y[1]), 0.2 + 0.5 * std::sin(1.2), 1e-14);
}

}  // namespace
}  // namespace tangible
