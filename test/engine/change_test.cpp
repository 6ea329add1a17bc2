// SPDX-License-Identifier: Apache-2.0
// Changes between steps: parameters, constraints, inputs. Each leaves books that close, or is refused.
#include <gtest/gtest.h>

#include "engine/simulation.h"

namespace tangible {
namespace {

SimulationOptions rk4() {
  SimulationOptions options;
  options.method = Method::rk4;
  return options;
}

TEST(Change, of_a_mass_books_the_jump_of_energy) {
  Simulation run(load("models/shopping_cart/shopping_cart.yaml"), rk4());
  ASSERT_EQ(run.advance_to(0.5), SimulationStatus::ok);
  const double before = run.energies().total();
  ASSERT_EQ(run.set_parameter("m_B", 40), SimulationStatus::ok);
  const Ledger books = run.energies();
  EXPECT_GT(books.parameters, 0.1);
  EXPECT_NEAR(books.total(), before + books.parameters, 1e-12);
  ASSERT_EQ(run.advance_to(1), SimulationStatus::ok);
  EXPECT_NEAR(run.energies().drift(), 0, 1e-10);
}

TEST(Change, of_a_length_closes_its_loop_again) {
  Simulation run(load("models/four_bar/four_bar.yaml"), rk4());
  ASSERT_EQ(run.advance_to(0.2), SimulationStatus::ok);
  std::string length;
  for (const auto& p : run.model().description().parameters)
    if (p.unit == "m" && length.empty()) length = p.name;
  ASSERT_FALSE(length.empty());
  const double old = run.value(length);
  ASSERT_EQ(run.set_parameter(length, 1.01 * old), SimulationStatus::ok);
  EXPECT_LT(run.loop().motion().rows().configuration_error(), 1e-10);
  ASSERT_EQ(run.advance_to(0.4), SimulationStatus::ok);
  EXPECT_LT(run.loop().motion().rows().configuration_error(), 1e-10);
}

TEST(Change, that_no_configuration_allows_is_refused_and_changes_nothing) {
  Simulation run(load("models/four_bar/four_bar.yaml"), rk4());
  ASSERT_EQ(run.advance_to(0.2), SimulationStatus::ok);
  std::string length;
  for (const auto& p : run.model().description().parameters)
    if (p.unit == "m" && length.empty()) length = p.name;
  const double old = run.value(length);
  const std::vector<double> state(run.loop().state().begin(), run.loop().state().end());
  EXPECT_NE(run.set_parameter(length, 100 * old), SimulationStatus::ok);
  EXPECT_NE(run.set_parameter(length, NAN), SimulationStatus::ok);
  EXPECT_EQ(run.value(length), old);
  EXPECT_TRUE(std::ranges::equal(run.loop().state(), state));
  EXPECT_EQ(run.advance_to(0.3), SimulationStatus::ok);
}

TEST(Change, of_a_constraint_takes_speed_by_an_impulse_and_books_the_loss) {
  Simulation run(load("models/shopping_cart/shopping_cart.yaml"), rk4());
  ASSERT_EQ(run.advance_to(0.3), SimulationStatus::ok);
  const double before = run.energies().total();
  EXPECT_FALSE(run.is_active("caster_sticks"));
  ASSERT_EQ(run.set_constraint("caster_sticks", true), SimulationStatus::ok);
  EXPECT_TRUE(run.is_active("caster_sticks"));
  const Ledger books = run.energies();
  EXPECT_GT(books.impacts, 0);
  EXPECT_NEAR(books.total(), before - books.impacts, 1e-12);
  EXPECT_NEAR(run.value("u2"), run.value("u3"), 1e-12);
  ASSERT_EQ(run.advance_to(0.6), SimulationStatus::ok);
  ASSERT_EQ(run.set_constraint("caster_sticks", false), SimulationStatus::ok);
  EXPECT_FALSE(run.is_active("caster_sticks"));
  ASSERT_EQ(run.advance_to(1), SimulationStatus::ok);
  EXPECT_NEAR(run.energies().drift(), 0, 1e-9);
}

TEST(Change, of_what_always_holds_is_refused_with_the_reason) {
  Simulation run(load("models/shopping_cart/shopping_cart.yaml"), rk4());
  for (const char* name : {"rear_wheels", "front_wheel"}) try {
      (void)run.set_constraint(name, false);
      FAIL() << name;
    } catch (const BadInput& error) {
      EXPECT_NE(std::string(error.what()).find("cannot be switched by hand"), std::string::npos);
    }
  EXPECT_THROW((void)run.set_constraint("nothing", true), BadInput);
}

}  // namespace
}  // namespace tangible
