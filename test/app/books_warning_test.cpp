// SPDX-License-Identifier: Apache-2.0
// Runs whose results may be wrong report it: energy books that are off, and speeds that lose the rates.
#include <gtest/gtest.h>

#include "engine/run_recipe.h"

namespace tangible {
namespace {

RunRecipe recipe_of(const std::string& path, double until) {
  RunRecipe recipe;
  recipe.load.path = path;
  recipe.until = until;
  return recipe;
}

RunRecipe pendulum(double step, const char* method) {
  RunRecipe recipe = recipe_of("models/pendulum/pendulum.yaml", 5);
  recipe.step = step;
  recipe.method = method;
  return recipe;
}

std::string only_warning(const Record& record) {
  EXPECT_EQ(record.status, SimulationStatus::ok) << record.reason;
  EXPECT_EQ(record.warnings.size(), 1u);
  return record.warnings.empty() ? "" : record.warnings[0];
}

TEST(Books, that_are_off_by_a_hundredth_of_what_moved_are_told) {
  // A third of what moved; where it is more than half, the run stops.
  const std::string coarse = only_warning(run_recipe(pendulum(0.1, "rk2"), {}));
  EXPECT_NE(coarse.find("pendulum.yaml: warning: the energy books are off by"), std::string::npos) << coarse;
  EXPECT_NE(coarse.find("do not trust this run; shorter steps or another method may help"), std::string::npos)
      << coarse;
  EXPECT_TRUE(run_recipe(pendulum(0.001, "rk4"), {}).warnings.empty());
}

TEST(Books, that_are_off_by_more_than_their_method_does_are_told) {
  const std::string rough = only_warning(run_recipe(pendulum(0.1, "rk4"), {}));
  EXPECT_NE(rough.find("the results may be off by a similar share"), std::string::npos) << rough;
}

// Of small arms the energies are small, too, and what rounding leaves of them is neither a drift nor a divergence.
TEST(Books, of_arms_at_rest_whose_energies_cancel_are_right) {
  for (const bool is_small : {false, true})
    for (const char* method : {"rk4", "adaptive"}) {
      RunRecipe recipe = recipe_of("test/app/special/balanced_arms.yaml", 2);
      recipe.method = method;
      if (recipe.method == "rk4") recipe.step = 1e-3;
      if (is_small) recipe.load.set = {"m=1 g", "L=1 cm", "k=7.5e-4 N*m"};
      const Record record = run_recipe(recipe, {});
      EXPECT_EQ(record.status, SimulationStatus::ok) << record.reason;
      EXPECT_TRUE(record.warnings.empty()) << record.warnings.front();
    }
}

// A grain of 1e-18 kg on a ring of micrometres moves as a weight on one of metres does.
TEST(Books, of_mechanisms_of_any_size_judge_alike) {
  for (const bool is_small : {false, true})
    for (const double step : {1e-4, 0.2}) {
      RunRecipe recipe = recipe_of("test/app/special/small_ring.yaml", 2);
      recipe.method = "rk4";
      recipe.step = step;
      if (is_small) recipe.load.set = {"size=1e-6", "m=1e-18 kg", "k=1e-18 N/m"};
      const Record record = run_recipe(recipe, {});
      EXPECT_EQ(record.status, SimulationStatus::ok) << record.reason;
      EXPECT_EQ(record.warnings.empty(), step < 1e-3) << is_small << " " << step;
    }
}

TEST(Speeds, that_vanish_on_the_way_are_told) {
  const Record record = run_recipe(recipe_of("test/app/special/sine_speed.yaml", 1), {});
  const std::string all = record.reason + (record.warnings.empty() ? "" : record.warnings.back());
  EXPECT_NE(all.find("the rates of the coordinates"), std::string::npos) << all;
  EXPECT_NE(all.find("sin(q)"), std::string::npos) << all;
}

TEST(Columns, of_outputs_have_names_of_their_own) {
  const Record record = run_recipe(recipe_of("test/app/special/same_names.yaml", 0.1), {});
  std::vector<std::string> outputs;
  for (const Quantity& column : record.columns)
    if (column.name.starts_with("output(") || column.name == "t_1")
      outputs.push_back(column.name);
  EXPECT_EQ(outputs, (std::vector<std::string>{"output(x)", "output(mode)", "t_1", "output(u_x)"}));
}

}  // namespace
}  // namespace tangible
