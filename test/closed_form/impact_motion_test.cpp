// SPDX-License-Identifier: Apache-2.0
// Impacts in time against formulas: two balls, and Newton's cradle.
#include "simulation/inline_model.h"

namespace tangible {
namespace {

const char* two_balls = R"yaml(
name: two balls on a line
parameters: {m_1: 2 kg, m_2: 3 kg, e: 0.5 rad, d: 0.1 m}
coordinates: {x1: m, x2: m}
points:
  A: {from: O, at: x1*N.x}
  B: {from: O, at: x2*N.x}
speeds: {u1: x1', u2: x2'}
particles:
  first: {at: A, mass: m_1}
  second: {at: B, mass: m_2}
contacts:
  meet: {gap: x2 - x1 - d, restitution: e}
initial: {x2: 1 m, u1: 4 m/s, u2: 1 m/s}
)yaml";

TEST(TwoBalls, part_with_the_share_of_their_approach) {
  for (const double e : {0.0, 0.5, 1.0}) {
    for (const SimulationOptions& options : {fine(), fixed(Method::rk4, 1e-2)}) {
      MovingModel balls(model_file(two_balls), {fmt::format("e={}", e)}, options);
      balls.start();
      ASSERT_EQ(describe(balls.simulation.run_to(1)), std::string("ok"));
      const double v1 = 4, v2 = 1, m1 = 2, m2 = 3, common = (m1 * v1 + m2 * v2) / (m1 + m2);
      EXPECT_NEAR(balls.simulation.state()[2], common - e * m2 / (m1 + m2) * (v1 - v2), 1e-12);
      EXPECT_NEAR(balls.simulation.state()[3], common + e * m1 / (m1 + m2) * (v1 - v2), 1e-12);
      const auto impacts = occurrences_of(balls.simulation, Occurrence::Kind::impact);
      ASSERT_EQ(impacts.size(), 1u);
      EXPECT_NEAR(impacts[0].t, 0.9 / 3, 1e-12);
      EXPECT_NEAR(balls.simulation.ledger().impacts, (1 - e * e) * m1 * m2 / (m1 + m2) / 2 * 9, 1e-11);
    }
  }
}

// Balls on strings, so close that they all but touch: one after the other hands its whole speed on.
const char* cradle = R"yaml(
name: Newton's cradle
parameters: {m: 0.1 kg, l: 0.2 m, r: 10 mm, g: 9.81 m/s^2, e: 1 rad, apart: 1e-7 m}
repeat:
  balls:
    for: i
    from: 1
    to: 5
    add:
      coordinates: {q$i: rad}
      frames: {B$i: {in: N, rotate: {z: q$i}}}
      points:
        H$i: {from: O, at: $i*(2*r + apart)*N.x}
        P$i: {from: H$i, at: -l*B$i.y}
      speeds: {u$i: q$i'}
      particles: {ball_$i: {at: P$i, mass: m}}
  gaps:
    for: i
    from: 1
    to: 4
    add:
      contacts: {meet_$i: {gap: "dot(p(P$i, P$(i+1)), N.x) - 2*r", restitution: e}}
gravity: -g*N.y
initial: {q1: -0.5}
)yaml";

TEST(NewtonsCradle, hands_the_swing_of_the_first_ball_to_the_last) {
  MovingModel balls(model_file(cradle), {}, fine());
  balls.start();
  // A quarter of a swing down, one up: then the last ball is out as far as the first was.
  double highest = 0, others = 0;
  for (int k = 1; k <= 200; ++k) {
    ASSERT_EQ(describe(balls.simulation.run_to(0.004 * k)), std::string("ok"));
    highest = std::max(highest, balls.simulation.state()[4]);
    if (balls.simulation.time() < 0.3 || balls.simulation.time() > 0.6) continue;
    for (std::size_t i = 0; i < 4; ++i) others = std::max(others, std::abs(balls.simulation.state()[i]));
  }
  EXPECT_NEAR(highest, 0.5, 1e-3);
  EXPECT_LT(others, 1e-4);
  EXPECT_NEAR(balls.simulation.ledger().impacts, 0, 1e-10);
  EXPECT_NEAR(balls.simulation.ledger().drift(), 0, 1e-10);
}

}  // namespace
}  // namespace tangible
