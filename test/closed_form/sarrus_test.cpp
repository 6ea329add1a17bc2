// SPDX-License-Identifier: Apache-2.0
// Sarrus' linkage: two folding legs in perpendicular planes move a plate straight up and down, with one row too many.
// Where both legs are stretched in a line the rows lose their rank.
#include "simulation/inline_model.h"

namespace tangible {
namespace {

const std::string sarrus =
    "parameters: {L: 0.5 m}\n"
    "bodies:\n"
    "  a1: {parent: ground, joint: revolute, axis: y, coordinate: q1, at: [0.2 m, 0, 0], mass: 1 kg,"
    " center: [0, 0, L/2], inertia: [0.02, 0.02, 1e-4]}\n"
    "  a2: {parent: a1, joint: revolute, axis: y, coordinate: q2, at: [0, 0, L], mass: 1 kg, center: [0, 0, L/2],"
    " inertia: [0.02, 0.02, 1e-4]}\n"
    "  top: {parent: a2, joint: revolute, axis: y, coordinate: q3, at: [0, 0, L], child_at: [0.2 m, 0, 0], mass: 2 kg,"
    " inertia: [0.02, 0.02, 0.03]}\n"
    "  b1: {parent: ground, joint: revolute, axis: x, coordinate: p1, at: [0, 0.2 m, 0], mass: 1 kg,"
    " center: [0, 0, L/2], inertia: [0.02, 0.02, 1e-4]}\n"
    "  b2: {parent: b1, joint: revolute, axis: x, coordinate: p2, at: [0, 0, L], mass: 1 kg, center: [0, 0, L/2],"
    " inertia: [0.02, 0.02, 1e-4], points: {tip: [0, 0, L]}}\n"
    "points: {K: {from: top.o, at: 0.2*top.y}}\n"
    "constraints: {pin: {loop: [b2.tip, K], along: [N.x, N.y, N.z]}, hinge: {align: [b2, top], about: x}}\n"
    "gravity: -9.81*N.z\n"
    "initial: {q1: {hold: 0.6}, q2: {guess: -1.1}, q3: {guess: 0.7}, p1: {guess: -0.7}, p2: {guess: 1.3}}\n";

// The angle of the legs alone: masses at k_x sin a from the wall and at k_z cos a above the ground.
double acceleration(double a, double w) {
  const double L = 0.5, g = 9.81, s = std::sin(a), c = std::cos(a);
  const double masses[][4] = {{L / 2, L / 2, 2, 0.04}, {L / 2, 3 * L / 2, 2, 0.04}, {0, 2 * L, 2, 0}};
  double inertia = 0, moment = 0;
  for (const auto& [k_x, k_z, m, I] : masses) {
    inertia += m * (k_x * k_x * c * c + k_z * k_z * s * s) + I;
    moment += m * g * k_z * s - m * (k_z * k_z - k_x * k_x) * s * c * w * w;
  }
  return moment / inertia;
}

double angle_after(double a, double t) {
  double w = 0;
  const int steps = 20'000;
  const double h = t / steps;
  for (int i = 0; i < steps; ++i) {
    const double a1 = w, w1 = acceleration(a, w);
    const double a2 = w + h / 2 * w1, w2 = acceleration(a + h / 2 * a1, w + h / 2 * w1);
    const double a3 = w + h / 2 * w2, w3 = acceleration(a + h / 2 * a2, w + h / 2 * w2);
    const double a4 = w + h * w3, w4 = acceleration(a + h * a3, w + h * w3);
    a += h / 6 * (a1 + 2 * a2 + 2 * a3 + a4);
    w += h / 6 * (w1 + 2 * w2 + 2 * w3 + w4);
  }
  return a;
}

// A step over the stretched position that is wrong along the branch satisfies all rows, but not the energy.
TEST(Sarrus, keeps_its_energy_through_the_stretched_position) {
  const double expected = angle_after(0.6, 1);
  EXPECT_GT(expected, 5);  // past pi
  std::vector<SimulationOptions> all{fixed(Method::rk4, 5e-4)};
  for (const double tolerance : {1e-8, 1e-9, 1e-10, 1e-11, 1e-12}) {
    SimulationOptions options;
    options.tolerance = tolerance;
    all.push_back(options);
  }
  for (const SimulationOptions& options : all) {
    MovingModel model(model_file(sarrus), {}, options);
    model.start();
    ASSERT_EQ(describe(model.simulation.run_to(1)), std::string("ok")) << options.tolerance;
    EXPECT_NEAR(model.simulation.ledger().drift(), 0, 1e-4) << options.tolerance;  // of 70 J
    EXPECT_NEAR(model.simulation.state()[0], expected, 2e-6) << options.tolerance;
  }
}

}  // namespace
}  // namespace tangible
