// SPDX-License-Identifier: Apache-2.0
// Inputs have no rates: where one would be needed, an error is reported; state variables have them.
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "engine/evaluate_json.h"
#include "formulated.h"

namespace tangible {
namespace {

CurrentFormulation load_text(const std::string& text) {
  const std::string path =
      testing::TempDir() + testing::UnitTest::GetInstance()->current_test_info()->name() + std::string(".yaml");
  std::ofstream(path) << text;
  return formulate_current({path, {}});
}

std::string error_of(const std::string& text) {
  try {
    load_text(text);
  } catch (const BadInput& error) {
    return error.what();
  }
  return "none";
}

const std::string slider = R"yaml(
tangible: 1
inputs: {v: m/s, x_in: m}
coordinates: {x: m}
points: {P: {from: O, at: x*N.x}}
speeds: {u: "x'"}
particles: {bead: {at: P, mass: 2 kg}}
)yaml";

TEST(Inputs, in_a_motion_constraint_are_refused_with_advice) {
  const std::string told = error_of(slider + "constraints: {drive: {motion: u - v}}\n");
  EXPECT_NE(told.find(":8:15: error: constraint drive needs the rate of input v"), std::string::npos) << told;
  EXPECT_NE(told.find("own state"), std::string::npos) << told;
}

TEST(Inputs, in_a_configuration_constraint_are_refused) {
  EXPECT_NE(error_of(slider + "constraints: {drive: {configuration: x - x_in}}\n").find("input x_in"),
            std::string::npos);
}

TEST(Inputs, cannot_move_points_or_frames) {
  const std::string moved = slider + "loads: {push: {force: (1 N)*N.x, at: Q}}\n";
  EXPECT_NE(error_of(moved + "define: {shift: x_in}\n").find("unknown point"), std::string::npos);
  std::string text = slider;
  text.replace(text.find("points: {"), 9, "points: {Q: {from: O, at: x_in*N.x}, ");
  EXPECT_NE(error_of(text).find("point Q depends on input x_in"), std::string::npos) << error_of(text);
}

// A motion constraint that follows an own state has the state's rate in its own.
TEST(Inputs, an_own_state_passes_its_rate_on_to_the_row) {
  const CurrentFormulation model = load_text(slider + R"yaml(
states: {s: {unit: m/s, rate: (v - s)/(0.2 s)}}
constraints: {drive: {motion: u - s, active: true}}
)yaml");
  Values values{{model.mechanism->time(), 0.0}};
  for (const auto& [name, number] : std::map<std::string, double>{{"v", 3}, {"x_in", 0}, {"s", 1}, {"x", 0}, {"u", 1}})
    values[symbol(name)] = number;
  const auto json = evaluate_to_json(model, {values, {"drive"}});
  EXPECT_NEAR(json["udot"]["u"].get<double>(), 10.0, 1e-12);                   // (3 - 1)/0.2
  EXPECT_NEAR(json["constraint_forces"]["drive"].get<double>(), 20.0, 1e-12);  // m u'
}

}  // namespace
}  // namespace tangible
