// SPDX-License-Identifier: Apache-2.0
// A run whose energy books are off reports it.
#include <gtest/gtest.h>

#include "engine/run_recipe.h"

namespace tangible {
namespace {

RunRecipe pendulum(double step, const char* method) {
  RunRecipe recipe;
  recipe.load.path = "models/pendulum/pendulum.yaml";
  recipe.until = 5;
  recipe.step = step;
  recipe.method = method;
  return recipe;
}

TEST(Books, that_are_off_by_a_hundredth_of_what_moved_are_told) {
  // A third of what moved; where it is more than half, the run stops.
  const Record coarse = run_recipe(pendulum(0.1, "rk2"), {});
  ASSERT_EQ(coarse.status, SimulationStatus::ok);
  ASSERT_EQ(coarse.warnings.size(), 1u);
  EXPECT_NE(coarse.warnings[0].find("pendulum.yaml: warning: the energy books are off by"), std::string::npos)
      << coarse.warnings[0];
  EXPECT_TRUE(run_recipe(pendulum(0.001, "rk4"), {}).warnings.empty());
}

}  // namespace
}  // namespace tangible
