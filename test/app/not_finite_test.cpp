// SPDX-License-Identifier: Apache-2.0
// Numbers that are infinite or undefined are named, wherever they come from.
#include "engine/not_finite.h"

#include <gtest/gtest.h>

#include "app/program.h"
#include "engine/run_recipe.h"

namespace tangible {
namespace {

// A bead that passes x = 0 at t = 1 s with 1 m/s if nothing acts on it.
const std::string moving_bead = R"yaml(tangible: 1
parameters: {c: 3 m}
discrete: {hits: 0}
coordinates: {x: m}
points: {P: {from: O, at: x*N.x}}
particles: {bead: {at: P, mass: 1 kg}}
initial: {x: -1 m, u_x: 1 m/s}
)yaml";

Record run_bead(const std::string& section, double step = 0, const std::string& method = "") {
  const ScratchFolder folder;
  RunRecipe recipe;
  recipe.load.path = folder.write("bead.yaml", moving_bead + section + "\n");
  recipe.until = 3;
  recipe.step = step;
  recipe.method = method;
  Record record = run_recipe(recipe);
  for (std::string* text : {&record.reason, record.warnings.empty() ? &record.fault : &record.warnings[0]})
    if (text->starts_with(folder.path)) text->erase(0, folder.path.size() + 1);
  return record;
}

std::string event_of(const std::string& trigger) {
  return "events: {e: {when: " + trigger + ", do: [{set: {hits: hits + 1}}]}}";
}

// Each kind of step, adaptive first.
const std::vector<std::pair<double, std::string>> ways{
    {0, ""}, {0.01, "rk4"}, {0.07, "rk2"}, {0.013, "euler"}, {0.01, "implicit"}};

TEST(Poles, of_triggers_fire_nothing) {
  for (const auto& [step, method] : ways)
    for (const char* trigger : {"rises(1/x)", "crosses(1/x)", "rises(1/(t - 1.3 s))", "rises(1/x^3)",
                                "falls(tan((x + 1 m)*pi/(2 m)))", "rises(2/(1 m) + 1/x)"})
      EXPECT_EQ(run_bead(event_of(trigger), step, method).column("hits").back(), 0) << trigger << " " << method;
}

TEST(Poles, do_not_hide_zeros_of_the_same_trigger) {
  // Zeros of tan(2 x) at x = 0 and pi/2, poles at -pi/4, pi/4 and 3 pi/4.
  for (const auto& [step, method] : ways) {
    const Record record = run_bead(event_of("crosses(tan(2*x/(1 m)))"), step, method);
    ASSERT_EQ(record.events.size(), 2U) << method;
    EXPECT_NEAR(record.events[0].t, 1, 1e-9);
    EXPECT_NEAR(record.events[1].t, 1 + 2 * std::atan(1), 1e-9);
  }
}

TEST(Poles, are_not_seen_in_jumps_however_high) {
  for (const auto& [step, method] : ways)
    for (const char* trigger : {"rises(x > 0.5 m)", "rises(1e9*sign(x - 0.2 m) + x/c)", "rises(sign(x - 0.2 m)*1e-12)",
                                "rises(piece(x - 0.2 m))"}) {
      const std::string table = "tables: {piece: {x: [-2 m, 0 m, 1e-14 m, 2 m], y: [-1e-9, -1e-9, 1000, 1000]}}\n";
      EXPECT_EQ(run_bead(table + event_of(trigger), step, method).column("hits").back(), 1) << trigger << method;
    }
}

// The last row is then the one at the event.
TEST(Rows, end_where_an_event_comes_just_before_the_end) {
  const Record record = run_bead(event_of("rises(x - 2 m + 1e-12 m)"), 0.01);
  EXPECT_EQ(record.events.size(), 1U);
  EXPECT_LE(record.rows.size(), 302U);
  EXPECT_NEAR(record.rows.back()[0], 3, 1e-11);
}

// Rounding leaves the bead a little before or behind x = 2 m at the end.
TEST(Rows, an_event_at_the_very_end_belongs_to_the_run_whatever_its_steps) {
  auto more = ways;
  more.insert(more.end(), {{0.001, "rk4"}, {0.25, "rk4"}, {0.003, "rk2"}});
  for (const auto& [step, method] : more) {
    for (const char* trigger : {"rises(x - 2 m)", "x >= 2 m", "crosses(x/(2 m) - 1)", "rises(t - 3 s)", "t >= 3 s"}) {
      const Record record = run_bead(event_of(trigger), step, method);
      ASSERT_EQ(record.events.size(), 1U) << trigger << step << method;
      EXPECT_NEAR(record.events[0].t, 3, 1e-11);
      EXPECT_LE(record.events[0].t, 3);
      EXPECT_EQ(record.stopped_at, 3);
      EXPECT_EQ(record.rows.back()[0], 3);
      EXPECT_EQ(record.column("hits").back(), 0);  // its action would be visible afterwards
    }
    const Record wall = run_bead("contacts: {wall: {gap: 2 m - x}}", step, method);
    ASSERT_GE(wall.events.size(), 1U) << step << method;
    EXPECT_EQ(wall.events[0].what, "impact at wall");
    EXPECT_NEAR(wall.ledger.impacts, 0.5, 1e-12);
    EXPECT_TRUE(run_bead(event_of("rises(x - 2.000001 m)"), step, method).events.empty());
  }
}

TEST(Rows, a_pole_at_the_very_end_does_not_stop_the_run_before_it) {
  const Record record = run_bead(event_of("falls(tan((x + 1 m)*pi/(2 m)))"));
  EXPECT_EQ(record.status, SimulationStatus::ok);
  EXPECT_EQ(record.stopped_at, 3);
}

TEST(NotFinite, triggers_are_told_with_their_place_and_time) {
  const Record begins = run_bead(event_of("rises(sqrt(x/(1 m)) - 0.5)"));
  ASSERT_EQ(begins.warnings.size(), 1U);
  EXPECT_EQ(
      begins.warnings[0].find("bead.yaml:8:10: warning: the trigger of event 'e' is not a finite number at t = 0 s"),
      0U)
      << begins.warnings[0];
  EXPECT_EQ(begins.column("hits").back(), 1);  // it fires once it is a number
  const Record ends = run_bead(event_of("rises(sqrt(1 - x/(1 m)) - 9)"), 0.25);
  ASSERT_EQ(ends.warnings.size(), 1U);
  EXPECT_NE(ends.warnings[0].find("at t = 2.25 s"), std::string::npos) << ends.warnings[0];
  EXPECT_TRUE(run_bead(event_of("rises(x)")).warnings.empty());
}

TEST(NotFinite, conditions_and_outputs_are_told) {
  const Record condition = run_bead("constraints: {lock: {motion: x', active: sqrt(0.1 - x/(1 m)) > 9}}", 0.25);
  ASSERT_EQ(condition.warnings.size(), 1U);
  EXPECT_NE(
      condition.warnings[0].find("the argument of a condition, abs, sign, min or max is not a finite number at t = "
                                 "1.25 s"),
      std::string::npos)
      << condition.warnings[0];
  const Record output = run_bead("outputs: {ratio: 1/(x + 1 m)}");
  ASSERT_EQ(output.warnings.size(), 1U);
  EXPECT_EQ(output.warnings[0].find("bead.yaml:8:11: warning: ratio is not a finite number at t = 0 s"), 0U);
}

TEST(NotFinite, gaps_are_told) {
  const Record record = run_bead("contacts:\n  c: {gap: x + (2 m)*sqrt(2 - t/(1 s))}", 0.25);
  ASSERT_EQ(record.warnings.size(), 1U);
  EXPECT_EQ(record.warnings[0].find("bead.yaml:9:3: warning: the gap of contact 'c', or its force, is not a finite "
                                    "number at t = 2.25 s"),
            0U)
      << record.warnings[0];
}

TEST(NotFinite, what_stops_a_run_is_named) {
  for (const auto& [step, method] : ways) {
    const Record root = run_bead("loads: {f: {force: (1 N)*sqrt(1 - x/(1 m))*N.x, at: P}}", step, method);
    EXPECT_EQ(root.status, SimulationStatus::not_finite) << method;
    EXPECT_NE(root.reason.find("the force that belongs to u_x is not a finite number at t = 1.1"), std::string::npos)
        << root.reason;
    EXPECT_NE(root.reason.find("look there for a division by zero"), std::string::npos) << root.reason;
  }
  const Record state = run_bead("states: {z: {unit: m, rate: (1 m/s)*log(0.5 - t/(1 s))}}");
  EXPECT_NE(state.reason.find("the rate of state z is not a finite number at t = 0.5 s"), std::string::npos)
      << state.reason;
  const Record growth = run_bead("loads: {f: {force: (1e20 N/m^9)*x^9*N.x, at: P}}", 0.1);
  EXPECT_NE(growth.reason.find(" is not a finite number at t = "), std::string::npos) << growth.reason;
}

TEST(NotFinite, what_stops_a_run_is_told_with_the_line_that_it_comes_from) {
  struct Case {
    std::string section, place, what;
  };
  for (const Case& c : {Case{"loads: {g: {force: (1 N)*N.x, at: P},\n  f: {force: (1 N)*sqrt(1 - x/(1 m))*N.x, at: P}}",
                             "9:3", "force"},
                        Case{"states: {z: {unit: m, rate: (1 m/s)*log(0.5 - t/(1 s))}}", "8:10", "rate of state z"},
                        Case{"constraints:\n  c: {motion: x' - (1 m/s)*sqrt(1 - t/(1 s))}", "9:3", "constraint c"},
                        Case{"states: {z: {unit: m, rate: 0 m/s}}\nevents:\n  e: {when: t > 1 s, do: [{set: {z: 1 "
                             "m/hits}}]}\nloads: {f: {force: (1 N/m)*z*N.x, at: P}}",
                             "10:3", "state z"}}) {
    const Record record = run_bead(c.section);
    EXPECT_EQ(record.status, SimulationStatus::not_finite) << c.section;
    EXPECT_EQ(record.reason.find("bead.yaml:" + c.place + ": error: at t = "), 0U) << record.reason;
    EXPECT_NE(record.reason.find(c.what), std::string::npos) << record.reason;
  }
}

TEST(NotFinite, what_an_event_sets_is_named) {
  const Record record = run_bead(
      "states: {z: {unit: m, rate: 0 m/s}}\nevents: {e: {when: rises(t - 1 s), do: [{set: {z: 1 m/(hits)}}]}}\n"
      "loads: {f: {force: (1 N/m)*z*N.x, at: P}}");
  EXPECT_NE(record.reason.find("state z is not a finite number at t = 1 s"), std::string::npos) << record.reason;
}

}  // namespace
}  // namespace tangible
