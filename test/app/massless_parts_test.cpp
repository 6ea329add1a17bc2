// SPDX-License-Identifier: Apache-2.0
// Parts without mass, whose motion nothing determines, as the commands report them.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "app/program.h"

namespace tangible {
namespace {

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
