// SPDX-License-Identifier: Apache-2.0
// The C++ that the README and the guides show is that of the examples, which are built and run against an installed
// library.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "docs/console_blocks.h"

namespace tangible::docs {
namespace {

namespace fs = std::filesystem;

std::string text_of(const fs::path& file) {
  std::ostringstream text;
  text << std::ifstream(file).rdbuf();
  return text.str();
}

// The lines of a program without comments and spaces; blank ones and `...` are left out.
std::vector<std::string> code_lines(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) {
    line = line.substr(0, line.find("//"));
    std::erase(line, ' ');
    if (!line.empty() && line != "...") lines.push_back(line);
  }
  return lines;
}

bool contains_in_order(const std::vector<std::string>& program, const std::vector<std::string>& block) {
  auto at = program.begin();
  for (const std::string& line : block) {
    at = std::find(at, program.end(), line);
    if (at == program.end()) return false;
    ++at;
  }
  return true;
}

std::vector<std::vector<std::string>> example_programs() {
  std::vector<std::vector<std::string>> programs;
  for (const auto& entry : fs::directory_iterator("examples"))
    if (entry.path().extension() == ".cpp") programs.push_back(code_lines(text_of(entry.path())));
  return programs;
}

TEST(CodeBlocks, lines_are_found_in_their_order_only) {
  const std::vector<std::string> program = code_lines("int a;\n  int b;  // two\n\nint c;\n");
  EXPECT_TRUE(contains_in_order(program, code_lines("int a;  // one\n...\nint c;")));
  EXPECT_FALSE(contains_in_order(program, code_lines("int b;\nint a;")));
  EXPECT_FALSE(contains_in_order(program, code_lines("int a;\nint a;")));
}

TEST(CodeBlocks, the_programs_of_the_readme_and_the_guides_are_examples) {
  const auto programs = example_programs();
  std::vector<fs::path> pages{"README.md"};
  for (const auto& entry : fs::recursive_directory_iterator("docs"))
    if (entry.path().extension() == ".md") pages.push_back(entry.path());
  std::size_t blocks = 0;
  for (const fs::path& page : pages)
    for (const std::string& block : find_blocks(text_of(page), "cpp")) {
      ++blocks;
      const auto is_shown = [&](const auto& program) { return contains_in_order(program, code_lines(block)); };
      EXPECT_TRUE(std::ranges::any_of(programs, is_shown)) << page << ": in no program of examples/:\n" << block;
    }
  EXPECT_GE(blocks, 4U);  // a model that is loaded and one that is built, on both pages
}

}  // namespace
}  // namespace tangible::docs
