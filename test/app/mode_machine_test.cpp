// SPDX-License-Identifier: Apache-2.0
// The machine of modes as it is found in records, and as it is printed.
#include "display/mode_machine.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "engine/run_recipe.h"

namespace tangible {
namespace {

Record record_of(const std::string& path, double until) {
  RunRecipe recipe;
  recipe.load.path = path;
  recipe.until = until;
  return run_recipe(recipe);
}

Record record_of_text(const std::string& text, double until) {
  const auto path = std::filesystem::temp_directory_path() / ("mode_machine_" + std::to_string(::getpid()) + ".yaml");
  std::ofstream(path) << "tangible: 1\n" << text;
  const Record record = record_of(path.string(), until);
  std::filesystem::remove(path);
  return record;
}

const std::string particle =
    "coordinates: {x: m}\npoints:\n  P: {from: O, at: x*N.x}\nspeeds: {u1: x'}\n"
    "particles:\n  bob: {at: P, mass: 1 kg}\ninitial: {u1: 1 m/s}\n";

// The state of that name; an empty one otherwise, which no run leaves.
ModeMachine::State state(ModeMachine machine, const std::string& name) {
  const std::size_t known = machine.states.size();
  const ModeMachine::State found = machine.state(name);
  EXPECT_EQ(machine.states.size(), known) << name;
  return found;
}
int times(ModeMachine machine, const std::string& from, const std::string& to, const std::string& cause) {
  const std::size_t known = machine.transitions.size();
  const int found = machine.transition(from, to, cause).count;
  EXPECT_EQ(machine.transitions.size(), known) << from << " " << to << " " << cause;
  return found;
}

TEST(ModeMachine, impacts_lead_from_a_mode_back_to_it) {
  const ModeMachine machine = build_mode_machine(record_of("models/bouncing_ball/bouncing_ball.yaml", 1));
  ASSERT_EQ(machine.states.size(), 1u);
  EXPECT_NEAR(state(machine, "free").time, 1, 1e-12);
  ASSERT_EQ(machine.transitions.size(), 1u);
  EXPECT_GE(times(machine, "free", "free", "impact at floor"), 2);
}

TEST(ModeMachine, what_was_declared_and_not_seen_is_there_with_nothing_to_count) {
  const Record record = record_of("models/brake/brake.yaml", 2);
  const ModeMachine machine = build_mode_machine(record);
  EXPECT_EQ(state(machine, "stands").visits, 0);
  EXPECT_EQ(state(machine, "slips").visits, 1);
  EXPECT_EQ(times(machine, "slips", "stands", "event slips -> stands"), 0);
  EXPECT_EQ(times(machine, "turns", "slips", "event turns -> slips"), 1);
  EXPECT_NE(machine_to_text(machine).find("stands -> slips: as declared, never\n"), std::string::npos);
  const std::string dot = machine_to_dot(machine, "a \"b\"");
  EXPECT_TRUE(dot.starts_with("digraph \"a \\\"b\\\"\" {\n"));
  EXPECT_NE(dot.find("\"stands\" [label=\"stands\\n0 s\" style=dashed];"), std::string::npos);
  EXPECT_EQ(dot.find("\"slips\" [label=\"slips\\n1 s\" style"), std::string::npos);
}

TEST(ModeMachine, json_says_what_text_does) {
  const Record record = record_of("models/brake/brake.yaml", 6);
  const auto json = nlohmann::json::parse(machine_to_json(build_mode_machine(record), record));
  EXPECT_EQ(json["status"], "ok");
  ASSERT_EQ(json["modes"].size(), 3u);
  EXPECT_EQ(json["modes"][2]["name"], "stands");
  EXPECT_NEAR(json["modes"][2]["time"].get<double>(), 4.75 - 2.6, 1e-10);
  ASSERT_EQ(json["transitions"].size(), 3u);
  EXPECT_EQ(json["transitions"][1]["cause"], "event slips -> stands");
  EXPECT_EQ(json["transitions"][1]["count"], 1);
}

TEST(ModeMachine, is_listed_in_the_order_in_which_it_was_seen) {
  const ModeMachine machine = build_mode_machine(
      record_of_text(particle + "modes:\n  b: {to: {d: t > 9 s, c: x > 1 m}}\n  a: {to: {b: x > 3 m}}\n  d: {}\n" +
                         "  c: {to: {a: x > 2 m}}\n",
                     2.5));
  std::string modes, ways;
  for (const ModeMachine::State& mode : machine.states) modes += mode.name;
  for (const ModeMachine::Transition& way : machine.transitions) ways += way.from + way.to + " ";
  EXPECT_EQ(modes, "bcad");
  EXPECT_EQ(ways, "bc ca bd ab ");
}

TEST(ModeMachine, modes_that_last_no_time_are_passed_through) {
  const ModeMachine machine = build_mode_machine(record_of_text(
      particle + "modes:\n  a: {to: {b: x < 1 m}}\n  b: {to: {c: t >= 0 s}}\n  c: {to: {a: x > 2 m}}\n", 4));
  EXPECT_EQ(state(machine, "a").visits, 2);  // at the start, and when c ends
  EXPECT_NEAR(state(machine, "a").time, 2, 1e-9);
  EXPECT_EQ(state(machine, "b").visits, 1);
  EXPECT_EQ(state(machine, "b").time, 0);
  EXPECT_NEAR(state(machine, "c").time, 2, 1e-9);
  EXPECT_EQ(times(machine, "a", "b", "event a -> b"), 1);
  EXPECT_EQ(times(machine, "b", "c", "event b -> c"), 1);
}

TEST(ModeMachine, every_change_within_an_instant_has_its_own_cause) {
  const ModeMachine machine = build_mode_machine(record_of_text(
      particle + "constraints:\n  halt: {motion: x'}\n" +
          "modes:\n  a: {to: {b: rises(x - 1 m)}}\n  b: {active: halt, to: {c: x > 0.5 m}}\n  c: {to: {a: t > 3 s}}\n",
      4));
  EXPECT_EQ(times(machine, "a", "b", "event a -> b"), 1);
  EXPECT_EQ(times(machine, "b", "c", "event b -> c"), 1);
  EXPECT_EQ(times(machine, "c", "a", "event c -> a"), 1);
  EXPECT_EQ(machine.transitions.size(), 3u);
}

TEST(ModeMachine, that_turns_without_end_is_told_with_the_names_of_its_transitions) {
  const Record record = record_of_text(particle + "modes:\n  a: {to: {b: x > 1 m}}\n  b: {to: {a: x > 0 m}}\n", 4);
  EXPECT_EQ(record.status, SimulationStatus::endless_events);
  EXPECT_NE(record.reason.find("without end: 'a -> b', 'b -> a'\n  let one of them wait"), std::string::npos)
      << record.reason;
  EXPECT_NE(record.reason.find(".yaml:10:12: error: at t = 1 s: "), std::string::npos) << record.reason;
}

TEST(ModeMachine, declared_modes_combine_with_contacts) {
  const ModeMachine machine = build_mode_machine(record_of_text(
      particle + "contacts:\n  wall: {gap: 1 m - x}\nmodes:\n  a: {to: {b: t > 2 s}}\n  b: {to: {a: t > 9 s}}\n", 4));
  EXPECT_EQ(machine.states.size(), 3u);
  EXPECT_NEAR(state(machine, "a").time, 1, 1e-9);
  EXPECT_NEAR(state(machine, "a+wall").time, 1, 1e-9);
  EXPECT_NEAR(state(machine, "b+wall").time, 2, 1e-9);
  EXPECT_EQ(times(machine, "a+wall", "b+wall", "event a -> b"), 1);
  EXPECT_EQ(times(machine, "b", "a", "event b -> a"), 0);
}

TEST(ModeMachine, of_a_run_that_stopped_has_what_was_seen_until_then) {
  const Record record = record_of_text(particle +
                                           "constraints:\n  tie: {configuration: x - 9 m, active: false}\n"
                                           "discrete: {n_: 0}\n"
                                           "events:\n  counts: {when: x > 0.5 m, do: [{set: {n_: n_ + 1}}]}\n"
                                           "  ties: {when: x > 1 m, do: [{activate: tie}]}\n",
                                       4);
  EXPECT_EQ(record.status, SimulationStatus::off_surface);
  const ModeMachine machine = build_mode_machine(record);
  EXPECT_NEAR(state(machine, "free").time, 1, 1e-9);
  EXPECT_EQ(times(machine, "free", "free", "event counts"), 1);
}

}  // namespace
}  // namespace tangible
