// SPDX-License-Identifier: Apache-2.0
// Scripts of simulated operators become the numbers they say; those that say nonsense are refused at their place.
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "engine/error.h"
#include "haptics/admittance_map.h"
#include "haptics/operator_script.h"

namespace tangible {
namespace {

OperatorScript script_of(const std::string& text) {
  const std::string path =
      (std::filesystem::temp_directory_path() / ("script_" + std::to_string(::getpid()) + ".yaml")).string();
  std::ofstream(path) << text;
  OperatorScript script;
  try {
    read_operator_script(path, script);
  } catch (const BadInput& problem) {
    std::filesystem::remove(path);
    throw BadInput(std::string(problem.what()).substr(path.size()));
  }
  std::filesystem::remove(path);
  return script;
}

std::string told_of_script(const std::string& text) {
  try {
    (void)script_of(text);
  } catch (const BadInput& problem) {
    return problem.what();
  }
  return "";
}

TEST(OperatorScript, says_arm_device_intention_pushes_grip_and_tremor) {
  const OperatorScript script = script_of(
      "operator: firm\n"
      "arm: {stiffness: [300, 2]}\n"
      "device: {mass: 0.2, delay: 2, freedoms: x+turn_z}\n"
      "intention:\n  - {at: 0, to: [0]}\n  - {at: 0.5, to: [0.1, 0.2, 0, 0, 0, 1]}\n"
      "pushes:\n  - {from: 1, until: 1.5, effort: [2]}\n"
      "grip: [0, 1, 2]\n"
      "tremor: {amplitude: 0.001}\n");
  EXPECT_EQ(script.hand.stiffness, (LinearAndRotary{300, 2}));
  EXPECT_EQ(script.hand.inertia, firm_operator().inertia);
  EXPECT_EQ(script.device.linear.mass, 0.2);
  EXPECT_EQ(script.device.delay, 2);
  EXPECT_EQ(script.device.freedoms, (Freedoms{true, false, false, false, false, true}));
  ASSERT_EQ(script.hand.waypoints.size(), 2u);
  EXPECT_EQ(script.hand.waypoints[1].target[5], 1);
  EXPECT_EQ(script.hand.pushes.at(0).effort[0], 2);
  EXPECT_EQ(script.hand.grip_changes, (std::vector<double>{0, 1, 2}));
  EXPECT_EQ(script.hand.tremor, 0.001);
  EXPECT_EQ(script.hand.tremor_frequency, 10);
}

TEST(OperatorScript, that_says_nonsense_is_refused_at_its_place) {
  EXPECT_EQ(told_of_script("operator: strong\n").find(":1:11: "), 0u);
  EXPECT_EQ(told_of_script("arm: {mass: 1}\narms: {}\n").find(":2:1: error: 'arms' is not an entry of a script"), 0u);
  EXPECT_NE(told_of_script("device: {mass: 0}\n").find("above zero"), std::string::npos);
  EXPECT_NE(told_of_script("grip: [1, 0]\n").find("in order of time"), std::string::npos);
  EXPECT_THROW((void)operator_named("weak"), BadInput);
}

TEST(AdmittanceMap, has_a_row_for_each_hand_in_every_format) {
  AdmittanceMapOptions map;
  map.points = 2;
  map.loop.gains = tracking_gains(100);
  const std::vector<AdmittanceMapRow> rows{{10, 0.5, 0.2, unlimited}, {2000, 3, 1.5, 1}};
  const std::string text = admittance_map_text(map, rows), csv = admittance_map_csv(map, rows),
                    json = admittance_map_json(map, rows);
  EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 3);
  EXPECT_NE(text.find("none"), std::string::npos);  // what no mass makes stable
  EXPECT_NE(json.find("\"parabola\": null"), std::string::npos) << json;
}

}  // namespace
}  // namespace tangible
