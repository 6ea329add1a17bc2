// SPDX-License-Identifier: Apache-2.0
// The guides agree with the program: their commands run, their output is printed, their links lead to
// files.
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "docs/console_blocks.h"

namespace tangible::docs {
namespace {

namespace fs = std::filesystem;

std::vector<fs::path> pages() {
  std::vector<fs::path> found;
  for (const auto& entry : fs::directory_iterator(".")) {
    if (entry.path().extension() == ".md") found.push_back(entry.path().lexically_normal());
  }
  for (const std::string folder : {"docs", "models", "bench"}) {
    if (!fs::exists(folder)) continue;
    for (const auto& entry : fs::recursive_directory_iterator(folder)) {
      if (entry.path().extension() == ".md") found.push_back(entry.path());
    }
  }
  return found;
}

std::string read_text(const fs::path& file) {
  std::ostringstream text;
  text << std::ifstream(file).rdbuf();
  return text.str();
}

bool runs_the_program(const std::string& command) {
  return command.starts_with("tangible ") || command.starts_with("build/release/tangible ") ||
         command.starts_with("./build/release/tangible ");
}

// Commands that set up, build or test; this test is part of what they do, so it does not run them.
bool is_known_otherwise(const std::string& command) {
  const auto first = command.substr(0, command.find(' '));
  if (first.starts_with("./")) return fs::exists(first);
  for (const std::string known : {"git", "cd", "cmake", "ctest", "clang-format", "clang-tidy"}) {
    if (first == known) return true;
  }
  return fs::exists(first);  // a script of this repository, such as tools/budgets.sh
}

struct Run {
  int status = 0;
  std::vector<std::string> lines;
};

// Runs a command in a shell that finds the program built here under the name `tangible`.
Run run(std::string command) {
  if (const auto path = command.find("build/release/tangible"); path <= 2) {
    command.replace(0, path + std::string("build/release/").size(), "");
  }
  const fs::path program = std::getenv("TANGIBLE_PROGRAM");
  const auto line = "PATH='" + program.parent_path().string() + "':\"$PATH\"; { " + command + "\n} 2>&1";
  Run result;
  std::string output;
  FILE* pipe = popen(line.c_str(), "r");
  if (pipe == nullptr) throw std::runtime_error("no shell");
  std::array<char, 4096> buffer{};
  while (const auto count = std::fread(buffer.data(), 1, buffer.size(), pipe)) output.append(buffer.data(), count);
  result.status = WEXITSTATUS(pclose(pipe));
  std::istringstream lines(output);
  for (std::string text; std::getline(lines, text);) result.lines.push_back(text);
  return result;
}

std::string joined(const std::vector<std::string>& lines) {
  std::string text;
  for (const auto& line : lines) text += line + "\n";
  return text;
}

TEST(Guides, every_command_runs_and_prints_what_the_guide_shows) {
  const char* program = std::getenv("TANGIBLE_PROGRAM");
  for (const auto& page : pages()) {
    for (const auto& command : find_commands(read_text(page))) {
      const auto where = page.string() + ":" + std::to_string(command.line) + ": " + command.text;
      if (!runs_the_program(command.text)) {
        EXPECT_TRUE(is_known_otherwise(command.text)) << where << "\nno test knows this command";
        continue;
      }
      ASSERT_TRUE(program != nullptr && fs::exists(program)) << where << "\nthe program is not built";
      const auto result = run(command.text);
      // A guide that shows an error shows a command that must fail.
      const bool fails = joined(command.output).find(": error: ") != std::string::npos;
      EXPECT_EQ(result.status, fails ? 2 : 0) << where << "\n" << joined(result.lines);
      EXPECT_TRUE(command.output.empty() || output_matches(command.output, result.lines))
          << where << "\nshown:\n"
          << joined(command.output) << "printed:\n"
          << joined(result.lines);
    }
  }
}

TEST(Guides, the_models_shown_in_the_readme_are_text_of_the_model_library) {
  std::string library;
  for (const auto& entry : fs::recursive_directory_iterator("models")) {
    if (entry.path().extension() == ".yaml") library += read_text(entry.path());
  }
  for (const auto& block : find_blocks(read_text("README.md"), "yaml")) {
    EXPECT_NE(library.find(block), std::string::npos) << "in no file of models/:\n" << block;
  }
}

TEST(Guides, every_link_leads_to_a_file) {
  for (const auto& page : pages()) {
    for (const auto& link : find_file_links(read_text(page))) {
      EXPECT_TRUE(fs::exists(page.parent_path() / link)) << page.string() << " links to " << link;
    }
  }
}

}  // namespace
}  // namespace tangible::docs
