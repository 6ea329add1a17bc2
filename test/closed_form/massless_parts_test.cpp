// SPDX-License-Identifier: Apache-2.0
// Parts without mass, which constraints determine.
#include <numbers>

#include "simulation/inline_model.h"

namespace tangible {
namespace {

// Two shafts at an angle, joined by a Cardan joint whose second part has inertia about its own axis only: free of its
// bearing, it could tilt without moving any mass. tan b = cos beta tan a, and J1 a'^2 + J2 b'^2 is constant.
TEST(CardanJoint, turns_its_second_shaft_as_the_formula_says) {
  const double beta = 35 * std::numbers::pi / 180, J1 = 0.02, J2 = 0.03;
  const auto ratio = [&](double a) {
    return std::cos(beta) / (std::pow(std::cos(a), 2) + std::pow(std::cos(beta) * std::sin(a), 2));
  };
  const std::string path = model_file(
      "parameters: {J1: 0.02 kg*m^2, J2: 0.03 kg*m^2, beta: 35 deg}\n"
      "frames: {G: {in: N, rotate: {x: beta}}}\n"
      "bodies:\n"
      "  first: {parent: ground, joint: revolute, axis: z, coordinate: a, mass: 1 kg, inertia: {zz: J1}}\n"
      "  second: {parent: first, joint: universal, axes: [x, y], coordinates: [c, d], mass: 1 kg,"
      " inertia: [0, 0, J2]}\n"
      "constraints: {bearing: {align: [second, G], about: z}}\n"
      "initial: {a: {hold: 0.2 rad}, a': 3 rad/s, c: {guess: 35 deg}}\n");
  for (const SimulationOptions& options : {fine(), fixed(Method::rk4, 1e-3)}) {
    MovingModel model(path, {}, options);
    model.start();
    ASSERT_EQ(describe(model.simulation.run_to(2)), std::string("ok")) << model.simulation.fault();
    const double a = model.simulation.state()[0], energy = 9 * (J1 + J2 * std::pow(ratio(0.2), 2));
    EXPECT_GT(a, 5);
    EXPECT_NEAR(model.simulation.state()[3], std::sqrt(energy / (J1 + J2 * std::pow(ratio(a), 2))), 1e-8);
  }
}

}  // namespace
}  // namespace tangible
