// SPDX-License-Identifier: Apache-2.0
// Every error in a model file has its own message. Each file of files/ has one (or a few, which must then be reported
// together) and begins with the expected message: # expect: line:column: error: message
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "model/read_model.h"

namespace tangible {
namespace {

std::vector<std::filesystem::path> bad_files() {
  std::vector<std::filesystem::path> out;
  for (const auto& entry : std::filesystem::directory_iterator("test/errors/files")) out.push_back(entry.path());
  std::sort(out.begin(), out.end());
  return out;
}

std::vector<std::string> expected(const std::filesystem::path& path) {
  std::vector<std::string> out;
  std::ifstream file(path);
  const std::string mark = "# expect: ";
  for (std::string line; std::getline(file, line) && line.starts_with(mark);) out.push_back(line.substr(mark.size()));
  return out;
}

std::vector<std::string> told(const Diagnostics& diagnostics) {
  std::vector<std::string> out;
  for (const Diagnostic& d : diagnostics.sorted()) {
    std::ostringstream line;
    line << d.place.line << ":" << d.place.column << (d.severity == Severity::error ? ": error: " : ": warning: ");
    out.push_back(line.str() + d.message);
  }
  return out;
}

TEST(BadModel, every_mistake_is_told_at_its_place_in_its_own_words) {
  for (const auto& path : bad_files()) {
    const ReadResult result = read_model(path.string());
    EXPECT_FALSE(result) << path;
    EXPECT_FALSE(expected(path).empty()) << path;
    EXPECT_EQ(told(result.diagnostics), expected(path)) << result.diagnostics.to_string();
  }
}

TEST(BadModel, there_is_a_file_for_each_of_many_mistakes) { EXPECT_GE(bad_files().size(), 90U); }

TEST(BadModel, nine_mistakes_of_one_file_are_told_at_once) {
  EXPECT_EQ(read_model("test/errors/files/many_mistakes_at_once.yaml").diagnostics.errors(), 9U);
}

TEST(BadModel, the_message_shows_file_line_and_caret_and_says_what_to_do) {
  const std::string text = read_model("test/errors/files/key_misspelt.yaml").diagnostics.to_string();
  EXPECT_EQ(text,
            "test/errors/files/key_misspelt.yaml:4:14: error: unknown key 'rotat' in frame 'B'\n"
            "    4 |   B: {in: N, rotat: {z: 1}}\n"
            "      |              ^\n"
            "  did you mean 'rotate'?\n");
}

TEST(BadModel, the_program_leaves_with_code_two) {
  const char* program = std::getenv("TANGIBLE_PROGRAM");
  if (program == nullptr || !std::filesystem::exists(program)) GTEST_SKIP() << "the program is not built";
  for (const char* file :
       {"test/errors/files/key_misspelt.yaml", "test/errors/files/no_such_file.yaml", "test/errors/files"}) {
    const std::string command = std::string(program) + " equations " + file + " >/dev/null 2>&1";
    const int status = std::system(command.c_str());
    EXPECT_TRUE(WIFEXITED(status)) << file;
    EXPECT_EQ(WEXITSTATUS(status), exit_code_of_bad_input) << file;
  }
}

}  // namespace
}  // namespace tangible
