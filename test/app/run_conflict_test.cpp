// SPDX-License-Identifier: Apache-2.0
// A run that ends because constraints were switched on that contradict each other names them.
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "app/run_recipe.h"

namespace tangible {
namespace {

TEST(Run, stops_at_constraints_that_contradict_each_other_and_names_them) {
  const auto path = std::filesystem::temp_directory_path() / ("conflict_" + std::to_string(::getpid()) + ".yaml");
  std::ofstream(path) << R"yaml(
tangible: 1
coordinates: {x: m, z: m}
points: {P: {from: O, at: x*N.x + z*N.z}}
particles: {block: {at: P, mass: 2 kg}}
constraints:
  level: {motion: z'}
  still: {motion: x'}
  drive: {motion: x' - 1 m/s, active: t > 0.5 s}
)yaml";
  RunRecipe recipe;
  recipe.load.path = path.string();
  recipe.until = 1;
  const Record record = run_recipe(recipe, {});
  std::filesystem::remove(path);
  EXPECT_EQ(record.status, SimulationStatus::inconsistent_rows);
  EXPECT_EQ(record.fault, "still, drive");
  EXPECT_NEAR(record.stopped_at, 0.5, 1e-12);
}

}  // namespace
}  // namespace tangible
