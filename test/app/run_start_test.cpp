// SPDX-License-Identifier: Apache-2.0
// The start of a run, and errors that are refused before it begins.
#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <fstream>

#include "app/output_file.h"
#include "engine/run_recipe.h"
#include "engine/record_text.h"

namespace tangible {
namespace {

// A file of one test, removed with it.
class Scratch {
 public:
  Scratch(const std::string& ending, const std::string& text)
      : path(std::filesystem::temp_directory_path() / ("run_start_" + std::to_string(::getpid()) + ending)) {
    std::ofstream(path) << text;
  }
  ~Scratch() { std::filesystem::remove(path); }
  std::filesystem::path path;
};

std::string refusal(const auto& action) {
  try {
    action();
  } catch (const BadInput& error) {
    return error.what();
  }
  return "";
}

// A body on a rod of one metre that turns about O in every way.
Record hang(const std::string& initial) {
  const Scratch file(".yaml", R"yaml(
tangible: 1
coordinates: {e0: rad, e1: rad, e2: rad, e3: rad}
frames: {B: {in: N, euler: [e0, e1, e2, e3]}}
points: {C: {from: O, at: 1 m*B.z}}
bodies: {b: {frame: B, center: C, mass: 1 kg, inertia: [0.1, 0.1, 0.1]}}
gravity: -9.81*N.z
outputs: {dist: mag(p(C))}
initial: )yaml" + initial + "\n");
  RunRecipe recipe;
  recipe.load.path = file.path.string();
  recipe.until = 0.01;
  return run_recipe(recipe, {});
}

TEST(EulerParameters, are_normalised_to_rounding_wherever_they_begin) {
  for (const char* initial : {"{e0: 5, e1: 7}", "{e0: 5e-6, e1: 7e-6}", "{e0: 5e6, e1: 7e6}"}) {
    const Record record = hang(initial);
    EXPECT_NEAR(record.column("e0")[0], 5 / std::sqrt(74.0), 1e-15) << initial;
    EXPECT_NEAR(record.column("e1")[0], 7 / std::sqrt(74.0), 1e-15) << initial;
    EXPECT_NEAR(record.column("dist")[0], 1, 1e-15) << initial;
    EXPECT_NEAR(record.ledger.start, 9.81 * (25 - 49) / 74, 1e-12) << initial;  // m g cos(turn), cos = e0^2 - e1^2
  }
}

TEST(EulerParameters, that_are_held_stay_and_the_others_follow) {
  const Record record = hang("{e0: {hold: 0.8}, e1: {guess: 0.1}}");
  EXPECT_EQ(record.column("e0")[0], 0.8);
  EXPECT_NEAR(record.column("e1")[0], 0.6, 1e-14);
}

TEST(EulerParameters, that_cannot_be_normalised_are_refused_by_name) {
  for (const char* initial : {"{e0: 0, e1: 0, e2: 0, e3: 0}", "{e0: 1e300}", "{e0: {hold: 0.8}, e1: {hold: 0.8}}",
                              "{e0: {hold: 0.5}, e1: {hold: 0.5}, e2: {hold: 0.5}, e3: {hold: 0.4}}"}) {
    const std::string text = refusal([&] { (void)hang(initial); });
    EXPECT_NE(text.find("the motion cannot begin"), std::string::npos) << initial << text;
    EXPECT_NE(text.find("cannot hold: of Euler parameters give values that are finite"), std::string::npos) << text;
  }
}

TEST(Files, that_cannot_be_written_are_told_before_the_run) {
  const std::string folder = std::filesystem::temp_directory_path().string();
  const auto check = [](const std::string& path) { return refusal([&] { check_can_be_written("--out", path); }); };
  EXPECT_EQ(check(folder + "/a_new_file.csv"), "");
  EXPECT_EQ(check("a_new_file.csv"), "");
  EXPECT_EQ(check("/no/such/folder/a.csv"),
            "--out /no/such/folder/a.csv: error: there is no folder /no/such/folder; make it first (mkdir -p), or give "
            "another name");
  EXPECT_EQ(check(folder), "--out " + folder + ": error: this is a folder; give the name of a file in it");
  if (::geteuid() != 0) {
    EXPECT_NE(check("/proc/version").find("cannot be written"), std::string::npos);
  }
}

TEST(Times, between_rows_that_no_step_meets_are_refused_with_advice) {
  const auto check = [](double every, double step) {
    RunRecipe recipe;
    recipe.load.option_prefix = "--";
    recipe.every = every;
    recipe.step = step;
    return refusal([&] { check_times(recipe); });
  };
  EXPECT_EQ(check(0.03, 0.01), "");
  EXPECT_EQ(check(0.015, 0), "");
  EXPECT_EQ(check(0.015, 0.01),
            "--every 0.015: error: not a multiple of --step 0.01, and rows are written at the ends of steps; give "
            "--every 0.02 or another multiple, or leave out --step");
  EXPECT_NE(check(0.001, 0.01).find("give --every 0.01 or"), std::string::npos);
  EXPECT_EQ(check(1e-9, 0),
            "--every 1e-09: error: 1e+10 rows until 10 s are more than can be kept; give at least --every 1e-07");
}

TEST(Times, of_rows_are_those_of_steps_where_nothing_is_said) {
  const Scratch file(".yaml",
                     "tangible: 1\ncoordinates: {x: m}\npoints: {P: {from: O, at: x*N.x}}\n"
                     "particles: {p: {at: P, mass: 1 kg}}\n");
  RunRecipe recipe;
  recipe.load.path = file.path.string();
  recipe.until = 1;
  recipe.step = 0.01;
  const std::vector<double> t = run_recipe(recipe, {}).column("t");
  ASSERT_EQ(t.size(), 101U);
  for (std::size_t i = 1; i < t.size(); ++i) EXPECT_NEAR(t[i] - t[i - 1], 0.01, 1e-12) << i;
}

}  // namespace
}  // namespace tangible
