// SPDX-License-Identifier: Apache-2.0
// Statuses of the dynamics become statuses of a run with the same meaning.
#include <gtest/gtest.h>

#include <set>
#include <string>

#include "simulation/status.h"

namespace tangible {
namespace {

TEST(Statuses, of_the_dynamics_keep_their_meaning) {
  EXPECT_EQ(translate(DynamicsStatus::too_many_couplings), SimulationStatus::too_many_contacts);
  EXPECT_EQ(translate(DynamicsStatus::inconsistent_rows), SimulationStatus::inconsistent_rows);
  EXPECT_EQ(translate(DynamicsStatus::singular_mass), SimulationStatus::singular_mass);
  EXPECT_EQ(translate(DynamicsStatus::friction_paradox), SimulationStatus::friction_paradox);
  EXPECT_EQ(translate(DynamicsStatus::not_finite), SimulationStatus::not_finite);
  EXPECT_EQ(translate(DynamicsStatus::ok), SimulationStatus::ok);
  // D of the last regular state is held: the motion goes on.
  EXPECT_EQ(translate(DynamicsStatus::singular_configuration), SimulationStatus::ok);
}

TEST(Statuses, of_the_dynamics_become_different_ones_but_for_those_that_go_on) {
  std::set<SimulationStatus> found;
  const int last = static_cast<int>(DynamicsStatus::not_finite);
  for (int i = 0; i <= last; ++i) found.insert(translate(static_cast<DynamicsStatus>(i)));
  EXPECT_EQ(found.size(), static_cast<std::size_t>(last));
}

TEST(Statuses, of_contacts_keep_their_meaning) {
  const auto of = [](ContactStatus status) { return translate(status, DynamicsStatus::singular_mass); };
  EXPECT_EQ(of(ContactStatus::ok), SimulationStatus::ok);
  EXPECT_EQ(of(ContactStatus::too_many_contacts), SimulationStatus::too_many_contacts);
  EXPECT_EQ(of(ContactStatus::not_converged), SimulationStatus::contacts_unsolved);
  EXPECT_EQ(of(ContactStatus::no_solution), SimulationStatus::friction_paradox);
  EXPECT_EQ(of(ContactStatus::two_solutions), SimulationStatus::friction_ambiguous);
  EXPECT_EQ(of(ContactStatus::jammed), SimulationStatus::jammed);
  EXPECT_EQ(of(ContactStatus::energy_gained), SimulationStatus::energy_gain);
  // Not always "contradicting rows", as it once was.
  EXPECT_EQ(of(ContactStatus::dynamics_failed), SimulationStatus::singular_mass);
}

TEST(Statuses, are_described_each_in_its_own_words) {
  std::set<std::string> texts;
  const int last = static_cast<int>(SimulationStatus::bad_parameter);
  for (int i = 0; i <= last; ++i) texts.insert(describe(static_cast<SimulationStatus>(i)));
  EXPECT_EQ(texts.size(), static_cast<std::size_t>(last + 1));
  EXPECT_FALSE(texts.contains("unknown"));
}

}  // namespace
}  // namespace tangible
