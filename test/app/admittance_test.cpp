// SPDX-License-Identifier: Apache-2.0
// tangible admittance: numbers side by side, pictures, and what it refuses.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "app/program.h"

namespace tangible {
namespace {

const std::string links_on_circle = "models/two_links_on_a_circle/two_links_on_a_circle.yaml";

TEST(AdmittanceCommand, compares_all_variants_with_the_continuous_motion) {
  if (!program_is_built()) GTEST_SKIP();
  const ProgramResult out = run_program("$T admittance " + links_on_circle + " --variant all --until 1 --format json");
  ASSERT_EQ(out.code, 0) << out.text;
  const auto json = nlohmann::json::parse(out.text);
  ASSERT_EQ(json["runs"].size(), 7U);
  const double printed = json["runs"][0]["largest_z_error"], best = json["runs"][6]["largest_z_error"];
  EXPECT_EQ(json["runs"][0]["variant"], "algorithm1 as printed");
  EXPECT_EQ(json["runs"][6]["variant"], "extrapolated");
  EXPECT_GT(printed, 100 * best);
  EXPECT_EQ(json["runs"][6]["metrics"]["total_energy"]["unit"], "N*m");
}

TEST(AdmittanceCommand, draws_metrics_and_instants) {
  if (!program_is_built()) GTEST_SKIP();
  const std::string folder = ::testing::TempDir();
  const ProgramResult out = run_program(
      "$T admittance models/upright_rolling_disk/upright_rolling_disk.yaml --until 1 "
      "--device lagged --plot " +
      folder + "metrics.svg --strobe " + folder + "disk.svg --every 0.1 --out " + folder + "rows.csv && head -c 4 " +
      folder + "metrics.svg " + folder + "disk.svg && head -1 " + folder + "rows.csv");
  ASSERT_EQ(out.code, 0) << out.text;
  EXPECT_NE(out.text.find("rolling_percent [1], largest"), std::string::npos) << out.text;
  EXPECT_NE(out.text.find("<svg"), std::string::npos) << out.text;
  EXPECT_NE(out.text.find("height_error"), std::string::npos) << out.text;
}

TEST(AdmittanceCommand, takes_parameters_and_start_from_a_script) {
  if (!program_is_built()) GTEST_SKIP();
  const std::string script = ::testing::TempDir() + "script.json";
  std::ofstream(script)
      << R"({"set": {"v_des": "-0.3 m/s", "t_release": "0.2 s"}, "start": {"z1": 1.0}, "until": 0.4})";
  const ProgramResult out = run_program("$T admittance " + links_on_circle + " --script " + script + " --format json");
  ASSERT_EQ(out.code, 0) << out.text;
  const auto json = nlohmann::json::parse(out.text);
  EXPECT_NEAR(json["runs"][0]["until"].get<double>(), 0.4, 1e-9);
  EXPECT_LT(json["runs"][0]["metrics"]["tangential_velocity"]["at_end"].get<double>(), 0);
}

TEST(AdmittanceCommand, says_what_is_missing_or_wrong) {
  if (!program_is_built()) GTEST_SKIP();
  const auto expect = [](const std::string& words, const std::string& told) {
    const ProgramResult out = run_program("$T admittance " + words);
    EXPECT_EQ(out.code, 2) << out.text;
    EXPECT_NE(out.text.find(told), std::string::npos) << out.text;
  };
  expect("models/four_bar/four_bar.yaml", "add `task: {x: {x1: ...}}`");
  expect(links_on_circle + " --start z9=1", "write NAME=VALUE with a name of `z`");
  expect(links_on_circle + " --start z1=far", "is not a number");
  expect(links_on_circle + " --plot metrics.png", "ends in .svg");
  expect(links_on_circle + " --variant algorithm2", "algorithm2");
  for (const char* gains : {"1,2", "1,2,3,4", "1,2,3 --gains 4,5,6"})
    expect(links_on_circle + " --gains " + gains, "--gains: ");
}

}  // namespace
}  // namespace tangible
