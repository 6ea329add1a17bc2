// SPDX-License-Identifier: Apache-2.0
// The ways in which a mechanism goes together, against plane geometry.
#include "simulation/branches.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "simulation/inline_model.h"

namespace tangible {
namespace {

struct Assembled {
  explicit Assembled(const std::string& path) : model(path, {}) {
    report = model.simulation.assemble_start();
    branches = find_branches(model.simulation.motion(), 0, model.simulation.state());
  }
  MovingModel model;
  AssemblyReport report;
  Branches branches;
};

double turn(double angle) { return std::remainder(angle, 2 * std::numbers::pi); }

// C lies where two circles meet, on either side of the line from B to D.
TEST(Branches, of_a_four_bar_are_the_two_that_circles_give) {
  const Assembled bars("models/four_bar/four_bar.yaml");
  ASSERT_TRUE(bars.report.assembled);
  ASSERT_EQ(bars.branches.independent, std::vector<std::size_t>{0});
  ASSERT_EQ(bars.branches.found.size(), 2u);
  const double a = 0.15, b = 0.45, c = 0.35, d = 0.5;
  const double bx = a * std::cos(1.0), by = a * std::sin(1.0), diagonal = std::hypot(d - bx, -by);
  const double line = std::atan2(-by, d - bx);
  const double corner = std::acos((b * b + diagonal * diagonal - c * c) / (2 * b * diagonal));
  EXPECT_NEAR(turn(bars.branches.found[0].q[1] - (line + corner)), 0, 1e-12);
  EXPECT_NEAR(turn(bars.branches.found[1].q[1] - (line - corner)), 0, 1e-12);
  EXPECT_EQ(bars.branches.found[0].sign, -bars.branches.found[1].sign);
  for (const Branches::Branch& branch : bars.branches.found) {
    const double x = bx + b * std::cos(branch.q[1]), y = by + b * std::sin(branch.q[1]);
    EXPECT_NEAR(turn(branch.q[2] - std::atan2(y, x - d)), 0, 1e-12);
  }
}

TEST(Branches, of_a_slider_crank_put_the_slider_on_either_side) {
  const std::string text = R"yaml(
coordinates: {q1: rad, q2: rad, x: m}
frames: {A: {in: N, rotate: {z: q1}}, B: {in: N, rotate: {z: q2}}}
points: {P: {from: O, at: 1 m*A.x}, Q: {from: P, at: 2 m*B.x}, R: {from: O, at: x*N.x}}
particles: {p: {at: P, mass: 1 kg}, q: {at: Q, mass: 1 kg}, r: {at: R, mass: 1 kg}}
constraints: {close: {loop: [Q, R], along: {x: N.x, y: N.y}}}
initial: {q1: {hold: 0.7}, q2: {guess: -0.2}, x: {guess: 2.5 m}}
)yaml";
  const Assembled crank(model_file(text));
  ASSERT_EQ(crank.branches.found.size(), 2u);
  const double way = std::sqrt(4 - std::pow(std::sin(0.7), 2));
  EXPECT_NEAR(crank.branches.found[0].q[2], std::cos(0.7) + way, 1e-12);
  EXPECT_NEAR(crank.branches.found[1].q[2], std::cos(0.7) - way, 1e-12);
}

// Nothing depends where nothing is constrained.
TEST(Branches, of_an_open_chain_are_none) {
  EXPECT_TRUE(Assembled("models/double_pendulum/double_pendulum.yaml").branches.found.empty());
}

// A rack is not back where it was after a turn of its pinion: turns are not taken away.
TEST(Branches, keep_turns_that_rows_count) {
  const std::string text = R"yaml(
coordinates: {q: rad, x: m}
frames: {A: {in: N, rotate: {z: q}}}
points: {P: {from: O, at: x*N.x}}
bodies: {pinion: {frame: A, center: O, mass: 1 kg, inertia: {zz: 1 kg*m^2}}}
particles: {rack: {at: P, mass: 1 kg}}
constraints: {mesh: {configuration: x - 0.1 m*q}}
initial: {q: {guess: 0}, x: {hold: 3 m}}
)yaml";
  const Assembled rack(model_file(text));
  ASSERT_EQ(rack.branches.found.size(), 1u);
  EXPECT_NEAR(rack.branches.found[0].q[0], 30, 1e-11);
}

// Four links in a line: phi is stationary there, and corrections by Newton's method are none.
TEST(Assembly, finds_its_way_out_of_a_singular_guess) {
  const std::string text = R"yaml(
coordinates: {q1: rad, q2: rad, q3: rad}
frames: {A: {in: N, rotate: {z: q1}}, B: {in: N, rotate: {z: q2}}, C: {in: N, rotate: {z: q3}}}
points:
  P: {from: O, at: 1 m*A.x}
  Q: {from: P, at: 2 m*B.x}
  D: {from: O, at: 2 m*N.x}
  R: {from: D, at: 1.5 m*C.x}
particles: {p: {at: P, mass: 1 kg}, q: {at: Q, mass: 1 kg}, r: {at: R, mass: 1 kg}}
constraints: {close: {loop: [Q, R], along: {x: N.x, y: N.y}}}
)yaml";
  const Assembled bars(model_file(text));
  EXPECT_TRUE(bars.report.assembled);
  EXPECT_LT(bars.report.residual, 1e-12);
  for (const std::size_t i : {0u, 1u, 2u})
    EXPECT_LT(std::abs(bars.branches.found[0].q[i]), std::numbers::pi);  // no turn away
}

// The mode of the start: what is off then takes no part.
TEST(Assembly, of_a_start_leaves_out_rows_whose_condition_does_not_hold) {
  const std::string text = R"yaml(
coordinates: {x: m, h: m}
points: {P: {from: O, at: x*N.x + h*N.y}}
particles: {b: {at: P, mass: 1 kg}}
constraints:
  rail: {motion: h'}
  lift: {motion: h' - 1 m/s, active: t > 0.2 s}
)yaml";
  const Assembled block(model_file(text));
  EXPECT_TRUE(block.report.assembled);
  EXPECT_EQ(block.report.motion_residual, 0);
}

}  // namespace
}  // namespace tangible
