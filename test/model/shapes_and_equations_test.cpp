// SPDX-License-Identifier: Apache-2.0
// Shapes, the view and handles have no part in the equations: the program prints the same with and without them.
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

namespace tangible {
namespace {

std::string printed_equations(const std::string& program, const std::filesystem::path& model) {
  const std::string command = program + " equations " + model.string() + " 2>&1";
  std::FILE* const pipe = popen(command.c_str(), "r");
  if (pipe == nullptr) return "the program does not start";
  std::string out;
  for (int c = std::fgetc(pipe); c != EOF; c = std::fgetc(pipe)) out.push_back(static_cast<char>(c));
  return pclose(pipe) == 0 ? out : "the program fails: " + out;
}

std::size_t indent_of(const std::string& line) { return line.find_first_not_of(' '); }

// Takes out keys that have lost all of their lines: `add` of what is repeated for the display alone, with its block.
void drop_empty_repeats(std::vector<std::string>& lines) {
  const auto is_empty = [&](std::size_t i) {
    return lines[i].ends_with(':') && (i + 1 == lines.size() || indent_of(lines[i + 1]) <= indent_of(lines[i]));
  };
  for (std::size_t i = lines.size(); i-- > 0;) {
    const bool is_add = lines[i].substr(indent_of(lines[i])) == "add:";
    if (!is_empty(i) || !(is_add || lines[i] == "repeat:")) continue;
    std::size_t first = i;
    while (is_add && indent_of(lines[first]) >= indent_of(lines[i])) --first;
    lines.erase(lines.begin() + static_cast<std::ptrdiff_t>(first), lines.begin() + static_cast<std::ptrdiff_t>(i) + 1);
    i = first;
  }
}

// Without what a display and a hand need, also where it is repeated: each key with all lines that are indented more.
std::string stripped(const std::filesystem::path& model) {
  std::ifstream file(model);
  std::vector<std::string> lines;
  std::size_t dropped = std::string::npos;  // the indent of the key whose lines are left out
  for (std::string line; std::getline(file, line);) {
    const std::size_t indent = indent_of(line);
    if (indent == std::string::npos || (dropped != std::string::npos && indent > dropped)) continue;
    const std::string_view text = std::string_view(line).substr(indent);
    const bool is_extra = text.starts_with("shapes:") || text.starts_with("view:") || text.starts_with("handles:");
    dropped = is_extra ? indent : std::string::npos;
    if (!is_extra) lines.push_back(line);
  }
  drop_empty_repeats(lines);
  std::string out;
  for (const std::string& line : lines) out += line + "\n";
  return out;
}

TEST(Shapes, of_the_library_do_not_change_one_character_of_the_equations) {
  const char* const program = std::getenv("TANGIBLE_PROGRAM");
  if (program == nullptr || !std::filesystem::exists(program)) GTEST_SKIP() << "the program is not built";
  const auto plain = std::filesystem::temp_directory_path() / ("without_shapes_" + std::to_string(getpid()) + ".yaml");
  int compared = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator("models")) {
    if (entry.path().extension() != ".yaml") continue;
    const std::string text = stripped(entry.path());
    EXPECT_EQ(text.find("shapes:"), std::string::npos) << entry.path();
    std::ofstream(plain) << text;
    const std::string with = printed_equations(program, entry.path());
    EXPECT_EQ(with, printed_equations(program, plain)) << entry.path();
    EXPECT_FALSE(with.starts_with("the program")) << with;
    ++compared;
  }
  std::filesystem::remove(plain);
  EXPECT_GE(compared, 40);
}

}  // namespace
}  // namespace tangible
