// SPDX-License-Identifier: Apache-2.0
// Ctrl-C ends a run, not what it has found.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "app/program.h"

namespace tangible {
namespace {

struct Interrupted : testing::Test {
  void SetUp() override {
    if (!program_is_built()) GTEST_SKIP() << "the program is not built";
    folder.write("bead.yaml", pushed_bead + "initial: {u_x: 3 m/s}\nmodes: {a: {to: {b: x > 3 m}}, b: {}}\n");
  }
  // So many steps that somebody loses patience before the end.
  ProgramResult interrupt(const std::string& words) const {
    return interrupt_program("cd " + folder.path + " && exec $T " + words + " --until 1000000 --step 0.01");
  }
  ScratchFolder folder;
};

TEST_F(Interrupted, run_writes_where_it_was_last) {
  const ProgramResult result = interrupt("simulate bead.yaml --out run.json --every 900000");
  EXPECT_EQ(result.code, 130) << result.text;
  EXPECT_NE(result.text.find("run.json holds the motion until then"), std::string::npos) << result.text;
  const auto json = nlohmann::json::parse(std::ifstream(folder.path + "/run.json"));
  EXPECT_EQ(json["status"], "interrupted");
  ASSERT_EQ(json["rows"].size(), 2U);
  const double t = json["rows"][1][0], x = json["rows"][1][1];
  EXPECT_EQ(t, json["stopped_at"]);
  EXPECT_GT(t, 0);
  EXPECT_NEAR(x, 3 * t, 1e-9 * t);
}

TEST_F(Interrupted, modes_are_those_seen_until_then) {
  const ProgramResult text = interrupt("modes bead.yaml");
  EXPECT_EQ(text.code, 130) << text.text;
  EXPECT_NE(text.text.find("a -> b: as declared, 1 times\ninterrupted at t = "), std::string::npos) << text.text;
  const ProgramResult result = interrupt("modes bead.yaml --format json 2>/dev/null");
  EXPECT_EQ(result.code, 130) << result.text;
  const auto json = nlohmann::json::parse(result.text);
  EXPECT_EQ(json["status"], "interrupted");
  ASSERT_EQ(json["modes"].size(), 2U);
  EXPECT_NEAR(json["modes"][0]["time"].get<double>() + json["modes"][1]["time"].get<double>(),
              json["until"].get<double>(), 1e-9);
}

}  // namespace
}  // namespace tangible
