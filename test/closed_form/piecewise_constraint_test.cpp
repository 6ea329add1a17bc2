// SPDX-License-Identifier: Apache-2.0
// Constraints whose left sides consist of pieces: tables, select, min and max of the configuration.
#include "simulation/inline_model.h"

namespace tangible {
namespace {

// A bead on the curve z = f(x), once by a constraint and once by its place.
void expect_same_motion(const std::string& f, double start) {
  const std::string tables =
      "tables: {cam: {x: [-1 m, -0.2 m, 0.3 m, 1 m], y: [0.9 m, 0.1 m, 0.2 m, 1.1 m], between: cubic}}\n";
  const std::string rest = "particles: {bead: {at: P, mass: 2 kg}}\ngravity: -9.81*N.z\n";
  const std::string x = fmt::format("x: {{hold: {}}}", start);
  MovingModel tied(
      model_file(tables + "coordinates: {x: m, z: m}\npoints: {P: {from: O, at: x*N.x + z*N.z}}\n" + rest +
                 "constraints: {curve: {configuration: \"z - " + f + "\"}}\ninitial: {" + x + ", z: {guess: 1}}\n"),
      {}, fine());
  tied.start();
  ASSERT_EQ(describe(tied.simulation.run_to(1.5)), std::string("ok")) << f << " " << tied.simulation.fault();
  MovingModel placed(model_file(tables + "coordinates: {x: m}\npoints: {P: {from: O, at: \"x*N.x + (" + f +
                                ")*N.z\"}}\n" + rest + "initial: {" + x + "}\n"),
                     {}, fine());
  placed.start();
  ASSERT_EQ(describe(placed.simulation.run_to(1.5)), std::string("ok")) << f << " " << placed.simulation.fault();
  EXPECT_NEAR(tied.simulation.state()[0], placed.simulation.state()[0], 1e-8) << f;
  EXPECT_NEAR(tied.simulation.state()[2], placed.simulation.state()[1], 1e-8) << f;
  EXPECT_NEAR(tied.simulation.ledger().drift(), 0, 1e-8) << f;
}

TEST(PiecewiseConstraint, follows_a_table) { expect_same_motion("cam(x)", 0.9); }

TEST(PiecewiseConstraint, follows_the_branch_of_select) {
  expect_same_motion("select(x > 0 m, x^2/(1 m), x^2/(2 m))", 0.9);
}

TEST(PiecewiseConstraint, follows_the_larger_of_two_curves) {
  expect_same_motion("max(x^2/(1 m), x^2/(1 m) + x^3/(1 m^2))", -0.9);
}

}  // namespace
}  // namespace tangible
