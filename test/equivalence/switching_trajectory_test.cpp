// SPDX-License-Identifier: Apache-2.0
// Events of the references: their times and losses.
#include "equivalence/scenarios.h"

namespace tangible {
namespace {

const Occurrence* first_of(const MovingModel& moving, Occurrence::Kind kind) {
  const auto all = moving.simulation.log().all();
  const auto found = std::ranges::find_if(all, [&](const Occurrence& o) { return o.t > 0 && o.kind == kind; });
  return found == all.end() ? nullptr : &*found;
}

TEST(Cart, takes_the_work_and_loses_the_energy_of_the_reference) {
  const Scenario scenario = cart()[0];
  const auto moving = scenario.begin(fine());
  (void)scenario.error_of(*moving);
  const Json& run = scenario.reference;
  EXPECT_NEAR(moving->simulation.ledger().inputs, run["work_of_F_and_tau"].back().get<double>(), 1e-7);
  const Json& stick = run["events"][0];
  const double loss = stick["kinetic_energy_minus"].get<double>() - stick["kinetic_energy_plus"].get<double>();
  EXPECT_NEAR(moving->simulation.ledger().impacts, loss, 1e-8);
}

TEST(DiskOnRamp, grips_and_lets_go_when_the_reference_does) {
  const std::vector<Scenario> on_contact = disk_on_contact();
  const auto when = [](const Scenario& scenario, Occurrence::Kind kind) {
    const auto moving = scenario.begin(fine());
    (void)scenario.error_of(*moving);
    const Occurrence* found = first_of(*moving, kind);
    ASSERT_NE(found, nullptr) << scenario.name;
    EXPECT_NEAR(found->t, scenario.reference["events"][0]["t"].get<double>(), 1e-11) << scenario.name;
  };
  when(disk_on_ramp()[0], Occurrence::Kind::switched);
  when(on_contact[0], Occurrence::Kind::sticks);
  when(on_contact[3], Occurrence::Kind::slips);
}

TEST(DiskOnRamp, cannot_begin_to_roll_where_the_ramp_is_too_steep) {
  const auto moving = disk_on_contact()[2].begin(fine());
  EXPECT_EQ(moving->simulation.motion().mode().contacts[0], ContactState::sliding);
}

TEST(DoublePendulum, meets_the_wall_when_the_reference_does) {
  for (const Scenario& scenario : double_pendulum_and_wall()) {
    const auto moving = scenario.begin(fine());
    (void)scenario.error_of(*moving);
    const Json& events = scenario.reference["events"];
    std::size_t at = 0;
    for (const Occurrence& occurrence : moving->simulation.log().all()) {
      if (occurrence.kind != Occurrence::Kind::impact) continue;
      while (at < events.size() && events[at]["kind"] != "impact") ++at;
      ASSERT_LT(at, events.size());
      EXPECT_NEAR(occurrence.t, events[at++]["t"].get<double>(), 1e-7);
    }
    EXPECT_GT(at, 0u);
  }
}

}  // namespace
}  // namespace tangible
