// SPDX-License-Identifier: Apache-2.0
// A ball on a turntable, a body that rolls on two rims, two arms with one box and a runner in flight, against formulas.
#include <numbers>

#include "equivalence/oracle.h"
#include "simulation/inline_model.h"

namespace tangible {
namespace {

using std::numbers::pi;

struct Plane {
  double x = 0, y = 0;
};

// (1 + k) a = k Om z x v + g sin(tilt) x: the velocity turns about a drift at k Om/(1 + k).
Plane ball_on_turntable(double k, double tilt, double t) {
  const double Om = 3, turning = k / (1 + k) * Om, drift = 9.81 * std::sin(tilt) / (k * Om);
  const double along = 0, across = 0.15 - drift, s = std::sin(turning * t) / turning,
               c = (1 - std::cos(turning * t)) / turning;
  return {0.4 + along * s - across * c, drift * t + across * s + along * c};
}

TEST(Turntable, solid_and_hollow_balls_run_in_circles_and_on_a_slope_in_cycloids) {
  for (const double k : {2.0 / 5, 2.0 / 3, 0.05})
    for (const double tilt : {0.0, 0.02})
      for (const SimulationOptions& options : {fine(), fixed(Method::rk4, 1e-3)}) {
        MovingModel ball("models/turntable/turntable.yaml", {fmt::format("k={}", k), fmt::format("tilt={}", tilt)},
                         options);
        ball.start();
        for (const double t : {0.5, 2.0, 2 * pi / 3 * 3.5}) {
          ASSERT_EQ(describe(ball.simulation.run_to(t)), std::string("ok"));
          const Plane place = ball_on_turntable(k, tilt, t);
          // At a kilohertz a small ball turns by 0.03 rad a step.
          const double tolerance = options.method == Method::rk4 ? 2e-6 : 1e-10;
          EXPECT_NEAR(ball.simulation.state()[0], place.x, tolerance) << k << " " << tilt << " " << t;
          EXPECT_NEAR(ball.simulation.state()[1], place.y, tolerance) << k << " " << tilt << " " << t;
        }
      }
}

// 2/7 of the table's rate: after three and a half turns of the table a solid ball is back.
TEST(Turntable, solid_ball_is_back_after_seven_half_turns_of_the_table) {
  MovingModel ball("models/turntable/turntable.yaml", {}, fine());
  ball.start();
  ASSERT_EQ(describe(ball.simulation.run_to(3.5 * 2 * pi / 3)), std::string("ok"));
  EXPECT_NEAR(ball.simulation.state()[0], 0.4, 1e-11);
  EXPECT_NEAR(ball.simulation.state()[1], 0, 1e-11);
}

// Lean for the first contact, which the second closes; the spin is pi - a of the reference.
void follow_roller(const Json& oracle, const SimulationOptions& options) {
  MovingModel roller("models/two_circle_roller/two_circle_roller.yaml",
                     {fmt::format("l={}", oracle["l"].get<double>())}, options);
  SimulationLoop& simulation = roller.simulation;
  const Json& states = oracle["states"];
  simulation.state()[2] = pi - states[0]["a"].get<double>();
  roller.system_.start_q_kind[2] = StartKind::held;
  simulation.state()[5] = -oracle["w"].get<double>();
  roller.start();
  for (const Json& s : states) {
    ASSERT_EQ(describe(simulation.run_to(s["time"].get<double>())), std::string("ok"));
    const Watch& watch = simulation.evaluate_outputs(simulation.time(), simulation.state());
    const auto& outputs = roller.system_.output_values;
    EXPECT_NEAR(simulation.state()[2], pi - s["a"].get<double>(), 1e-10);
    EXPECT_NEAR(simulation.state()[5], -s["w"].get<double>(), 1e-9);
    EXPECT_NEAR(watch[outputs[0]], s["height"].get<double>(), 1e-12);
    EXPECT_NEAR(watch[outputs[1]], s["between"].get<double>(), 1e-12);
  }
  EXPECT_NEAR(simulation.ledger().drift(), 0, 1e-10);
}

// Time by quadrature: the body turns about the line of contacts and has no other freedom.
TEST(TwoCircleRoller, keeps_its_height_and_passes_its_angles_at_the_times_of_the_quadrature) {
  const Json oracle = read_oracle("two_circle_roller");
  for (const SimulationOptions& options : {fine(), fixed(Method::rk4, 1e-3)}) follow_roller(oracle["level"], options);
  EXPECT_NEAR(oracle["level"]["states"][3]["height"].get<double>(), 0.1 / std::sqrt(2), 1e-16);
}

// Contacts of an oloid are sqrt(3) r apart, wherever it lies; its height changes.
TEST(TwoCircleRoller, rolls_as_an_oloid_whose_contacts_keep_their_distance) {
  const Json oracle = read_oracle("two_circle_roller");
  for (const SimulationOptions& options : {fine(), fixed(Method::rk4, 1e-3)}) follow_roller(oracle["oloid"], options);
  EXPECT_NEAR(oracle["oloid"]["states"][3]["between"].get<double>(), 0.1 * std::sqrt(3), 1e-16);
}

// The arm with half the box at its end, a double pendulum: T and V of the textbook in absolute angles.
class ArmWithHalfTheBox {
 public:
  double angle[2] = {}, rate[2] = {};

  struct Rates {
    double second[2];
  };
  Rates accelerate(const double a[2], const double w[2]) const {
    const double c = coupling_ * std::cos(a[0] - a[1]), s = coupling_ * std::sin(a[0] - a[1]);
    const double f0 = -s * w[1] * w[1] - weight_u_ * std::cos(a[0]), f1 = s * w[0] * w[0] - weight_f_ * std::cos(a[1]);
    const double det = upper_ * fore_ - c * c;
    return {{(fore_ * f0 - c * f1) / det, (upper_ * f1 - c * f0) / det}};
  }
  void run(double duration) {
    const int steps = 20000;
    for (int i = 0; i < steps; ++i) step(duration / steps);
  }
  // Of the hand.
  Plane acceleration() const {
    const Rates r = accelerate(angle, rate);
    Plane a;
    const double length[] = {l_u, l_f};
    for (int i = 0; i < 2; ++i) {
      a.x += length[i] * (-std::sin(angle[i]) * r.second[i] - std::cos(angle[i]) * rate[i] * rate[i]);
      a.y += length[i] * (std::cos(angle[i]) * r.second[i] - std::sin(angle[i]) * rate[i] * rate[i]);
    }
    return a;
  }

 private:
  static constexpr double m_u = 2.1, m_f = 1.6, half = 1.5, l_u = 0.3, l_f = 0.27, g = 9.81;
  static constexpr double upper_ = m_u * l_u * l_u / 3 + (m_f + half) * l_u * l_u,
                          fore_ = m_f * l_f * l_f / 3 + half * l_f * l_f, coupling_ = (m_f / 2 + half) * l_u * l_f,
                          weight_u_ = g * (m_u / 2 + m_f + half) * l_u, weight_f_ = g * (m_f / 2 + half) * l_f;

  void step(double h) {  // Runge and Kutta's
    double k[4][4] = {};
    const double part[] = {0, h / 2, h / 2, h};
    for (int stage = 0; stage < 4; ++stage) {
      double a[2], w[2];
      for (int i = 0; i < 2; ++i) {
        a[i] = angle[i] + (stage == 0 ? 0 : part[stage] * k[stage - 1][i]);
        w[i] = rate[i] + (stage == 0 ? 0 : part[stage] * k[stage - 1][2 + i]);
      }
      const Rates r = accelerate(a, w);
      for (int i = 0; i < 2; ++i) k[stage][i] = w[i], k[stage][2 + i] = r.second[i];
    }
    for (int i = 0; i < 2; ++i) {
      angle[i] += h / 6 * (k[0][i] + 2 * k[1][i] + 2 * k[2][i] + k[3][i]);
      rate[i] += h / 6 * (k[0][2 + i] + 2 * k[1][2 + i] + 2 * k[2][2 + i] + k[3][2 + i]);
    }
  }
};

// Without springs and with the grips in line with its mass centre, the box swings level, and each arm carries half of
// it: from straight arms on, through large angles.
TEST(TwoArms, that_swing_in_parallel_are_one_double_pendulum_with_half_the_box) {
  for (const SimulationOptions& options : {fine(), fixed(Method::rk4, 2e-4)}) {
    MovingModel arms("models/two_arms/two_arms.yaml", {"k=0", "c=0", "h=1e-300"}, options);
    const double begin[] = {-pi / 2, 0, pi / 2, -pi / 2, 0, 3, 2, -5, 3, 2};
    arms.begin_at(Json(begin));
    arms.start();
    ArmWithHalfTheBox arm{.angle = {-pi / 2, -pi / 2}, .rate = {3, 5}};
    ASSERT_EQ(describe(arms.simulation.run_to(1)), std::string("ok"));
    arm.run(1);
    const auto& q = arms.simulation.state();
    EXPECT_NEAR(q[0], arm.angle[0], 1e-9);
    EXPECT_NEAR(q[0] + q[1], arm.angle[1], 1e-9);
    EXPECT_NEAR(q[0] + q[1] + q[2], 0, 1e-10);
    EXPECT_NEAR(q[3], q[0], 1e-10);
    EXPECT_NEAR(q[4], q[1], 1e-10);
    (void)arms.simulation.evaluate_outputs(1, arms.simulation.state());
    EXPECT_NEAR(-arms.simulation.motion().forces()[0], 1.5 * arm.acceleration().x, 1e-7);
    EXPECT_NEAR(-arms.simulation.motion().forces()[1], 1.5 * (arm.acceleration().y + 9.81), 1e-7);
  }
}

// Rows of the mass matrix for x, height and lean hold the momenta; the reference for that matrix is SymPy's.
struct Momenta {
  double middle[2], momentum[2], turning;  // about the mass centre
};
Momenta momenta_of(ModelUnderTest& model, const SimulationLoop& simulation) {
  const std::size_t n = 15;
  Json q = Json::array(), u = Json::array();
  for (std::size_t i = 0; i < n; ++i) q.push_back(simulation.state()[i]), u.push_back(simulation.state()[n + i]);
  model.set_coordinates(q);
  model.set_speeds(u);
  const Json mass = model.under({})["F_r_star"]["mass_matrix"];
  const std::vector<double> p = numbers(times(mass, u));
  const double total = mass[0][0], x = mass[2][1].get<double>() / total, y = -mass[2][0].get<double>() / total;
  return {{q[0].get<double>() + x, q[1].get<double>() + y}, {p[0], p[1]}, p[2] - (x * p[1] - y * p[0])};
}

TEST(Runner, in_flight_keeps_its_momenta_and_falls_along_a_parabola) {
  const std::vector<std::string> loose = {"k=0",         "c=0",         "k_arm=0",     "c_arm=0",
                                          "k_harness=0", "c_harness=0", "k_upright=0", "c_upright=0"};
  MovingModel runner("models/runner/runner.yaml", loose, fine());
  ModelUnderTest equations("models/runner/runner.yaml");
  const Json state = read_oracle("runner")["states"][6];
  Json begin = state["q"];
  for (const Json& u : state["q_rate"]) begin.push_back(u);
  begin[1] = 30;  // high above the belt
  runner.begin_at(begin);
  runner.start();
  const Momenta first = momenta_of(equations, runner.simulation);
  // The reference has its own, as sums over the segments; the pelvis is at another height there.
  EXPECT_NEAR(first.turning, state["momenta"][4].get<double>(), 1e-11 * 72);
  EXPECT_NEAR(first.momentum[0], state["momenta"][2].get<double>(), 1e-11 * 72);
  for (const double t : {0.3, 1.0}) {
    ASSERT_EQ(describe(runner.simulation.run_to(t)), std::string("ok"));
    const Momenta now = momenta_of(equations, runner.simulation);
    EXPECT_NEAR(now.momentum[0], first.momentum[0], 1e-8);
    EXPECT_NEAR(now.momentum[1], first.momentum[1] - 72 * 9.81 * t, 1e-8);
    EXPECT_NEAR(now.turning, first.turning, 1e-8);
    EXPECT_NEAR(now.middle[0], first.middle[0] + first.momentum[0] / 72 * t, 1e-9);
    EXPECT_NEAR(now.middle[1], first.middle[1] + first.momentum[1] / 72 * t - 9.81 / 2 * t * t, 1e-9);
  }
  EXPECT_NEAR(runner.simulation.ledger().drift(), 0, 1e-7);
}

// For ten seconds at a kilohertz. The books of motors, belt, harness and landings balance to a part of a hundred:
// dampers in the ankles have rates of the steps' length.
TEST(Runner, keeps_running_on_the_belt) {
  MovingModel runner("models/runner/runner.yaml", {}, fixed(Method::rk4, 1e-3));
  runner.start();
  ASSERT_EQ(describe(runner.simulation.run_to(10)), std::string("ok")) << runner.simulation.fault();
  EXPECT_GT(occurrences_of(runner.simulation, Occurrence::Kind::closes).size(), 20U);
  EXPECT_LT(std::abs(runner.simulation.state()[0]), 0.2);  // x: the harness holds it over the belt
  EXPECT_NEAR(runner.simulation.state()[1], 0.88, 0.15);   // height
  EXPECT_LT(std::abs(runner.simulation.ledger().drift()), 1e-2 * runner.simulation.ledger().inputs);
}

}  // namespace
}  // namespace tangible
