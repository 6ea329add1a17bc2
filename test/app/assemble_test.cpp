// SPDX-License-Identifier: Apache-2.0
// tangible assemble gives programs the same results as people.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <numbers>

#include "app/program.h"

namespace tangible {
namespace {

struct Assemble : testing::Test {
  void SetUp() override {
    if (!program_is_built()) GTEST_SKIP() << "the program is not built";
  }
  // A ball of 2 kg in the plane, with these further lines, which begin in line 6; the exit code is checked.
  nlohmann::json assemble(const std::string& lines, const std::string& options, int code) const {
    folder.write("ball.yaml",
                 "tangible: 1\ncoordinates: {x: m, h: m}\npoints: {P: {from: O, at: x*N.x + h*N.y}}\n"
                 "particles: {ball: {at: P, mass: 2 kg}}\ngravity: -10 m/s^2*N.y\n" +
                     lines);
    const ProgramResult result =
        run_program("cd " + folder.path + " && $T assemble ball.yaml --format json 2>/dev/null " + options);
    EXPECT_EQ(result.code, code) << result.text;
    return nlohmann::json::parse(result.text);
  }
  ScratchFolder folder;
};

// On the floor, held by 8 N/m: 20 N carry it, and sqrt(8/2) rad/s is how it swings.
TEST_F(Assemble, rest_has_its_period_and_what_carries_it) {
  const auto json = assemble(
      "loads: {coil: {spring: 8 N/m, length: 1 m, between: [O, P]}}\ncontacts: {floor: {gap: h}}\n"
      "initial: {x: 0.3 m, h: 0.4 m}\n",
      "--static", 0);
  const auto& rest = json["static"];
  EXPECT_EQ(rest["found"], true);
  EXPECT_EQ(rest["stable"], true);
  EXPECT_NEAR(rest["period"], std::numbers::pi, 1e-9);
  ASSERT_EQ(rest["contacts"].size(), 1U);
  EXPECT_EQ(rest["contacts"][0]["name"], "floor");
  EXPECT_NEAR(rest["contacts"][0]["force"], 20, 1e-9);
  EXPECT_EQ(rest["contacts"][0]["unit"], "N");
  EXPECT_EQ(rest["contacts"][0]["sticks"], false);
  EXPECT_NEAR(json["values"][0]["rest"], 1, 1e-12);
}

TEST_F(Assemble, rest_that_nothing_pulls_back_is_not_stable_and_has_no_period) {
  const auto rest = assemble("contacts: {floor: {gap: h}}\n", "--static", 0)["static"];
  EXPECT_EQ(rest["found"], true);
  EXPECT_EQ(rest["stable"], false);
  EXPECT_TRUE(rest["period"].is_null());
  // Where no freedom is left there is nothing to swing either.
  const auto fixed = assemble("constraints: {a: {configuration: x}, b: {configuration: h}}\n", "--static", 0)["static"];
  EXPECT_EQ(fixed["stable"], true);
  EXPECT_TRUE(fixed["period"].is_null());
}

TEST_F(Assemble, a_contact_that_begins_inside_its_surface_is_refused_at_its_line) {
  const auto json = assemble("contacts:\n  floor: {gap: h}\ninitial: {h: -1 m}\n", "", 1);
  EXPECT_EQ(json["assembled"], false);
  ASSERT_EQ(json["conflict"].size(), 1U);
  EXPECT_EQ(json["conflict"][0]["constraint"], "floor");
  EXPECT_EQ(json["conflict"][0]["line"], 7);
  for (const char* command : {"simulate --until 1", "check"}) {
    const ProgramResult result = run_program("cd " + folder.path + " && $T " + command + " ball.yaml 2>&1");
    EXPECT_EQ(result.code, 2) << command;
    EXPECT_NE(result.text.find("ball.yaml:7:3: error: at t = 0 s, 'floor': the contact begins inside its surface, at a "
                               "gap of -1\n"),
              std::string::npos)
        << result.text;
  }
}

TEST_F(Assemble, rest_that_is_not_found_has_the_force_that_is_left) {
  const auto json = assemble("", "--static", 1);
  const auto& rest = json["static"];
  EXPECT_EQ(rest["found"], false);
  EXPECT_FALSE(rest.contains("stable"));
  EXPECT_EQ(rest["speed"], "u_h");
  EXPECT_NEAR(rest["force"], -20, 1e-9);
  EXPECT_EQ(rest["unit"], "N");
  EXPECT_NE(rest["reason"].get<std::string>().find("h went -"), std::string::npos) << rest;
  EXPECT_FALSE(json["values"][0].contains("rest"));
  EXPECT_FALSE(assemble("", "", 0).contains("static"));
}

TEST_F(Assemble, constraints_that_conflict_are_listed_with_their_lines) {
  const auto json = assemble(
      "constraints:\n  wall: {configuration: x - 1 m}\n  floor: {configuration: h}\n  shelf: {configuration: h - 1 m}\n"
      "initial: {x: {hold: 1 m}}\n",
      "--static", 1);
  EXPECT_EQ(json["assembled"], false);
  ASSERT_EQ(json["conflict"].size(), 2U);
  EXPECT_EQ(json["conflict"][0],
            (nlohmann::json{{"constraint", "floor"}, {"file", "ball.yaml"}, {"line", 8}, {"column", 3}}));
  EXPECT_EQ(json["conflict"][1],
            (nlohmann::json{{"constraint", "shelf"}, {"file", "ball.yaml"}, {"line", 9}, {"column", 3}}));
  EXPECT_EQ(json["held"], nlohmann::json{"x"});
  EXPECT_EQ(json["reason"].get<std::string>().find("ball.yaml:9:3: error: the constraints 'floor' and 'shelf'"), 0U);
  EXPECT_FALSE(json.contains("static"));
  EXPECT_FALSE(assemble("", "", 0).contains("conflict"));
}

}  // namespace
}  // namespace tangible
