// SPDX-License-Identifier: Apache-2.0
// Settings in YAML, with places, for rooms that do not know model files; runs and models that are asked for in words.
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "engine/record_reader.h"
#include "engine/settings_file.h"

namespace tangible {
namespace {

struct SettingsText {
  explicit SettingsText(const std::string& text)
      : path((std::filesystem::temp_directory_path() / ("settings_" + std::to_string(::getpid()) + ".yaml")).string()) {
    std::ofstream(path) << text;
  }
  ~SettingsText() { std::filesystem::remove(path); }
  SettingsText(const SettingsText&) = delete;
  SettingsText& operator=(const SettingsText&) = delete;
  std::string path;
};

std::string words_of(const std::function<void()>& attempt) {
  try {
    attempt();
  } catch (const BadInput& problem) {
    return problem.what();
  }
  return "";
}

TEST(SettingsFile, keeps_what_was_written_and_where) {
  const SettingsText file("mass: 2\nlist: [a, {b: 3}]\nnothing:\n");
  const Settings root = read_settings(file.path);
  ASSERT_TRUE(root.is_map());
  ASSERT_EQ(root.entries.size(), 3u);
  EXPECT_EQ(root.find("mass")->text, "2");
  EXPECT_EQ(root.entries[1].line, 2);
  EXPECT_EQ(root.entries[1].column, 1);
  const Settings& list = *root.find("list");
  ASSERT_TRUE(list.is_list());
  EXPECT_EQ(list.items[1].find("b")->text, "3");
  EXPECT_EQ(list.items[1].find("b")->column, 15);
  EXPECT_EQ(root.find("nothing")->kind, Settings::Kind::none);
  EXPECT_EQ(root.find("absent"), nullptr);
}

TEST(SettingsFile, that_is_no_yaml_is_refused_by_file_and_line) {
  const SettingsText file("mass: 2\nlist: [\n");
  const std::string told = words_of([&] { (void)read_settings(file.path); });
  EXPECT_EQ(told.find(file.path + ":"), 0u) << told;
  EXPECT_NE(words_of([] { (void)read_settings("/no/such/file.yaml"); }).find("/no/such/file.yaml"), std::string::npos);
}

TEST(ModelRequest, names_options_as_whoever_asks_names_them) {
  ModelRequest request;
  request.set = {"m"};
  EXPECT_EQ(words_of([&] { (void)formulation_options(request); }),
            "set m: error: expected name=value, such as set m=\"2 kg\"");
  request.set = {"m=1 kg", "m=2 kg"};
  request.option_prefix = "--";
  EXPECT_EQ(words_of([&] { (void)formulation_options(request); }),
            "--set m=2 kg: error: m is set twice, before this to 1 kg; leave out one of them");
}

TEST(RunRecipe, gives_warnings_of_the_model_to_whoever_asks) {
  const SettingsText file(
      "tangible: 1\nparameters: {m: 1 kg}\ncoordinates: {x: m}\npoints: {P: {from: O, at: x*N.x}}\n"
      "particles: {p: {at: P, mass: m}}\ndiscrete: {k: 0}\n"
      "events: {never: {when: rises(m - 2 kg), do: [{set: {k: 1}}]}}\n");
  RunRecipe recipe;
  recipe.load.path = file.path;
  recipe.until = 0.1;
  std::string warned;
  const Record record = run_recipe(recipe, {}, [&](const std::string& text) { warned += text; });
  EXPECT_EQ(record.status, SimulationStatus::ok);
  EXPECT_NE(warned.find("event 'never' cannot happen"), std::string::npos) << warned;
}

TEST(Records, that_differ_are_told_apart_by_column_row_and_event) {
  Record came;
  came.columns = {{"t", "s"}, {"x", "m"}};
  came.rows = {{0, 1}, {1, 2}};
  RecordedRun was;
  was.columns = {"t", "x"};
  was.rows = came.rows;
  EXPECT_EQ(find_difference(was, came), "");
  was.rows[1][1] = 2.5;
  EXPECT_EQ(find_difference(was, came), "x differs at t = 1 s: recorded 2.5, replayed 2");
  was.rows = {{0, 1}};
  EXPECT_EQ(find_difference(was, came), "the numbers of rows differ: recorded 1, replayed 2");
  was.complete = false;
  EXPECT_EQ(find_difference(was, came), "");
  was.columns = {"t", "y"};
  EXPECT_EQ(find_difference(was, came), "column 2 differs: recorded y, replayed x");
}

}  // namespace
}  // namespace tangible
