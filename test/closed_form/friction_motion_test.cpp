// SPDX-License-Identifier: Apache-2.0
// Dry friction in time against formulas: where a block stops, that it stays there, and where a rod jams.
#include <numbers>

#include "simulation/inline_model.h"

namespace tangible {
namespace {

const char* block_on_slope = R"yaml(
name: block on a slope
parameters: {m: 2 kg, g: 9.81 m/s^2, mu: 0.5 rad, phi: 0.3, v_0: 3 m/s}
coordinates: {s: m, height: m}
points:
  P: {from: O, at: s*N.x + height*N.y}
speeds: {u1: s', u2: height'}
particles:
  block: {at: P, mass: m}
gravity: -g*sin(phi)*N.x - g*cos(phi)*N.y
contacts:
  slope: {gap: height, at: P, normal: N.y, tangents: [N.x], friction: mu}
initial: {u1: 3 m/s}
)yaml";

TEST(SlidingBlock, stops_where_Coulomb_says_and_stays) {
  const double g = 9.81, mu = 0.5, v = 3;
  for (const double phi : {0.0, 0.3}) {
    for (const SimulationOptions& options : {fine(), fixed(Method::rk4, 1e-3)}) {
      MovingModel block(model_file(block_on_slope), {fmt::format("phi={}", phi)}, options);
      block.start();
      ASSERT_EQ(describe(block.simulation.run_to(5)), std::string("ok"));
      const double deceleration = g * (std::sin(phi) + mu * std::cos(phi));
      EXPECT_NEAR(block.simulation.state()[0], v * v / (2 * deceleration), 1e-12);
      EXPECT_EQ(block.simulation.state()[2], 0);
      const auto sticks = occurrences_of(block.simulation, Occurrence::Kind::sticks);
      ASSERT_EQ(sticks.size(), 1u);
      EXPECT_NEAR(sticks[0].t, v / deceleration, 1e-11);
      EXPECT_NEAR(block.simulation.ledger().dissipated, mu * 2 * g * std::cos(phi) * v * v / (2 * deceleration), 1e-9);
    }
  }
}

TEST(SlidingBlock, comes_back_down_a_slope_too_steep_for_it) {
  const double g = 9.81, mu = 0.2, phi = 0.5, v = 3;
  MovingModel block(model_file(block_on_slope), {"mu=0.2", "phi=0.5"}, fine());
  block.start();
  const double up = g * (std::sin(phi) + mu * std::cos(phi)), down = g * (std::sin(phi) - mu * std::cos(phi));
  const double back = v / up * (1 + std::sqrt(up / down));
  ASSERT_EQ(describe(block.simulation.run_to(back)), std::string("ok"));
  EXPECT_NEAR(block.simulation.state()[0], 0, 1e-10);
  EXPECT_NEAR(block.simulation.state()[2], -v * std::sqrt(down / up), 1e-10);
}

// A block on a spring and on a belt of speed v: it is carried until the spring pulls with mu_s m g, swings back about
// mu_k m g/k, and sticks again when it has the speed of the belt: den Hartog's, in every textbook.
const char* stick_slip = R"yaml(
name: stick-slip on a belt
parameters: {m: 1 kg, k: 25 N/m, v: 0.2 m/s, mu_s: 0.5, mu_k: 0.3, g: 9.81 m/s^2}
coordinates: {x: m, h: m}
points:
  P: {from: O, at: x*N.x + h*N.y}
  belt: {from: O, at: v*t*N.x}
particles: {block: {at: P, mass: m}}
gravity: -g*N.y
loads:
  spring: {force: -k*x*N.x, at: P}
contacts:
  belt: {gap: h, at: P, against: belt, normal: N.y, tangents: [N.x], friction: {static: mu_s, sliding: mu_k}}
initial: {x: 0, x': 0.2 m/s}
)yaml";

TEST(StickSlip, has_the_period_of_the_formula) {
  const double g = 9.81, v = 0.2, w = 5, breaks = 0.5 * g / 25, middle = 0.3 * g / 25;
  const double sticking = 2 * (breaks - middle) / v,
               sliding = 2 * (std::numbers::pi - std::atan(w * (breaks - middle) / v)) / w;
  for (const SimulationOptions& options : {fine(), fixed(Method::rk4, 1e-3)}) {
    MovingModel block(model_file(stick_slip), {}, options);
    block.start();
    ASSERT_EQ(describe(block.simulation.run_to(10)), std::string("ok"));
    const auto slips = occurrences_of(block.simulation, Occurrence::Kind::slips);
    const auto sticks = occurrences_of(block.simulation, Occurrence::Kind::sticks);
    ASSERT_EQ(slips.size(), 6u);
    for (std::size_t i = 0; i < slips.size(); ++i) {
      const double begins = breaks / v + static_cast<double>(i) * (sticking + sliding);
      EXPECT_NEAR(slips[i].t, begins, 1e-9);
      ASSERT_GT(sticks.size(), i + 1);  // it began sticking
      EXPECT_NEAR(sticks[i + 1].t, begins + sliding, 1e-9);
    }
  }
}

// A wedge on wheels, between a spring and a pendulum that swings; the block lies on the wedge, in coordinates of its
// own.
const char* shaken_block = R"yaml(
name: block on a wedge that is shaken
parameters: {m_c: 5 kg, m_b: 1 kg, m_p: 2 kg, l: 0.5 m, k: 400 N/m, g: 9.81 m/s^2, mu: 0.6 rad, phi: 0.35}
coordinates: {x: m, q: rad, bx: m, by: m}
frames:
  A: {in: N, rotate: {z: phi}}                       # the slope
  B: {in: N, rotate: {z: q}}
points:
  C: {from: O, at: x*N.x}
  Q: {from: C, at: -l*B.y}
  W: {from: C, at: 0.1*A.x}
  P: {from: O, at: bx*N.x + by*N.y}
speeds: {u1: x', u2: q', u3: bx', u4: by'}
particles:
  cart: {at: C, mass: m_c}
  bob: {at: Q, mass: m_p}
  block: {at: P, mass: m_b}
gravity: -g*N.y
loads:
  spring: {force: -k*x*N.x, at: C}
contacts:
  slope: {gap: "dot(p(C, P), A.y)", at: P, normal: A.y, tangents: [A.x], against: W, friction: mu}
outputs:
  along: "dot(p(C, P), A.x)"
initial: {q: 0.3, bx: 0, by: 0}
)yaml";

// Stuck for an hour under loads that change all the time and stay below the limit.
TEST(StuckBlock, stays_where_it_stuck_for_an_hour) {
  SimulationOptions options = fine();
  options.tolerance = 1e-9;
  MovingModel block(model_file(shaken_block), {}, options);
  block.start();
  EXPECT_EQ(block.simulation.motion().mode().contacts[0], ContactState::sticking);
  const auto along = [&] {
    const Watch& watch = block.simulation.evaluate_outputs(block.simulation.time(), block.simulation.state());
    return watch[block.simulation.system().output_values[0]];
  };
  const double place = along();
  double shaken = 0;
  for (int minute = 1; minute <= 60; ++minute) {
    ASSERT_EQ(describe(block.simulation.run_to(60.0 * minute)), std::string("ok"));
    EXPECT_NEAR(along(), place, 1e-9) << minute;
    shaken = std::max(shaken, std::abs(block.simulation.state()[4]));
  }
  EXPECT_GT(shaken, 0.01);
  EXPECT_TRUE(occurrences_of(block.simulation, Occurrence::Kind::slips).empty());
  EXPECT_EQ(block.simulation.motion().mode().contacts[0], ContactState::sticking);
}

// A slender rod whose lower end slides on the ground. With friction that grows, the load of the contact grows without
// bound as 1 + 3 cos(th) (cos(th) - mu sin(th)) goes to zero: Painleve's paradox, at tan(th) = 2 for mu = 4/3.
const char* sliding_rod = R"yaml(
name: rod on rough ground
parameters: {m: 1 kg, l: 1 m, g: 9.81 m/s^2, mu: 1.2 rad, growth: 0 rad/s}
coordinates: {x: m, z: m, th: rad}
frames:
  B: {in: N, rotate: {z: th}}
points:
  G: {from: O, at: x*N.x + z*N.y}
  P: {from: G, at: -l/2*B.x}
speeds: {u1: x', u2: z', u3: th'}
bodies:
  rod: {frame: B, center: G, mass: m, inertia: {zz: m*l^2/12}}
gravity: -g*N.y
contacts:
  floor: {gap: "dot(p(P), N.y)", at: P, normal: N.y, tangents: [N.x], friction: mu + growth*t}
initial: {x: 0, z: 0.4472135954999579 m, th: 1.1071487177940904, u1: -50 m/s}
)yaml";

double determinant_of_rod(double th, double mu) { return 1 + 3 * std::cos(th) * (std::cos(th) - mu * std::sin(th)); }

TEST(PainleveRod, slides_below_the_boundary_and_is_a_paradox_above_it) {
  EXPECT_NEAR(determinant_of_rod(std::atan(2), 4.0 / 3), 0, 1e-14);
  const auto start = [](double mu, double speed) {
    MovingModel rod(model_file(sliding_rod), {fmt::format("mu={}", mu)}, fine());
    rod.simulation.state()[3] = speed;
    return rod.simulation.start();
  };
  EXPECT_EQ(start(4.0 / 3 * (1 - 1e-6), -50), SimulationStatus::ok);
  EXPECT_EQ(start(4.0 / 3 * (1 + 1e-6), -50), SimulationStatus::friction_paradox);
  EXPECT_EQ(start(4.0 / 3 * (1 + 1e-6), 50), SimulationStatus::ok);  // dragged, not pushed
}

// Fixed steps meet the paradox; adaptive ones shrink before it, where the load goes to infinity.
TEST(PainleveRod, finds_the_boundary_in_time) {
  for (const SimulationOptions& options : {fine(), SimulationOptions{}, fixed(Method::rk4, 1e-6)}) {
    MovingModel rod(model_file(sliding_rod), {"mu=1.2", "growth=100"}, options);
    rod.start();
    const SimulationStatus status = rod.simulation.run_to(0.01);
    EXPECT_EQ(describe(status), std::string(describe(SimulationStatus::friction_paradox)));
    EXPECT_EQ(rod.simulation.fault(), "floor");
    const double mu = 1.2 + 100 * rod.simulation.time();
    EXPECT_NEAR(determinant_of_rod(rod.simulation.state()[2], mu), 0, options.method == Method::adaptive ? 1e-7 : 2e-4);
    EXPECT_NEAR(mu, 4.0 / 3, 1e-3);
  }
}

// A tippe top, dropped from 3 mm onto the table and left to itself there. Whatever friction does, the angular momentum
// along the line from the mass centre to the point of contact stays: Jellett 1872. The top turns over.
TEST(TippeTop, keeps_the_constant_of_Jellett_and_turns_over) {
  MovingModel top("models/tippe_top/tippe_top.yaml", {}, fine());
  top.simulation.state()[2] += 3e-3;
  top.start();
  const auto output = [&](std::size_t i) {
    return top.simulation.evaluate_outputs(top.simulation.time(), top.simulation.state())[top.system_.output_values[i]];
  };
  ASSERT_EQ(describe(top.simulation.run_to(0.03)), std::string("ok"));
  ASSERT_EQ(top.simulation.motion().mode().contacts[0], ContactState::sliding);
  const double jellett = output(1);
  EXPECT_LT(output(0), -0.98);
  ASSERT_EQ(describe(top.simulation.run_to(1.5)), std::string("ok"));
  EXPECT_NEAR(output(1), jellett, 1e-9 * std::abs(jellett));
  EXPECT_GT(output(0), 0.98);
}

}  // namespace
}  // namespace tangible
