// SPDX-License-Identifier: Apache-2.0
// Parts without mass, which constraints or nothing at all determine.
#include <numbers>

#include "app/program.h"
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

// One bob at the end of three rods without mass: forces along the rods move nothing, wherever they point.
const std::string three_rods =
    "tangible: 1\n"
    "parameters: {m: 1.3 kg, rod: 0 kg, L: 0.37 m, k: 0.7 m}\n"
    "coordinates: {q1: rad, q2: rad, q3: rad}\n"
    "frames: {A: {in: N, rotate: {z: q1}}, B: {in: A, rotate: {z: q2}}, C: {in: B, rotate: {z: q3}}}\n"
    "points: {P: {from: O, at: L*A.x}, Q: {from: P, at: k*B.x}, S: {from: Q, at: 0.1*C.x}}\n"
    "particles: {p: {at: P, mass: rod}, q: {at: Q, mass: rod}, s: {at: S, mass: m}}\n"
    "inputs: {T: 1 N*m}\n"
    "loads: {turn: {torque: T*N.z, body: A}}\n";

TEST(ThreeRods, without_mass_are_refused_at_every_configuration) {
  if (!program_is_built()) GTEST_SKIP();
  const ScratchFolder folder;
  const std::string model = folder.write("rods.yaml", three_rods);
  std::string states;
  for (int i = 1; i < 200; ++i)
    states += fmt::format("{}{{\"q\": {{\"q1\": 0.7, \"q2\": {}, \"q3\": {}}}}}", i > 1 ? ", " : "", 0.01 * i,
                          0.4 + 1e-3 * i);
  const std::string file = folder.write("states.json", "{\"states\": [" + states + "]}");
  const ProgramResult result = run_program("$T evaluate " + model + " --states " + file);
  EXPECT_EQ(result.code, 1);
  EXPECT_EQ(result.text.find("\"status\": \"ok\""), std::string::npos);
}

TEST(MasslessParts, are_named_where_nothing_determines_their_motion) {
  if (!program_is_built()) GTEST_SKIP();
  const ScratchFolder folder;
  const std::string model = folder.write("sliders.yaml",
                                         "tangible: 1\n"
                                         "coordinates: {x: m, z: m}\n"
                                         "points: {A: {from: O, at: x*N.x}, B: {from: O, at: z*N.x}}\n"
                                         "particles: {a: {at: A, mass: 1 kg}, b: {at: B, mass: 0}}\n");
  const ProgramResult equations = run_program("$T equations " + model);
  EXPECT_EQ(equations.code, 0) << equations.text;
  EXPECT_NE(equations.text.find("not determined: motions with u_z move no mass"), std::string::npos) << equations.text;
  const ProgramResult exported = run_program("$T export " + model + " --out " + folder.path + "/c");
  EXPECT_EQ(exported.code, 1);
  EXPECT_NE(exported.text.find("motions with u_z move no mass"), std::string::npos) << exported.text;
}

}  // namespace
}  // namespace tangible
