// SPDX-License-Identifier: Apache-2.0
// tangible run as a person starts it: scripts that are wrong, motions that are followed, devices that are refused.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "app/program.h"

namespace tangible {
namespace {

struct HapticRunProgram : ::testing::Test {
  void SetUp() override {
    if (!program_is_built()) GTEST_SKIP() << "the program is not built";
  }
  ScratchFolder folder;
};

constexpr const char* on_the_wall = "$T run models/wall/wall.yaml --virtual-time --duration 0.05 --script ";

TEST_F(HapticRunProgram, a_script_that_is_wrong_is_told_by_file_line_and_remedy) {
  struct Case {
    const char *text, *place, *words;
  };
  const Case cases[] = {
      {"operator: strong\n", ":1:", "choose none, light or firm"},
      {"operator: firm\nintentions: []\n", ":2:", "is not an entry of a script"},
      {"operator: firm\nintention: 3\n", ":2:", "is a list"},
      {"intention:\n  - {to: [0, 0]}\n", ":2:", "missing"},
      {"intention:\n  - {at: 0}\n", ":2:", "needs `to"},
      {"intention:\n  - {at: soon, to: [0]}\n", ":2:", "is not a number"},
      {"intention:\n  - {at: 0, to: [0, 0, 0, 0, 0, 0, 0]}\n", ":2:", "at most six"},
      {"intention:\n  - {at: 1, to: [0]}\n  - {at: 0.5, to: [1]}\n", ":3:", "in order of time"},
      {"pushes:\n  - {from: 0, until: 1}\n", ":2:", "needs `effort"},
      {"pushes:\n  - {from: 1, until: 0, effort: [1]}\n", ":2:", "ends before it begins"},
      {"grip: now\n", ":1:", "list of times"},
      {"grip: [1, 0.5]\n", ":1:", "in order of time"},
      {"tremor: 3\n", ":1:", "missing"},
      {"arm: {mass: -1}\n", ":1:", "negative"},
      {"arm: {weight: 1}\n", ":1:", "an arm has mass"},
      {"device: {mass: 0}\n", ":1:", "mass"},
      {"device: {colour: red}\n", ":1:", "no such property"},
      {"device: {delay: 1.5}\n", ":1:", "whole number"},
      {"device: {freedoms: x+w}\n", ":1:", "is not a degree of freedom"},
      {"operator: [\n", ":", "error"},
      {"- 3\n", ":1:", "is a map"},
  };
  for (const Case& c : cases) {
    const std::string path = folder.write("script.yaml", c.text);
    const ProgramResult result = run_program(on_the_wall + path);
    EXPECT_NE(result.code, 0) << c.text;
    EXPECT_NE(result.text.find(path + c.place), std::string::npos) << c.text << result.text;
    EXPECT_NE(result.text.find(c.words), std::string::npos) << c.text << result.text;
  }
  const ProgramResult missing = run_program(std::string(on_the_wall) + folder.path + "/none.yaml");
  EXPECT_NE(missing.code, 0);
  EXPECT_NE(missing.text.find("none.yaml"), std::string::npos) << missing.text;
}

TEST_F(HapticRunProgram, a_recording_that_cannot_be_written_leaves_the_report_and_fails) {
  for (const char* words : {"models/wall/wall.yaml", "models/wall/wall.yaml --display admittance",
                            "models/wall/plate_at_stop.yaml --display follow --script "
                            "examples/hands/press_the_stop.yaml"}) {
    const ProgramResult result =
        run_program("$T run --virtual-time --duration 0.05 --record /dev/full " + std::string(words));
    EXPECT_EQ(result.code, 1) << words << result.text;
    EXPECT_NE(result.text.find("ran 50 ticks"), std::string::npos) << words << result.text;
    EXPECT_NE(result.text.find("/dev/full: error: the recording cannot be written"), std::string::npos) << result.text;
  }
}

// The line of live figures is rewritten in place; wider than the terminal it would fill the screen.
TEST_F(HapticRunProgram, the_live_line_fits_the_terminal) {
  const std::string run = "$T run models/wall/wall.yaml --duration 0.4 >/dev/null";
  const ProgramResult narrow = run_program("export T; TERM=xterm script -qec 'stty cols 40; " + run + "' /dev/null");
  ASSERT_EQ(narrow.code, 0) << narrow.text;
  EXPECT_NE(narrow.text.find("Hz"), std::string::npos) << narrow.text;
  std::size_t longest = 0;
  for (std::size_t start = narrow.text.find('\r'); start != std::string::npos;) {
    const std::size_t end = narrow.text.find('\r', start + 1);
    if (narrow.text.find("Hz", start) < end) longest = std::max(longest, std::min(end, narrow.text.size()) - start - 1);
    start = end;
  }
  EXPECT_EQ(longest, 39u) << narrow.text;
  const ProgramResult dumb = run_program("export T; TERM=dumb script -qec '" + run + "' /dev/null");
  EXPECT_EQ(dumb.text.find("Hz"), std::string::npos) << dumb.text;
}

TEST_F(HapticRunProgram, words_that_are_wrong_are_refused_with_the_remedy) {
  const auto refusal = [](const std::string& words) {
    const ProgramResult result = run_program("$T run models/wall/wall.yaml --virtual-time --duration 0.05 " + words);
    EXPECT_NE(result.code, 0) << words;
    return result.text;
  };
  for (const char* coupler : {"soft", "100", "100,2,3", "-1,2", "100,2,3,4,5", "100,2x", "100,", "inf,1"})
    EXPECT_NE(refusal(std::string("--coupler ") + coupler).find("give auto, or K,B"), std::string::npos) << coupler;
  EXPECT_NE(refusal("--set m").find("write name=value"), std::string::npos);
  EXPECT_NE(refusal("--set no_such=1").find("no_such"), std::string::npos);
}

TEST_F(HapticRunProgram, a_handle_follows_a_script_and_the_record_of_it) {
  const std::string script =
      folder.write("turn.yaml", "device: {freedoms: x}\nintention:\n  - {at: 0, to: [0]}\n  - {at: 0.5, to: [0.2]}\n");
  const std::string record = folder.path + "/record.txt";
  const std::string words = "$T run models/pendulum_on_cart/pendulum_on_cart.yaml --display follow --format json ";
  const ProgramResult first = run_program(words + "--script " + script + " --record " + record);
  ASSERT_EQ(first.code, 0) << first.text;
  const auto json = nlohmann::json::parse(first.text);
  EXPECT_EQ(json["display"], "follow");
  EXPECT_EQ(json["ticks"]["run"], 500);
  EXPECT_GT(json["force"]["largest"].get<double>(), 1);
  EXPECT_LT(std::abs(json["model_books"]["error"].get<double>()), 1e-6);
  const ProgramResult second = run_program(words + "--device replay:" + record);
  ASSERT_EQ(second.code, 0) << second.text;
  const auto again = nlohmann::json::parse(second.text);
  EXPECT_NEAR(again["force"]["largest"].get<double>() / json["force"]["largest"].get<double>(), 1, 1e-2);
}

TEST_F(HapticRunProgram, follow_refuses_what_cannot_be_right) {
  const ProgramResult nothing = run_program("$T run models/wall/plate_at_stop.yaml --display follow");
  EXPECT_NE(nothing.code, 0);
  EXPECT_NE(nothing.text.find("no motion to follow"), std::string::npos) << nothing.text;
  const std::string script = folder.write("x.yaml", "intention:\n  - {at: 0, to: [0]}\n  - {at: 1, to: [0.1]}\n");
  const ProgramResult fixed = run_program("$T run models/wall/wall.yaml --display follow --script " + script);
  EXPECT_NE(fixed.code, 0);
  EXPECT_NE(fixed.text.find("cannot move"), std::string::npos) << fixed.text;
  const ProgramResult heavy = run_program(
      "$T run models/shopping_cart/shopping_cart.yaml --display follow --device simulated --virtual-time --duration "
      "0.1");
  EXPECT_NE(heavy.code, 0);
  EXPECT_NE(heavy.text.find("use --display impedance"), std::string::npos) << heavy.text;
  const ProgramResult stopped =
      run_program("$T run models/wall/plate_at_stop.yaml --display follow --script " + script);
  EXPECT_NE(stopped.code, 0);  // it is led through its stop
  EXPECT_NE(stopped.text.find("plate_at_stop.yaml"), std::string::npos) << stopped.text;
}

TEST_F(HapticRunProgram, a_light_plate_is_led_by_a_live_device) {
  const std::string script = folder.write("back.yaml", "intention:\n  - {at: 0, to: [0]}\n  - {at: 1, to: [-0.05]}\n");
  const ProgramResult led = run_program(
      "$T run models/wall/plate_at_stop.yaml --display follow --device simulated --virtual-time --duration 1 "
      "--script " +
      script);
  EXPECT_EQ(led.code, 0) << led.text;
  EXPECT_NE(led.text.find("stable with an operator, guarded"), std::string::npos) << led.text;
}

TEST_F(HapticRunProgram, gains_that_are_given_get_the_label_that_they_earn) {
  const auto label = [](const std::string& gains) {
    return run_program("$T run models/wall/wall.yaml --virtual-time --duration 0.2 --coupler " + gains).text;
  };
  EXPECT_NE(label("500,0.2").find(": passive"), std::string::npos);
  EXPECT_NE(label("2000,2").find("stable with an operator"), std::string::npos);
  EXPECT_NE(label("100000,0").find("stability not shown"), std::string::npos);
}

TEST_F(HapticRunProgram, several_devices_hold_several_handles) {
  const std::string left = folder.path + "/left.txt", right = folder.path + "/right.txt";
  const ProgramResult two = run_program(
      "$T run --display admittance --virtual-time --duration 0.05 --format json --device simulated:operator=firm "
      "--handle grip --device simulated:scale=2/1/1,rotate=0/0/90 --handle saddle --record " +
      left + " --record " + right + " models/bicycle/bicycle.yaml");
  ASSERT_EQ(two.code, 0) << two.text;
  const auto json = nlohmann::json::parse(two.text);
  ASSERT_EQ(json["held"].size(), 2u);
  EXPECT_EQ(json["held"][0]["handle"], "grip");
  EXPECT_FALSE(json["held"][0].contains("placement"));
  EXPECT_EQ(json["held"][1]["placement"]["scale"][0], 2);
  EXPECT_TRUE(std::filesystem::exists(left));
  EXPECT_TRUE(std::filesystem::exists(right));
}

TEST_F(HapticRunProgram, devices_that_do_not_fit_their_handles_are_refused) {
  struct Case {
    const char *words, *told;
  };
  const Case cases[] = {
      {"--device simulated --handle grip --handle saddle", "it is given 2 times for 1 device; give as many --device"},
      {"--handle grip --handle grip", "--handle grip: error: two devices hold it"},
      {"--device simulated --device simulated --device simulated", "there are 3 devices"},
      {"--device simulated --device simulated --record one.txt", "give one for each device"},
      {"--record /none/one.txt", "--record /none/one.txt: error: there is no folder /none"},
      {"--device simulated --device simulated --record one.txt --record one.txt", "two devices would write to it"},
      {"--handle grip --script a.yaml --script b.yaml", "give one for all devices, or one for each"},
      {"--device simulated --device simulated --display follow", "one handle can be led at a time"},
      {"--device simulated:scale=0", "--device: error: scale='0' is not a valid scale"},
      {"--device simulated:rotate=90", "write X/Y/Z"},
      {"--device simulated:offset=here", "write X/Y/Z"},
      {"--device simulated:clutch=40", "0 to 31"},
      {"--device udp:port=99999", "from 0 to 65535"},
  };
  for (const Case& c : cases) {
    const ProgramResult result =
        run_program(std::string("$T run models/bicycle/bicycle.yaml --virtual-time --duration 0.05 ") + c.words);
    EXPECT_EQ(result.code, 2) << c.words << result.text;
    EXPECT_NE(result.text.find(c.told), std::string::npos) << c.words << result.text;
  }
}

}  // namespace
}  // namespace tangible
