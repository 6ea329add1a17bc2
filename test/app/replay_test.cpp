// SPDX-License-Identifier: Apache-2.0
// Recorded runs are repeated bit by bit, wherever they are; edits of records are reported.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "app/program.h"
#include "engine/record_reader.h"

namespace tangible {
namespace {

using Json = nlohmann::ordered_json;

std::string text_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

struct Replay : testing::Test {
  void SetUp() override {
    if (!program_is_built()) GTEST_SKIP() << "the program is not built";
    folder.write("bead.yaml", pushed_bead);
    folder.write("in.csv", "t,F\n0,1\n1,2\n");
    const ProgramResult made =
        run_program("cd " + folder.path + " && $T simulate bead.yaml --until 0.5 --input in.csv --out run.json");
    ASSERT_EQ(made.code, 0) << made.text;
    record = text_of(folder.path + "/run.json");
  }
  ProgramResult replay(const std::string& from = "/", const std::string& name = "run.json") const {
    return run_program("cd " + from + " && $T replay " + folder.path + "/" + name);
  }
  // The error reported for the record after an edit, without its folder.
  std::string told_after(const std::function<void(Json&)>& edit) {
    Json json = Json::parse(record);
    edit(json);
    return told_of(json.dump(1));
  }
  std::string told_of(const std::string& text) {
    const std::string path = folder.write("edited.json", text);
    try {
      (void)read_record(path);
    } catch (const BadInput& error) {
      const std::string told = error.what();
      EXPECT_EQ(told.find(path), 0U) << told;
      return told.substr(folder.path.size() + 1);
    }
    return "";
  }
  ScratchFolder folder;
  std::string record;
};

TEST_F(Replay, finds_the_model_here_or_beside_the_record) {
  for (const std::string& from : {folder.path, std::string("/")}) {
    const ProgramResult result = replay(from);
    EXPECT_EQ(result.code, 0) << result.text;
    EXPECT_NE(result.text.find("201 rows identical, 0 events"), std::string::npos) << result.text;
  }
  std::filesystem::remove(folder.path + "/bead.yaml");
  const ProgramResult gone = replay();
  EXPECT_EQ(gone.code, 2);
  EXPECT_NE(gone.text.find("run.json:3: error: the model bead.yaml is not there, neither in this folder nor beside the "
                           "record (" +
                           folder.path + "/bead.yaml)"),
            std::string::npos)
      << gone.text;
}

TEST_F(Replay, says_that_the_model_has_changed) {
  std::string other = pushed_bead;
  folder.write("bead.yaml", other.replace(other.find("2 kg"), 4, "3 kg"));
  const ProgramResult result = replay();
  EXPECT_EQ(result.code, 1);
  EXPECT_NE(result.text.find(": recorded "), std::string::npos) << result.text;
  EXPECT_NE(result.text.find("bead.yaml has changed since the run was recorded: bring it back"), std::string::npos);
  folder.write("bead.yaml", pushed_bead + "# a remark\n");
  const ProgramResult remark = replay();
  EXPECT_EQ(remark.code, 0);
  EXPECT_NE(remark.text.find("has changed since the run was recorded, without effect"), std::string::npos);
}

TEST_F(Replay, a_model_that_can_no_longer_be_read_is_known_to_have_changed) {
  folder.write("bead.yaml", "tangible: 1\nframe: B\n");
  const ProgramResult result = replay();
  EXPECT_EQ(result.code, 2);
  EXPECT_NE(result.text.find("has changed since the run was recorded"), std::string::npos) << result.text;
}

TEST_F(Replay, numbers_rows_and_events_that_were_edited_are_found) {
  const auto replay_after = [&](const std::function<void(Json&)>& edit) {
    Json json = Json::parse(record);
    edit(json);
    folder.write("edited.json", json.dump(1));
    const ProgramResult result = replay("/", "edited.json");
    EXPECT_EQ(result.code, 1);
    return result.text;
  };
  EXPECT_NE(replay_after([](Json& j) { j["rows"][3][1] = 7; }).find("x differs at t = 0.0075 s: recorded 7"),
            std::string::npos);
  EXPECT_NE(replay_after([](Json& j) {
              j["rows"].erase(200);
            }).find("the numbers of rows differ: recorded 200, replayed 201"),
            std::string::npos);
  EXPECT_NE(replay_after([](Json& j) { j["columns"][1]["name"] = "y"; }).find("column 2 differs: recorded y"),
            std::string::npos);
  EXPECT_NE(replay_after([](Json& j) {
              j["events"].push_back({{"t", 0.1}, {"what", "event e"}});
            }).find("the numbers of events differ: recorded 1, replayed 0"),
            std::string::npos);
}

TEST_F(Replay, keys_that_are_missing_are_named) {
  for (const std::string key : {"model", "set", "until", "step", "tolerance", "every", "method"})
    EXPECT_EQ(told_after([&](Json& j) {
                j["run"].erase(key);
              }).find("edited.json:2: error: the record has no `" + key + "` entry\n  write a record anew"),
              0U)
        << key;
  for (const std::string key : {"columns", "rows", "events"})
    EXPECT_NE(told_after([&](Json& j) { j.erase(key); }).find("the record has no `" + key + "` entry"),
              std::string::npos)
        << key;
  EXPECT_EQ(told_after([](Json& j) { j.erase("run"); }).find("edited.json: error: not a recorded run"), 0U);
}

TEST_F(Replay, values_of_the_wrong_kind_are_told_with_their_line) {
  const auto told = [&](const std::string& key, const Json& value) {
    return told_after([&](Json& j) { j["run"][key] = value; });
  };
  EXPECT_EQ(told("until", "ten").find("edited.json:5: error: `until` must be a number, not \"ten\""), 0U);
  EXPECT_EQ(told("until", -1).find("edited.json:5: error: `until` must be above zero"), 0U);
  EXPECT_EQ(told("until", nullptr).find("edited.json:5: error: `until` must be a number, not null"), 0U);
  EXPECT_EQ(told("set", "m=2").find("edited.json:4: error: `set` must be a list of texts, not \"m=2\""), 0U);
  EXPECT_EQ(told("set", {1, 2}).find("edited.json:4: error: `set` must be a list of texts, not [1,2]"), 0U);
  EXPECT_NE(told("method", "rk5").find("unknown method 'rk5'"), std::string::npos);
  EXPECT_NE(told("step", 1e-300).find("steps until 0.5 s would never end"), std::string::npos);
  EXPECT_NE(told("inputs", {{"names", {"F"}}, {"rows", {{0, 1, 2}}}}).find("a row of `inputs` must be 2 numbers"),
            std::string::npos);
  EXPECT_NE(told("inputs", {{"names", {"F"}}, {"rows", {{1, 1}, {0, 1}}}}).find("times of `inputs` must increase"),
            std::string::npos);
  EXPECT_NE(told("inputs", {{"names", {"F"}}, {"rows", Json::array()}}).find("`inputs` has no rows"),
            std::string::npos);
  EXPECT_NE(told_after([](Json& j) { j["rows"][4] = "x"; }).find("row 5 must be "), std::string::npos);
  EXPECT_NE(told_after([](Json& j) { j["rows"][4].erase(0); }).find("row 5 must be "), std::string::npos);
  EXPECT_NE(told_after([](Json& j) { j["rows"][1][1] = nullptr; }).find("x at t = 0.0025 s was not a finite number"),
            std::string::npos);
}

TEST_F(Replay, records_that_were_cut_off_anywhere_are_told) {
  for (const std::size_t length : {1UL, 30UL, record.size() / 2, record.size() - 3})
    EXPECT_NE(told_of(record.substr(0, length)).find("error: not JSON: the file ends too early"), std::string::npos)
        << length;
  EXPECT_EQ(told_of("{\n \"run\": {\n  until: 3\n }\n}\n").find("edited.json:3: error: not JSON: it cannot be read on"),
            0U);
  EXPECT_EQ(told_of("").find("edited.json:1: error: not JSON: the file is empty"), 0U);
  EXPECT_NE(told_of("[1, 2]").find("not a recorded run"), std::string::npos);
  EXPECT_NE(told_of("{\"run\": 1e999}").find("too large"), std::string::npos);
}

TEST_F(Replay, folders_and_files_that_are_not_there_are_told) {
  EXPECT_NE(replay("/", "").text.find("this is a folder; give the name of a file"), std::string::npos);
  EXPECT_NE(replay("/", "no.json").text.find("cannot be read; does the file exist?"), std::string::npos);
}

}  // namespace
}  // namespace tangible
