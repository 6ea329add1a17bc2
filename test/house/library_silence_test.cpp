// SPDX-License-Identifier: Apache-2.0
// The library reports by exceptions and data: only the command line prints, and only it knows its options and commands.
#include <filesystem>
#include <fstream>
#include <regex>
#include <string>

#include <gtest/gtest.h>

namespace tangible::house {
namespace {

namespace fs = std::filesystem;

// The lines of the rooms below `app` that match, each with file and number; `allowed` is one file that may.
std::string lines_below_app(const std::regex& pattern, const std::string& allowed = "") {
  std::string found;
  for (const auto& entry : fs::recursive_directory_iterator("src")) {
    const std::string path = entry.path().generic_string();
    if (!entry.is_regular_file() || path.starts_with("src/app/") || path == allowed) continue;
    std::ifstream stream(path);
    std::string text;
    for (int line = 1; std::getline(stream, text); ++line) {
      const std::string code = text.substr(0, text.find("//"));
      if (std::regex_search(code, pattern)) found += path + ":" + std::to_string(line) + ": " + text + "\n";
    }
  }
  return found;
}

TEST(LibrarySilence, no_message_of_a_room_below_app_names_an_option) {
  // Chromium is started with options of its own.
  EXPECT_EQ(lines_below_app(std::regex(R"re("([^"]*[ (`])?--[a-z][a-z]+)re"), "src/display/chromium.cpp"), "");
}

TEST(LibrarySilence, no_message_of_a_room_below_app_names_a_command) {
  // The first lines of two formats of files are no commands.
  EXPECT_EQ(lines_below_app(std::regex(R"re("[^"]*\btangible (?!program 1"|device record 1:)[a-z]+)re")), "");
}

TEST(LibrarySilence, no_room_below_app_prints) {
  // The text of the exported C program prints, not the library.
  EXPECT_EQ(
      lines_below_app(std::regex(R"re(std::(cout|cerr|clog)|\b(f?printf|f?puts)\s*\()re"), "src/program/c_files.cpp"),
      "");
}

}  // namespace
}  // namespace tangible::house
