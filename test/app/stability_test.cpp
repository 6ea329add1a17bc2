// SPDX-License-Identifier: Apache-2.0
// tangible stability and tangible devices, as a person starts them.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <sstream>

#include "app/program.h"

namespace tangible {
namespace {

struct StabilityCommand : testing::Test {
  void SetUp() override {
    if (!program_is_built()) GTEST_SKIP() << "the program is not built";
  }
  static nlohmann::json map(const std::string& words) {
    const ProgramResult result = run_program("$T stability --points 3 --format json " + words);
    EXPECT_EQ(result.code, 0) << result.text;
    return nlohmann::json::parse(result.text);
  }
  ScratchFolder folder;
};

constexpr const char* kinds[] = {"held", "extrapolated", "parabola"};

// Masses are found by bisection; eigenvalues at the boundary have about ten digits.
TEST_F(StabilityCommand, masses_grow_with_all_masses_dampings_and_stiffnesses) {
  const nlohmann::json one = map("--device-mass 1 --device-damping 2 --hand-mass 0.3 --softest 10 --stiffest 2000"),
                       ten = map("--device-mass 10 --device-damping 20 --hand-mass 3 --softest 100 --stiffest 20000");
  for (std::size_t i = 0; i < 3; ++i)
    for (const char* kind : kinds) {
      const double mass = one["rows"][i][kind], scaled = ten["rows"][i][kind];
      EXPECT_GT(mass, 0);
      EXPECT_NEAR(scaled / mass, 10, 1e-7) << kind;
    }
}

TEST_F(StabilityCommand, masses_stay_where_time_is_scaled) {
  const nlohmann::json slow = map("--rate 1000 --device-damping 2 --softest 10 --stiffest 2000 --frequency 250"),
                       fast = map("--rate 2000 --device-damping 4 --softest 40 --stiffest 8000 --frequency 500");
  for (std::size_t i = 0; i < 3; ++i)
    for (const char* kind : kinds)
      EXPECT_NEAR(fast["rows"][i][kind].get<double>() / slow["rows"][i][kind].get<double>(), 1, 1e-8) << kind;
}

TEST_F(StabilityCommand, all_formats_have_the_same_numbers) {
  const nlohmann::json json = map("--delay 1");
  std::istringstream csv(run_program("$T stability --points 3 --delay 1 --format csv").text);
  std::string line;
  ASSERT_TRUE(std::getline(csv, line));
  for (std::size_t i = 0; i < 3; ++i) {
    ASSERT_TRUE(std::getline(csv, line));
    std::istringstream cells(line);
    std::vector<double> numbers;
    for (std::string cell; std::getline(cells, cell, ',');) numbers.push_back(std::stod(cell));
    ASSERT_EQ(numbers.size(), 7U);
    for (std::size_t k = 0; k < 3; ++k) EXPECT_NEAR(numbers[1 + 2 * k], json["rows"][i][kinds[k]], 1e-8);
  }
  const ProgramResult text = run_program("$T stability --points 3 --delay 1");
  EXPECT_EQ(text.code, 0);
  EXPECT_NE(text.text.find("smallest mass that is stable, device 1 kg"), std::string::npos) << text.text;
  const std::string path = folder.path + "/map.svg";
  EXPECT_EQ(run_program("$T stability --points 3 --format svg --out " + path).code, 0);
  std::ostringstream svg;
  svg << std::ifstream(path).rdbuf();
  EXPECT_EQ(svg.str().rfind("<svg", 0), 0U);
  EXPECT_NE(svg.str().find("</svg>"), std::string::npos);
}

TEST_F(StabilityCommand, what_cannot_be_mapped_is_refused) {
  const auto refusal = [](const std::string& words) {
    const ProgramResult result = run_program("$T stability " + words);
    EXPECT_NE(result.code, 0) << words;
    return result.text;
  };
  EXPECT_NE(refusal("--softest 100 --stiffest 10").find("it must be above --softest"), std::string::npos);
  EXPECT_NE(refusal("--end-effector 2").find("give less than --device-mass"), std::string::npos);
  EXPECT_NE(refusal("--rate 0").find("--rate"), std::string::npos);
}

TEST_F(StabilityCommand, devices_are_listed_with_their_options) {
  const ProgramResult result = run_program("$T devices");
  EXPECT_EQ(result.code, 0);
  for (const char* name : {"simulated", "udp", "model", "replay", "options: FILE"})
    EXPECT_NE(result.text.find(name), std::string::npos) << name;
}

}  // namespace
}  // namespace tangible
