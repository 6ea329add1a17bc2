// SPDX-License-Identifier: Apache-2.0
// The checks pass for every model of the library, and fail for wrong equations.
#include "engine/check.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "formulated.h"

namespace tangible {
namespace {

const CheckOptions options{.seed = 7, .states = 3};

std::vector<std::string> model_files() {
  std::vector<std::string> paths;
  for (const auto& entry : std::filesystem::recursive_directory_iterator("models"))
    if (entry.path().extension() == ".yaml") paths.push_back(entry.path().string());
  std::ranges::sort(paths);
  return paths;
}

// The names of the checks that failed.
std::vector<std::string> failures(const Formulation& model) {
  std::vector<std::string> names;
  for (const CheckResult& result : check_equations(*model.mechanism, model.equations, options))
    if (!result.passed()) names.push_back(result.name);
  return names;
}

bool contains(const std::vector<std::string>& names, const std::string& name) {
  return std::ranges::find(names, name) != names.end();
}

CurrentFormulation cart() { return formulate_current({"models/shopping_cart/shopping_cart.yaml", {}}); }

TEST(Check, every_model_of_the_library_passes) {
  ASSERT_GE(model_files().size(), 20u);
  for (const std::string& path : model_files()) {
    const CurrentFormulation model = formulate_current({path, {}});
    for (const CheckResult& result : check_equations(*model.mechanism, model.equations, options))
      EXPECT_TRUE(result.passed()) << path << ": " << result.name << " " << result.worst;
  }
}

// Positions of thousands of kilometres are rounded to micrometres: differences of them must stand above that.
TEST(Check, of_a_satellite_in_orbit_passes) {
  EXPECT_TRUE(failures(formulate_current({"test/app/special/low_orbit.yaml", {}})).empty());
}

// With the frame on its side and the front wheel turned, a motion without mass is left: its acceleration is not
// determined, and methods that differ there are not at fault.
TEST(Check, of_a_bicycle_passes_by_motions_that_have_no_mass) {
  const CurrentFormulation model = formulate_current({"models/bicycle/bicycle.yaml", {}});
  for (const CheckResult& result : check_equations(*model.mechanism, model.equations, {.seed = 1, .states = 5}))
    EXPECT_TRUE(result.passed()) << result.name << " " << result.worst;
}

TEST(Check, every_road_is_taken_for_the_cart) {
  const CurrentFormulation model = cart();
  for (const CheckResult& result : check_equations(*model.mechanism, model.equations, options))
    EXPECT_EQ(result.comparisons > 0, result.name != "potential energies") << result.name;
}

TEST(Check, an_energy_that_the_books_cannot_explain_is_found) {
  CurrentFormulation model = formulate_current({"models/double_pendulum/double_pendulum.yaml", {}});
  EXPECT_TRUE(failures(model).empty());
  model.equations.energy.potential = model.equations.energy.potential * Expr(101) / Expr(100);
  EXPECT_TRUE(contains(failures(model), "energy books"));
}

TEST(Check, a_flipped_sign_in_the_mass_matrix_is_found) {
  CurrentFormulation model = cart();
  Matrix& mass = model.equations.dynamical.mass;
  mass(1, 2) = -mass(1, 2);
  const std::vector<std::string> found = failures(model);
  EXPECT_TRUE(contains(found, "mass matrix symmetric"));
  EXPECT_TRUE(contains(found, "Kane and Lagrange"));
  mass(2, 1) = -mass(2, 1);
  EXPECT_FALSE(contains(failures(model), "mass matrix symmetric"));
  EXPECT_TRUE(contains(failures(model), "Kane and Lagrange"));
}

TEST(Check, a_wrong_mass_is_found_by_both_roads_of_embedding) {
  CurrentFormulation model = cart();
  Matrix& mass = model.equations.dynamical.mass;
  mass(0, 0) = 2 * mass(0, 0);
  const std::vector<std::string> found = failures(model);
  EXPECT_TRUE(contains(found, "substitution"));
  EXPECT_TRUE(contains(found, "recombination"));
  EXPECT_TRUE(contains(found, "fictitious constraint"));
  EXPECT_FALSE(contains(found, "embedding"));  // symbols and numbers agree about the wrong mass
}

TEST(Check, a_wrong_row_that_comes_and_goes_is_found) {
  CurrentFormulation model = cart();
  ConstraintRow& row = model.equations.rows[2];
  ASSERT_EQ(row.active, Activity::off);
  row.a[1] = 2 * row.a[1];
  const std::vector<std::string> found = failures(model);
  EXPECT_TRUE(contains(found, "recombination"));
  EXPECT_TRUE(contains(found, "constraint rows"));
}

TEST(Check, a_wrong_rate_of_a_row_is_found_by_substitution) {
  CurrentFormulation model = cart();
  model.equations.rows[1].rate_remainder = 0;
  EXPECT_TRUE(contains(failures(model), "substitution"));
}

TEST(Check, a_fictitious_constraint_can_be_imposed_with_and_without_other_rows) {
  for (const char* name : {"shopping_cart", "double_pendulum", "gyroscope", "free_rigid_body", "rolling_disc"}) {
    const CurrentFormulation model = formulate_current({"models/" + std::string(name) + "/" + name + ".yaml", {}});
    const auto results = check_equations(*model.mechanism, model.equations, {.seed = 3, .states = 1});
    EXPECT_GT(std::ranges::find(results, "fictitious constraint", &CheckResult::name)->comparisons, 0u) << name;
  }
}

TEST(Check, a_missing_velocity_term_is_found) {
  CurrentFormulation model = cart();
  model.equations.dynamical.inertia_velocity[1] = 0;
  const std::vector<std::string> found = failures(model);
  EXPECT_TRUE(contains(found, "Kane and Lagrange"));
  EXPECT_TRUE(contains(found, "power"));
  EXPECT_TRUE(contains(found, "Coriolis matrix"));
}

TEST(Check, a_wrong_force_is_found) {
  CurrentFormulation model = cart();
  model.equations.dynamical.active[0] = 2 * model.equations.dynamical.active[0];
  EXPECT_TRUE(contains(failures(model), "Kane and Lagrange"));
}

TEST(Check, a_wrong_row_is_found) {
  CurrentFormulation model = cart();
  ConstraintRow& row = model.equations.rows[1];
  row.a[0] = -row.a[0];
  const std::vector<std::string> found = failures(model);
  EXPECT_TRUE(contains(found, "constraint rows"));
  EXPECT_TRUE(contains(found, "recombination"));
}

TEST(Check, a_wrong_rate_of_a_row_is_found) {
  CurrentFormulation model = cart();
  model.equations.rows[1].rate_remainder = 2 * model.equations.rows[1].rate_remainder;
  EXPECT_TRUE(contains(failures(model), "rates of rows"));
}

TEST(Check, a_wrong_partial_velocity_is_found) {
  CurrentFormulation model = cart();
  VelocityDecomposition& motion = model.equations.partial_velocities[0].motion;
  motion.partial[0] = -motion.partial[0];
  EXPECT_EQ(failures(model), (std::vector<std::string>{"velocities", "accelerations"}));
}

TEST(Check, a_wrong_kinematical_equation_is_found) {
  CurrentFormulation model = cart();
  model.equations.kinematical.rate[3] = -model.equations.kinematical.rate[3];
  EXPECT_TRUE(contains(failures(model), "speeds"));
}

}  // namespace
}  // namespace tangible
