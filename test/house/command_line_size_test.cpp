// SPDX-License-Identifier: Apache-2.0
// The command line parses arguments and prints; everything else is in the rooms below, where programs can use it.
#include <filesystem>
#include <fstream>
#include <string>

#include <gtest/gtest.h>

namespace tangible::house {
namespace {

TEST(CommandLine, has_fewer_than_3500_lines) {
  long lines = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator("src/app")) {
    std::ifstream file(entry.path());
    for (std::string line; std::getline(file, line);) ++lines;
  }
  EXPECT_GT(lines, 1000);  // it is there
  EXPECT_LT(lines, 3500);
}

}  // namespace
}  // namespace tangible::house
