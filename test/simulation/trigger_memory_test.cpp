// SPDX-License-Identifier: Apache-2.0
// The memory of triggers by itself: when a trigger is at zero, leaves it, and fires.
#include "simulation/trigger_memory.h"

#include <gtest/gtest.h>

#include <cmath>

namespace tangible {
namespace {

using Edge = EventDescription::Edge;
constexpr double release = 1e-9;

EventDescription event_on(Edge edge) {
  EventDescription event;
  event.edge = edge;
  return event;
}

// One event, armed where its trigger was one.
struct OneTrigger {
  explicit OneTrigger(EventDescription description) : events{std::move(description)}, memory(events, release) {
    std::vector<double> before{1}, now{1};
    memory.disarm();
    memory.initialize(now);
    (void)memory.arm_events(mode, before, now);
  }
  // A step from one value to another, without an event; returns what the trigger is taken for at its end.
  double step(double from, double to, double h = 1e-3) {
    std::vector<double> before{from}, now{to};
    memory.update(h, before, now);
    return now[0];
  }
  // An instant to which a step came that began at `start`; the trigger is now at `value` and has a rate. Returns
  // whether the event fires after it.
  bool instant(double start, double& value, double rate) {
    std::vector<double> at_start{start}, before{value}, now{value}, rates{rate};
    memory.begin_instant(at_start);
    const bool fires = memory.collect_near_zero(now) && memory.resolve_near_zero(rates, before, now);
    value = now[0];
    return fires;
  }
  double clamped(double value, double elapsed) const {
    std::vector<double> trigger{value};
    memory.clamp(elapsed, trigger);
    return trigger[0];
  }
  TriggerState state() const { return memory.state(0); }

  std::vector<EventDescription> events;
  Mode mode;
  TriggerMemory memory;
};

TEST(TriggerMemory, arms_by_mode_and_row) {
  EventDescription gated = event_on(Edge::rises);
  gated.while_row = 0;
  const std::vector<EventDescription> events{gated};
  TriggerMemory memory(events, release);
  Mode mode;
  mode.active = {0};
  std::vector<double> before{-1}, now{-1};
  memory.initialize(now);
  EXPECT_FALSE(memory.arm_events(mode, before, now));
  EXPECT_EQ(memory.state(0), TriggerState::disarmed);
  mode.active = {1};
  EXPECT_FALSE(memory.arm_events(mode, before, now));
  EXPECT_EQ(memory.state(0), TriggerState::armed);
  mode.active = {0};
  (void)memory.arm_events(mode, before, now);
  EXPECT_EQ(memory.state(0), TriggerState::disarmed);
}

TEST(TriggerMemory, of_a_gated_event_armed_near_zero_waits_until_the_trigger_has_left) {
  EventDescription gated = event_on(Edge::rises);
  gated.while_row = 0;
  const std::vector<EventDescription> events{gated};
  TriggerMemory memory(events, release);
  Mode mode;
  mode.active = {1};
  std::vector<double> before{-1e-13}, now{1e-13};
  memory.initialize(std::vector<double>{1});
  EXPECT_FALSE(memory.arm_events(mode, before, now));
  EXPECT_EQ(memory.state(0), TriggerState::at_zero);
  EXPECT_EQ(before[0], 0);
  EXPECT_EQ(now[0], 0);
  EXPECT_TRUE(memory.needs_clamping());
}

TEST(TriggerMemory, fires_a_condition_that_holds_already) {
  EventDescription condition = event_on(Edge::rises);
  condition.fires_if_already_true = true;
  const std::vector<EventDescription> events{condition};
  TriggerMemory memory(events, release);
  std::vector<double> before{0.5}, now{0.5};
  EXPECT_TRUE(memory.arm_events(Mode{}, before, now));
  EXPECT_EQ(before[0], -1);
  EXPECT_FALSE(memory.arm_events(Mode{}, before, now));  // once
}

TEST(TriggerMemory, holds_a_trigger_that_did_not_move_near_zero) {
  OneTrigger trigger(event_on(Edge::falls));
  EXPECT_EQ(trigger.step(1e-10, 1e-10 + 1e-16), 0);
  EXPECT_EQ(trigger.state(), TriggerState::at_zero);
  EXPECT_EQ(trigger.clamped(-3e-10, 1), 0);
  EXPECT_EQ(trigger.step(0, 5e-10), 0);  // hysteresis
  EXPECT_EQ(trigger.step(0, 2e-9), 2e-9);
  EXPECT_EQ(trigger.state(), TriggerState::armed);
  EXPECT_FALSE(trigger.memory.needs_clamping());
}

TEST(TriggerMemory, leaves_a_trigger_that_moves_through_zero_alone) {
  OneTrigger trigger(event_on(Edge::crosses));
  EXPECT_EQ(trigger.step(1e-10, 5e-11), 5e-11);
  EXPECT_EQ(trigger.state(), TriggerState::armed);
}

TEST(TriggerMemory, fires_a_trigger_that_comes_to_zero_and_is_held_there_once) {
  OneTrigger falls(event_on(Edge::falls)), rises(event_on(Edge::rises));
  double value = 1e-12;
  EXPECT_TRUE(falls.instant(0.1, value, 0));
  EXPECT_EQ(value, 0);
  EXPECT_EQ(falls.state(), TriggerState::at_zero);
  EXPECT_FALSE(falls.instant(0.1, value, 0));
  value = 1e-12;
  EXPECT_FALSE(rises.instant(0.1, value, 0));
  EXPECT_EQ(rises.state(), TriggerState::at_zero);
}

TEST(TriggerMemory, puts_a_trigger_that_leaves_zero_on_the_side_to_which_it_goes) {
  OneTrigger trigger(event_on(Edge::falls));
  double value = -1e-13;  // it has just crossed, and goes on
  EXPECT_FALSE(trigger.instant(0.1, value, -2));
  EXPECT_EQ(trigger.state(), TriggerState::leaving_down);
  EXPECT_LT(value, 0);
  EXPECT_LT(trigger.clamped(1e-14, 1e-12), 0);  // rounding does not bring it back
  EXPECT_GT(trigger.clamped(1e-14, 1), 0);      // for a short time only
}

TEST(TriggerMemory, lets_a_trigger_that_reverses_fire_on_its_way_back) {
  // A gap that an impact turns round: `falls` has fired, `rises` is due.
  OneTrigger falls(event_on(Edge::falls)), rises(event_on(Edge::rises));
  double value = -1e-13;
  EXPECT_FALSE(falls.instant(0.1, value, 2));
  EXPECT_GT(value, 0);
  EXPECT_EQ(falls.state(), TriggerState::leaving_up);
  value = -1e-13;
  EXPECT_FALSE(rises.instant(0.1, value, 2));
  EXPECT_LT(value, 0);  // it will cross, and fire
  EXPECT_EQ(rises.state(), TriggerState::armed);
}

TEST(TriggerMemory, never_holds_a_trigger_that_depends_on_time_alone) {
  EventDescription timed = event_on(Edge::rises);
  timed.timed = 0;
  OneTrigger trigger(timed);
  double value = -1e-13;
  EXPECT_FALSE(trigger.instant(-1, value, 0));
  EXPECT_EQ(value, -1e-13);
  EXPECT_EQ(trigger.state(), TriggerState::armed);
}

TEST(TriggerMemory, scales_its_tolerance_with_the_largest_value) {
  OneTrigger large(event_on(Edge::falls));
  EXPECT_EQ(large.memory.zero_tolerance(0), 1e-9);
  large.memory.initialize(std::vector<double>{1e-8});
  EXPECT_NEAR(large.memory.zero_tolerance(0), 1e-11, 1e-20);
  large.memory.initialize(std::vector<double>{0});
  EXPECT_EQ(large.memory.zero_tolerance(0), 1e-14);
}

}  // namespace
}  // namespace tangible
