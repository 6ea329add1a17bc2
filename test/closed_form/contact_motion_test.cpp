// SPDX-License-Identifier: Apache-2.0
// Contacts, friction and switched constraints against formulas.
#include <map>
#include <memory>
#include <numbers>
#include <ranges>

#include "equivalence/trajectory.h"

namespace tangible {
namespace {

std::vector<Occurrence> of_kind(const SimulationLoop& simulation, Occurrence::Kind kind) {
  std::vector<Occurrence> list;
  for (const Occurrence& occurrence : simulation.log().all())
    if (occurrence.kind == kind) list.push_back(occurrence);
  return list;
}

TEST(BouncingBall, comes_to_rest_after_infinitely_many_bounces) {
  for (const double e : {0.3, 0.6, 0.8}) {
    MovingModel ball("models/bouncing_ball/bouncing_ball.yaml", {fmt::format("e={}", e)}, fine());
    ball.start();
    const double fall = std::sqrt(2 * 1.0 / 9.81), rest = fall * (1 + e) / (1 - e);
    ASSERT_EQ(describe(ball.simulation.run_to(rest + 1)), std::string("ok"));
    const auto impacts = of_kind(ball.simulation, Occurrence::Kind::impact);
    const auto closes = of_kind(ball.simulation, Occurrence::Kind::closes);
    ASSERT_GT(impacts.size(), 5u);
    EXPECT_NEAR(impacts[0].t, fall, 1e-12);
    EXPECT_NEAR(impacts[1].t, fall * (1 + 2 * e), 1e-11);
    ASSERT_EQ(closes.size(), 1u);
    // Bounces slower than the speed of rest are left out: together they take 2 v / g / (1 - e) at most.
    EXPECT_NEAR(closes[0].t, rest, 1e-7);
    EXPECT_NEAR(ball.simulation.state()[0], 0, 1e-12);
    EXPECT_NEAR(ball.simulation.ledger().impacts, 0.1 * 9.81, 1e-9);
  }
}

TEST(BouncingBall, fixed_steps_leave_out_flights_of_less_than_a_hundredth_of_a_tick) {
  for (const double e : {0.3, 0.6, 0.8}) {
    SimulationOptions options;
    options.method = Method::rk4;
    options.step = 1e-3;
    MovingModel ball("models/bouncing_ball/bouncing_ball.yaml", {fmt::format("e={}", e)}, options);
    ball.start();
    const double shortest = 0.01 * options.step, rest = std::sqrt(2 / 9.81) * (1 + e) / (1 - e);
    ASSERT_EQ(describe(ball.simulation.run_to(rest + 1)), std::string("ok"));
    const auto impacts = of_kind(ball.simulation, Occurrence::Kind::impact);
    const auto closes = of_kind(ball.simulation, Occurrence::Kind::closes);
    for (std::size_t i = 1; i < impacts.size(); ++i) EXPECT_GT(impacts[i].t - impacts[i - 1].t, shortest);
    ASSERT_EQ(closes.size(), 1u);
    // Together the others would have taken their first one's time over 1 - e.
    EXPECT_LE(closes[0].t, rest);
    EXPECT_GT(closes[0].t, rest - shortest / (1 - e));
    EXPECT_LT(impacts.back().t - impacts[impacts.size() - 2].t, shortest / e);  // none but those
    EXPECT_NEAR(ball.simulation.ledger().impacts, 0.1 * 9.81, 1e-9);
    EXPECT_EQ(ball.simulation.counts().capped, 0);
  }
}

// The whippen lands on the key, which leaves the rail, which throws the whippen up, ever faster.
TEST(PianoAction, contacts_that_knock_each_other_open_come_to_rest_in_a_few_impacts_a_tick) {
  const auto run = [](const SimulationOptions& options) {
    auto action = std::make_unique<MovingModel>("models/piano_action/key_whippen_jack_hammer.yaml",
                                                std::vector<std::string>{}, options);
    action->start();
    EXPECT_EQ(describe(action->simulation.run_to(0.4)), std::string("ok"));
    return action;
  };
  SimulationOptions options;
  options.method = Method::rk4;
  options.step = 1e-3;
  const auto exact = run(fine()), fixed = run(options);
  std::map<int, int> impacts, all;
  for (const Occurrence& o : of_kind(fixed->simulation, Occurrence::Kind::impact)) ++impacts[int(o.t / options.step)];
  for (const Occurrence& o : of_kind(exact->simulation, Occurrence::Kind::impact)) ++all[int(o.t / options.step)];
  const auto most = [](const std::map<int, int>& counts) { return std::ranges::max(counts | std::views::values); };
  EXPECT_LE(most(impacts), 6);
  EXPECT_GE(most(all), 20);
  for (std::size_t i = 0; i < 8; ++i)  // at rest
    EXPECT_NEAR(fixed->simulation.state()[i], exact->simulation.state()[i], 1e-12);
  EXPECT_NEAR(fixed->simulation.ledger().impacts, exact->simulation.ledger().impacts, 1e-7);
}

TEST(BouncingBall, a_tick_with_too_many_bounces_ends_in_contact_and_is_counted) {
  SimulationOptions options;
  options.method = Method::rk4;
  options.step = 1e-2;
  options.events_per_tick = 4;
  MovingModel ball("models/bouncing_ball/bouncing_ball.yaml", {}, options);
  ball.start();
  ASSERT_EQ(describe(ball.simulation.run_to(4)), std::string("ok"));
  EXPECT_EQ(ball.simulation.counts().capped, 1);
  EXPECT_NEAR(ball.simulation.state()[0], 0, 1e-12);
  // Parabolas are exact for this method: the bounces before that tick are where they belong.
  EXPECT_NEAR(of_kind(ball.simulation, Occurrence::Kind::impact)[3].t,
              std::sqrt(2 / 9.81) * (1 + 2 * (0.6 + 0.36 + 0.216)), 1e-11);
}

TEST(RockingBlock, keeps_the_share_of_its_speed_that_Housner_found) {
  MovingModel block("models/rocking_block/rocking_block.yaml", {}, fine());
  block.start();
  double before = 0;
  while (of_kind(block.simulation, Occurrence::Kind::impact).empty()) {
    before = block.simulation.state()[5];
    ASSERT_EQ(describe(block.simulation.advance(10)), std::string("ok"));
    if (!block.simulation.has_event()) continue;
    before = block.simulation.state()[5];
    ASSERT_EQ(describe(block.simulation.resolve_instant()), std::string("ok"));
  }
  const double sine_squared = 0.01 / (0.01 + 0.16);
  EXPECT_NEAR(block.simulation.state()[5] / before, 1 - 1.5 * sine_squared, 1e-9);
  ASSERT_EQ(describe(block.simulation.run_to(30)), std::string("ok"));
  EXPECT_NEAR(block.simulation.state()[2], 0, 1e-9);  // it has come to rest
  EXPECT_NEAR(block.simulation.ledger().drift(), 0, 1e-8);
}

TEST(BlockOnBelt, lets_go_where_the_spring_pulls_as_hard_as_friction_holds) {
  MovingModel block("models/block_on_belt/block_on_belt.yaml", {}, fine());
  block.start();
  EXPECT_EQ(block.simulation.motion().mode().contacts[0], ContactState::sticking);
  ASSERT_EQ(describe(block.simulation.run_to(2)), std::string("ok"));
  const auto slips = of_kind(block.simulation, Occurrence::Kind::slips);
  ASSERT_GE(slips.size(), 1u);
  EXPECT_NEAR(slips[0].t, 0.4 * 9.81 / (20 * 0.2), 1e-9);
  EXPECT_NEAR(block.simulation.ledger().drift(), 0, 1e-8);
}

TEST(Brake, stops_the_wheel_when_its_momentum_is_used_up_and_yields_to_a_stronger_motor) {
  MovingModel wheel("models/brake/brake.yaml", {}, fine());
  wheel.start();
  ASSERT_EQ(describe(wheel.simulation.run_to(6)), std::string("ok"));
  const auto switches = of_kind(wheel.simulation, Occurrence::Kind::switched);
  ASSERT_EQ(switches.size(), 2u);
  EXPECT_NEAR(switches[0].t, 1 + 0.2 * 12 / 1.5, 1e-11);
  EXPECT_NEAR(switches[1].t, 4 + 1.5 / 2, 1e-11);
}

TEST(SlotAndPin, the_crank_keeps_the_energy_of_both) {
  MovingModel yoke("models/slot_and_pin/slot_and_pin.yaml", {}, fine());
  yoke.start();
  const auto energy = [&] {
    const double s = std::sin(yoke.simulation.state()[0]), u = yoke.simulation.state()[2];
    return (0.01 + 2 * 0.01 * s * s) * u * u / 2;
  };
  const double before = energy();
  for (int k = 1; k <= 20; ++k) {
    ASSERT_EQ(describe(yoke.simulation.run_to(0.5 * k)), std::string("ok"));
    EXPECT_NEAR(energy(), before, 1e-10);
  }
}

TEST(Latch, takes_the_kinetic_energy_and_keeps_that_of_the_spring) {
  MovingModel latch("models/latch/latch.yaml", {}, fine());
  latch.start();
  ASSERT_EQ(describe(latch.simulation.run_to(1)), std::string("ok"));
  EXPECT_NEAR(latch.simulation.state()[0], 0.1, 1e-12);
  EXPECT_EQ(latch.simulation.state()[1], 0);
  EXPECT_NEAR(latch.simulation.ledger().potential, 40 * 0.01 / 2, 1e-10);
  ASSERT_EQ(describe(latch.simulation.run_to(3)), std::string("ok"));
  EXPECT_NEAR(latch.simulation.ledger().drift(), 0, 1e-9);
}

}  // namespace
}  // namespace tangible
