// SPDX-License-Identifier: Apache-2.0
// The machine of modes as it is found in records, and as it is printed.
#include "app/mode_machine.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "app/run_recipe.h"

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

TEST(ModeMachine, impacts_lead_from_a_mode_back_to_it) {
  const ModeMachine machine = find_machine(record_of("models/bouncing_ball/bouncing_ball.yaml", 1));
  ASSERT_EQ(machine.states.size(), 1u);
  EXPECT_NEAR(machine.states.at("free").time, 1, 1e-12);
  const auto& causes = machine.transitions.at({"free", "free"});
  ASSERT_EQ(causes.size(), 1u);
  EXPECT_GE(causes.at("impact at floor"), 2);
}

TEST(ModeMachine, what_was_declared_and_not_seen_is_there_with_nothing_to_count) {
  const Record record = record_of("models/brake/brake.yaml", 2);
  const ModeMachine machine = find_machine(record);
  EXPECT_EQ(machine.states.at("stands").visits, 0);
  EXPECT_EQ(machine.states.at("slips").visits, 1);
  EXPECT_EQ(machine.transitions.at({"slips", "stands"}).begin()->second, 0);
  EXPECT_EQ(machine.transitions.at({"turns", "slips"}).begin()->second, 1);
  EXPECT_NE(machine_to_text(machine).find("stands -> slips: as declared, never\n"), std::string::npos);
  const std::string dot = machine_to_dot(machine, "a \"b\"");
  EXPECT_TRUE(dot.starts_with("digraph \"a \\\"b\\\"\" {\n"));
  EXPECT_NE(dot.find("\"stands\" [label=\"stands\\n0 s\" style=dashed];"), std::string::npos);
  EXPECT_EQ(dot.find("\"slips\" [label=\"slips\\n1 s\" style"), std::string::npos);
}

TEST(ModeMachine, json_says_what_text_does) {
  const Record record = record_of("models/brake/brake.yaml", 6);
  const auto json = nlohmann::json::parse(machine_to_json(find_machine(record), record));
  EXPECT_EQ(json["status"], "ok");
  ASSERT_EQ(json["modes"].size(), 3u);
  EXPECT_EQ(json["modes"][1]["name"], "stands");
  EXPECT_NEAR(json["modes"][1]["time"].get<double>(), 4.75 - 2.6, 1e-10);
  ASSERT_EQ(json["transitions"].size(), 3u);
  EXPECT_EQ(json["transitions"][0]["cause"], "event slips -> stands");
  EXPECT_EQ(json["transitions"][0]["count"], 1);
}

TEST(ModeMachine, modes_that_last_no_time_are_passed_through) {
  const ModeMachine machine = find_machine(record_of_text(
      particle + "modes:\n  a: {to: {b: x < 1 m}}\n  b: {to: {c: t >= 0 s}}\n  c: {to: {a: x > 2 m}}\n", 4));
  EXPECT_EQ(machine.states.at("a").visits, 2);  // at the start, and when c ends
  EXPECT_NEAR(machine.states.at("a").time, 2, 1e-9);
  EXPECT_EQ(machine.states.at("b").visits, 1);
  EXPECT_EQ(machine.states.at("b").time, 0);
  EXPECT_NEAR(machine.states.at("c").time, 2, 1e-9);
  EXPECT_EQ(machine.transitions.at({"a", "b"}).at("event a -> b"), 1);
  EXPECT_EQ(machine.transitions.at({"b", "c"}).at("event b -> c"), 1);
}

TEST(ModeMachine, every_change_within_an_instant_has_its_own_cause) {
  const ModeMachine machine = find_machine(record_of_text(
      particle + "constraints:\n  halt: {motion: x'}\n" +
          "modes:\n  a: {to: {b: rises(x - 1 m)}}\n  b: {active: halt, to: {c: x > 0.5 m}}\n  c: {to: {a: t > 3 s}}\n",
      4));
  EXPECT_EQ(machine.transitions.at({"a", "b"}).at("event a -> b"), 1);
  EXPECT_EQ(machine.transitions.at({"b", "c"}).at("event b -> c"), 1);
  EXPECT_EQ(machine.transitions.at({"c", "a"}).at("event c -> a"), 1);
  for (const auto& [ends, causes] : machine.transitions) EXPECT_EQ(causes.size(), 1u) << ends.first;
}

TEST(ModeMachine, that_turns_without_end_is_told_with_the_names_of_its_transitions) {
  const Record record = record_of_text(particle + "modes:\n  a: {to: {b: x > 1 m}}\n  b: {to: {a: x > 0 m}}\n", 4);
  EXPECT_EQ(record.status, SimulationStatus::endless_events);
  EXPECT_NE(record.reason.find("without end: 'a -> b', 'b -> a'\n  let one of them wait"), std::string::npos)
      << record.reason;
}

TEST(ModeMachine, declared_modes_combine_with_contacts) {
  const ModeMachine machine = find_machine(record_of_text(
      particle + "contacts:\n  wall: {gap: 1 m - x}\nmodes:\n  a: {to: {b: t > 2 s}}\n  b: {to: {a: t > 9 s}}\n", 4));
  EXPECT_EQ(machine.states.size(), 3u);
  EXPECT_NEAR(machine.states.at("a").time, 1, 1e-9);
  EXPECT_NEAR(machine.states.at("a+wall").time, 1, 1e-9);
  EXPECT_NEAR(machine.states.at("b+wall").time, 2, 1e-9);
  EXPECT_EQ(machine.transitions.at({"a+wall", "b+wall"}).at("event a -> b"), 1);
  EXPECT_EQ(machine.transitions.at({"b", "a"}).at("event b -> a"), 0);
}

TEST(ModeMachine, of_a_run_that_stopped_has_what_was_seen_until_then) {
  const Record record = record_of_text(particle +
                                           "constraints:\n  tie: {configuration: x - 9 m, active: false}\n"
                                           "discrete: {n_: 0}\n"
                                           "events:\n  counts: {when: x > 0.5 m, do: [{set: {n_: n_ + 1}}]}\n"
                                           "  ties: {when: x > 1 m, do: [{activate: tie}]}\n",
                                       4);
  EXPECT_EQ(record.status, SimulationStatus::off_surface);
  const ModeMachine machine = find_machine(record);
  EXPECT_NEAR(machine.states.at("free").time, 1, 1e-9);
  EXPECT_EQ(machine.transitions.at({"free", "free"}).at("event counts"), 1);
}

}  // namespace
}  // namespace tangible
