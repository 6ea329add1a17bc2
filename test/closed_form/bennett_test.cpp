// SPDX-License-Identifier: Apache-2.0
// Bennett's linkage: four links in space whose loop, with three rows too many, closes for special lengths and twists.
#include <numbers>

#include "simulation/inline_model.h"

namespace tangible {
namespace {

// a/sin alpha = b/sin beta. Then tan(q1/2) tan(q2/2) = sin((alpha + beta)/2)/sin((beta - alpha)/2) and q3 = -q1.
std::string bennett(const std::string& initial) {
  const double degree = std::numbers::pi / 180;
  const double b = 0.3 * std::sin(70 * degree) / std::sin(40 * degree);
  return fmt::format("parameters: {{al: 40 deg, be: 70 deg, a: 0.3 m, b: {:.17g} m}}\n", b) +
         "bodies:\n"
         "  l1: {parent: ground, joint: revolute, axis: z, coordinate: q1, mass: 1 kg, center: [a/2, 0, 0],"
         " inertia: [1e-3, 8e-3, 8e-3]}\n"
         "  l2: {parent: l1, joint: revolute, axis: z, coordinate: q2, at: [a, 0, 0], turned: {x: al}, mass: 1 kg,"
         " center: [b/2, 0, 0], inertia: [1e-3, 8e-3, 8e-3]}\n"
         "  l3: {parent: l2, joint: revolute, axis: z, coordinate: q3, at: [b, 0, 0], turned: {x: be}, mass: 1 kg,"
         " center: [a/2, 0, 0], inertia: [1e-3, 8e-3, 8e-3], points: {tip: [a, 0, 0]}}\n"
         "frames: {E3: {in: l3, rotate: {x: al}}, G: {in: N, rotate: {x: -be}}}\n"
         "points: {K: {from: O, at: -b*N.x}}\n"
         "constraints: {pin: {loop: [l3.tip, K], along: [N.x, N.y, N.z]}, hinge: {align: [E3, G], about: z}}\n"
         "gravity: -9.81*N.y\n"
         "initial: {" +
         initial + "}\n";
}

// Beside its closed configurations the rows have one rank more, and all motion would be locked.
TEST(Bennett, moves_wherever_its_guesses_are) {
  const double degree = std::numbers::pi / 180, product = std::sin(55 * degree) / std::sin(15 * degree);
  double energy = 0;
  for (const char* guess : {"2.799741977113811", "2 rad", "2.7 rad"}) {
    for (const SimulationOptions& options : {fine(), fixed(Method::rk4, 1e-3)}) {
      MovingModel model(model_file(bennett("q1: {hold: 1 rad}, q2: {guess: " + std::string(guess) +
                                           "}, q3: {guess: -1 rad}, q1': 1")),
                        {}, options);
      model.start();
      EXPECT_EQ(model.simulation.motion().embedding().rank(), 2) << guess;
      ASSERT_EQ(describe(model.simulation.run_to(2)), std::string("ok")) << guess;
      const std::span<const double> y = model.simulation.state();
      EXPECT_NEAR(std::tan(y[0] / 2) * std::tan(y[1] / 2), product, 1e-9) << guess;
      EXPECT_NEAR(y[0] + y[2], 0, 1e-9) << guess;
      EXPECT_NEAR(model.simulation.ledger().drift(), 0, 1e-6) << guess;
      if (energy == 0) energy = model.simulation.ledger().kinetic;
      EXPECT_GT(energy, 1) << guess;
      EXPECT_NEAR(model.simulation.ledger().kinetic, energy, 1e-6) << guess;
    }
  }
}

}  // namespace
}  // namespace tangible
