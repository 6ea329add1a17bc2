// SPDX-License-Identifier: Apache-2.0
// Whole runs as data: one device or several, each on a handle of its own, placed as somebody likes.
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "haptics/admittance_run.h"
#include "haptics/follow_run.h"
#include "haptics/impedance_run.h"

namespace tangible {
namespace {

HapticRunOptions hands_on(const std::string& model, const std::vector<std::string>& handles) {
  HapticRunOptions o;
  o.path = model;
  o.clock.is_virtual = true;
  o.clock.duration = 0.3;
  o.held.clear();
  for (const std::string& handle : handles) {
    HandleChoice held;
    held.handle = handle;
    held.device.text = "simulated:operator=firm";
    o.held.push_back(held);
  }
  return o;
}

std::string refused(const HapticRunOptions& options) {
  try {
    ImpedanceRun run(options);
  } catch (const BadInput& problem) {
    return problem.what();
  }
  return "";
}

const std::string bicycle = "models/bicycle/bicycle.yaml", plate = "models/wall/plate_at_stop.yaml";

TEST(HapticRun, holds_several_handles_by_devices_of_their_own) {
  HapticRunOptions options = hands_on(bicycle, {"saddle", "grip"});
  options.held[1].device.text += ",scale=2,rotate=0/0/180";
  ImpedanceRun run(options);
  run.run();
  const RunReport report = run.report();
  ASSERT_EQ(report.held.size(), 2u);
  EXPECT_TRUE(report.completed) << report.stopped;
  const nlohmann::ordered_json json = report_json(report);
  EXPECT_FALSE(json.contains("handle"));
  ASSERT_EQ(json["held"].size(), 2u);
  EXPECT_EQ(json["held"][1]["handle"], "grip");
  // Each hand has its own books; what they did together is what the model got.
  EXPECT_NE(json["held"][0]["largest"]["force"], json["held"][1]["largest"]["force"]);
  EXPECT_NEAR(json["model_books"]["work"].get<double>(), report.held[0].work + report.held[1].work, 1e-15);
  EXPECT_GT(std::abs(report.held[0].work) + std::abs(report.held[1].work), 0);
  // A scaled and turned device neither makes nor loses energy: the books of its coupler close.
  EXPECT_LT(std::abs(report.held[1].port->coupler().imbalance()), 1e-12);
  EXPECT_LT(report.held[1].port->coupler().gains().stiffness.linear,
            report.held[0].port->coupler().gains().stiffness.linear);
  EXPECT_EQ(json["held"][1]["placement"]["scale"][0], 2);
  EXPECT_NEAR(json["held"][1]["placement"]["rotation"][3].get<double>(), 1, 1e-15);
  EXPECT_FALSE(json["held"][0].contains("placement"));
  const std::string text = report_text(report);
  EXPECT_NE(text.find("2 handles held"), std::string::npos) << text;
  EXPECT_NE(text.find("\n    coupler "), std::string::npos) << text;
}

TEST(HapticRun, takes_the_next_free_handles_where_none_are_named) {
  const Model model = load(bicycle);
  using Names = std::vector<std::string>;
  EXPECT_EQ(chosen_handles(hands_on(bicycle, {"", ""}), model), (Names{"saddle", "grip"}));
  EXPECT_EQ(chosen_handles(hands_on(bicycle, {"", "saddle"}), model), (Names{"grip", "saddle"}));
}

TEST(HapticRun, refuses_what_two_hands_cannot_hold) {
  EXPECT_EQ(refused(hands_on(bicycle, {"grip", "grip"})),
            "handle grip: error: two devices hold it; give each device a handle of its own");
  EXPECT_NE(refused(hands_on(bicycle, {"", "", ""})).find("there are 3 devices"), std::string::npos);
  EXPECT_NE(refused(hands_on(bicycle, {"saddle", "bell"})).find("bell"), std::string::npos);
  HapticRunOptions two = hands_on(bicycle, {"saddle", "grip"});
  EXPECT_THROW(FollowRun run(two), BadInput);
}

// What the device does along its own x, it does along N.y in the world, at twice the length.
TEST(HapticRun, moves_a_turned_and_scaled_device_as_it_was_placed) {
  const std::string name = (std::filesystem::temp_directory_path() / ("placed_" + std::to_string(::getpid()))).string();
  std::ofstream(name + ".yaml") << "operator: light\npushes:\n  - {from: 0, until: 1, effort: [1]}\n";
  HapticRunOptions options = hands_on("models/shopping_cart/shopping_cart.yaml", {"grip"});
  options.held[0].device.text = "simulated:scale=2,rotate=0/0/90";
  options.held[0].device.script = name + ".yaml";
  options.held[0].record = name + ".txt";
  options.clock.duration = 0.1;
  Simulation at_start(load(options.path), {.method = Method::rk4});
  const Vec3 handle = at_start.port("grip").pose().position;
  ImpedanceRun run(options);
  run.run();
  const DeviceRecord record = read_device_record(options.held[0].record);
  std::filesystem::remove(name + ".yaml");
  std::filesystem::remove(name + ".txt");
  const Vec3 moved = record.entries.back().sample.pose.position - record.entries.front().sample.pose.position;
  const Vec3 world = run.report().held[0].port->device_in_world().position - handle;
  EXPECT_GT(std::abs(moved.x), 1e-5);  // pushed by the hand, carried by the cart
  EXPECT_GT(std::abs(moved.y), 1e-5);
  EXPECT_NEAR(world.y, 2 * moved.x, 1e-12);
  EXPECT_NEAR(world.x, -2 * moved.y, 1e-12);
  EXPECT_NEAR(world.z, 2 * moved.z, 1e-12);
}

TEST(HapticRun, displays_several_admittances) {
  const HapticRunOptions options = hands_on("models/shopping_cart/shopping_cart.yaml", {"", "caster"});
  AdmittanceRun run(options);
  run.run();
  const AdmittanceRunReport report = run.report();
  EXPECT_TRUE(report.completed) << report.stopped;
  EXPECT_EQ(report_json(report)["held"].size(), 2u);
  EXPECT_NE(report_text(report).find("2 handles displayed as admittances"), std::string::npos);
}

TEST(FollowRun, refuses_an_offset_because_the_handle_begins_where_it_is) {
  HapticRunOptions options = hands_on(plate, {""});
  options.held[0].device.text = "simulated:offset=0.1/0/0";
  try {
    FollowRun run(options);
    FAIL();
  } catch (const BadInput& problem) {
    EXPECT_NE(std::string(problem.what()).find("leave it out"), std::string::npos) << problem.what();
  }
}

TEST(RunClock, ends_when_it_is_asked_to) {
  HapticRunOptions options = hands_on(plate, {""});
  int asked = 0;
  options.clock.should_continue = [&asked] { return ++asked <= 10; };
  AdmittanceRun run(options);
  run.run();
  EXPECT_EQ(run.report().servo->ticks, 10);
}

}  // namespace
}  // namespace tangible
