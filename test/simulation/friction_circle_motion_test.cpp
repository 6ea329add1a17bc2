// SPDX-License-Identifier: Apache-2.0
// Friction in the plane: where things stop, when they roll, and that what sticks stays.
#include "simulation/inline_model.h"

namespace tangible {
namespace {

constexpr double g = 9.81;

// A puck on a rough floor, x and v in the floor.
std::string puck(const std::string& more) {
  return "parameters: {m: 2 kg, mu: 0.3 rad, g: 9.81 m/s^2, slope: 0 rad}\n"
         "coordinates: {x: m, v: m, z: m}\n"
         "points:\n  P: {from: O, at: x*N.x + v*N.y + z*N.z}\n"
         "speeds: {u1: x', u2: v', u3: z'}\n"
         "particles:\n  puck: {at: P, mass: m}\n"
         "gravity: -g*cos(slope)*N.z + g*sin(slope)*N.x\n"
         "contacts:\n  floor: {gap: z, at: P, tangents: [N.x, N.y], friction: mu}\n" +
         more;
}

TEST(Puck, stops_where_Coulomb_says_in_a_straight_line) {
  for (const Method method : {Method::adaptive, Method::rk4}) {
    SimulationOptions options = fixed(method, 1e-3);
    options.tolerance = 1e-12;
    MovingModel model(model_file(puck("initial: {u1: 0.9 m/s, u2: 1.2 m/s}\n")), {}, options);
    model.start();
    EXPECT_EQ(model.simulation.motion().mode().contacts[0], ContactState::sliding);
    const double stop = 1.5 / (0.3 * g), way = 1.5 * 1.5 / (2 * 0.3 * g);
    ASSERT_EQ(describe(model.simulation.run_to(stop + 1)), std::string("ok"));
    const auto sticks = occurrences_of(model.simulation, Occurrence::Kind::sticks);
    ASSERT_EQ(sticks.size(), 1u);
    EXPECT_NEAR(sticks[0].t, stop, 1e-7);  // slower than 1e-8 m/s is stuck
    EXPECT_NEAR(model.simulation.state()[0], 0.6 * way, 1e-12);
    EXPECT_NEAR(model.simulation.state()[1], 0.8 * way, 1e-12);
    EXPECT_NEAR(model.simulation.ledger().dissipated, 2 * 1.5 * 1.5 / 2, 1e-10);
    EXPECT_NEAR(model.simulation.ledger().drift(), 0, 1e-10);
  }
}

// On a slope that it can lie on, a puck thrown across curves downhill and comes to rest, and then stays: the position,
// not only the speed.
TEST(Puck, thrown_across_a_slope_comes_to_rest_and_stays) {
  MovingModel model(model_file(puck("initial: {u2: 1 m/s}\n")), {"slope=0.2"}, fine());
  model.start();
  ASSERT_EQ(describe(model.simulation.run_to(5)), std::string("ok"));
  EXPECT_EQ(model.simulation.motion().mode().contacts[0], ContactState::sticking);
  const double x = model.simulation.state()[0], y = model.simulation.state()[1];
  EXPECT_GT(x, 0.05);
  EXPECT_NEAR(model.simulation.ledger().drift(), 0, 1e-10);
  // Two methods: steps of another method end at the same state.
  MovingModel other(model_file(puck("initial: {u2: 1 m/s}\n")), {"slope=0.2"}, fixed(Method::rk4, 1e-4));
  other.start();
  ASSERT_EQ(describe(other.simulation.run_to(5)), std::string("ok"));
  EXPECT_NEAR(other.simulation.state()[0], x, 1e-7);
  EXPECT_NEAR(other.simulation.state()[1], y, 1e-7);
  ASSERT_EQ(describe(model.simulation.run_to(500)), std::string("ok"));
  EXPECT_EQ(model.simulation.state()[0], x);
  EXPECT_EQ(model.simulation.state()[1], y);
}

TEST(Puck, lets_go_in_the_direction_of_the_pull_when_the_circle_is_reached) {
  const std::string pulled = puck("loads:\n  pull: {force: (4 N/s)*t*(0.6*N.x + 0.8*N.y), at: P}\n");
  MovingModel model(model_file(pulled), {}, fine());
  model.start();
  EXPECT_EQ(model.simulation.motion().mode().contacts[0], ContactState::sticking);
  ASSERT_EQ(describe(model.simulation.run_to(2)), std::string("ok"));
  const auto slips = occurrences_of(model.simulation, Occurrence::Kind::slips);
  ASSERT_EQ(slips.size(), 1u);
  const double begin = 0.3 * 2 * g / 4;
  EXPECT_NEAR(slips[0].t, begin, 1e-12);
  // m u' = 4 (t - begin) from there on.
  EXPECT_NEAR(model.simulation.state()[3], 0.6 * (2 - begin) * (2 - begin), 1e-10);
  EXPECT_NEAR(model.simulation.state()[4], 0.8 * (2 - begin) * (2 - begin), 1e-10);
}

// A ball thrown onto a billiard table without spin, or with side spin: slip has a constant direction and falls at
// 7/2 mu g, the centre moves on a parabola, and from the end of slip on it rolls. (Coriolis 1835.)
std::string ball(const std::string& initial) {
  return "parameters: {m: 0.2 kg, r: 0.03 m, mu: 0.2 rad, g: 9.81 m/s^2}\n"
         "coordinates: {x: m, v: m, z: m, e0: rad, e1: rad, e2: rad, e3: rad}\n"
         "frames:\n  B: {in: N, euler: [e0, e1, e2, e3]}\n"
         "points:\n"
         "  Bo: {from: O, at: x*N.x + v*N.y + (z + r)*N.z}\n"
         "  C: {from: Bo, at: -r*N.z}\n"
         "speeds:\n"
         "  u1: x'\n  u2: v'\n  u3: z'\n"
         "  w1: dot(w(B), B.x)\n  w2: dot(w(B), B.y)\n  w3: dot(w(B), B.z)\n"
         "bodies:\n  ball: {frame: B, center: Bo, mass: m, inertia: [2*m*r^2/5, 2*m*r^2/5, 2*m*r^2/5]}\n"
         "gravity: -g*N.z\n"
         "contacts:\n  cloth: {gap: z, at: C, fixed_in: ball, tangents: [N.x, N.y], friction: mu}\n"
         "initial: {e0: 1, " +
         initial + "}\n";
}

TEST(BilliardBall, slides_on_a_parabola_and_then_rolls_straight) {
  const double v1 = 1.0, spin = 20, r = 0.03, mu = 0.2;
  MovingModel model(model_file(ball("u1: 1 m/s, w1: 20 rad/s")), {}, fine());
  model.start();
  // Slip of the lowest point: v + w x (-r k) = (v1 - r w2, r w1).
  const double slip = std::hypot(v1, r * spin);
  const double rolls = slip / (3.5 * mu * g);
  ASSERT_EQ(describe(model.simulation.run_to(rolls / 2)), std::string("ok"));
  const double t = rolls / 2, a1 = -mu * g * v1 / slip, a2 = -mu * g * r * spin / slip;
  EXPECT_NEAR(model.simulation.state()[0], v1 * t + a1 * t * t / 2, 1e-11);
  EXPECT_NEAR(model.simulation.state()[1], a2 * t * t / 2, 1e-11);
  ASSERT_EQ(describe(model.simulation.run_to(rolls + 1)), std::string("ok"));
  const auto sticks = occurrences_of(model.simulation, Occurrence::Kind::sticks);
  ASSERT_GE(sticks.size(), 1u);
  EXPECT_NEAR(sticks[0].t, rolls, 1e-7);
  const double u1 = v1 + a1 * rolls, u2 = a2 * rolls;
  EXPECT_NEAR(u1, 5.0 / 7 * v1, 1e-12);
  EXPECT_NEAR(model.simulation.state()[7], u1, 1e-9);
  EXPECT_NEAR(model.simulation.state()[8], u2, 1e-9);
  EXPECT_NEAR(model.simulation.state()[0], v1 * rolls + a1 * rolls * rolls / 2 + u1, 1e-8);
  EXPECT_NEAR(model.simulation.ledger().drift(), 0, 1e-10);
}

// A coin that is set down spinning and rolling: the direction of slip turns ever faster until it rolls. Steps of any
// length find the same instant.
TEST(Coin, begins_to_roll_when_steps_of_any_length_say_so) {
  const std::string coin =
      "parameters: {m: 0.01 kg, R: 1 cm, g: 9.81 m/s^2}\n"
      "coordinates: {x: m, v: m, h: m, psi: rad, q: rad, phi: rad}\n"
      "frames:\n  A: {in: N, rotate: {z: psi}}\n  L: {in: A, rotate: {x: q}}\n  B: {in: L, rotate: {z: phi}}\n"
      "points:\n  C: {from: O, at: x*N.x + v*N.y + h*N.z}\n  K: {from: C, at: -R*L.y}\n"
      "bodies:\n  coin: {frame: B, center: C, mass: m, inertia: [m*R^2/4, m*R^2/4, m*R^2/2]}\n"
      "gravity: -g*N.z\n"
      "contacts:\n"
      "  table: {gap: \"dot(p(K), N.z)\", at: K, fixed_in: coin, tangents: [N.x, N.y], friction: 0.8}\n"
      "initial: {q: 60 deg, h: 8.660254037844386 mm, psi': 3 rad/s, phi': 2 rad/s, x': 0.01}\n";
  SimulationOptions exact = fine();
  exact.tolerance = 1e-13;
  std::vector<double> begins;
  for (const SimulationOptions& options :
       {exact, fixed(Method::rk4, 1e-3), fixed(Method::rk4, 7e-4), fixed(Method::rk4, 2e-4)}) {
    MovingModel model(model_file(coin), {}, options);
    model.start();
    ASSERT_EQ(describe(model.simulation.run_to(0.02)), std::string("ok"));
    const auto sticks = occurrences_of(model.simulation, Occurrence::Kind::sticks);
    ASSERT_EQ(sticks.size(), 1u);
    begins.push_back(sticks[0].t);
  }
  for (const double t : begins) EXPECT_NEAR(t, begins[0], 2e-8);
}

}  // namespace
}  // namespace tangible
