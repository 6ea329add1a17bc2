// SPDX-License-Identifier: Apache-2.0
// Emitted C under a compiler for which every warning is an error.
#pragma once

#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "program/emit_c.h"

namespace tangible {

inline constexpr const char* strict_c = "-std=c11 -O1 -Wall -Wextra -pedantic -Wconversion -Werror -ffp-contract=off";

// A folder for files that are gone afterwards.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string pattern = (std::filesystem::temp_directory_path() / "tangible_c_XXXXXX").string();
    path_ = mkdtemp(pattern.data());
  }
  ~TemporaryFolder() { std::filesystem::remove_all(path_); }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  void write(const std::vector<CFile>& files) const {
    for (const CFile& file : files) std::ofstream(path_ / file.name) << file.text;
  }
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

inline std::string output_of(const std::string& command, int& status) {
  std::string text;
  FILE* pipe = popen((command + " 2>&1").c_str(), "r");
  char buffer[256];
  while (std::fgets(buffer, sizeof buffer, pipe) != nullptr) text += buffer;
  status = pclose(pipe);
  return text;
}

// The numbers that the example prints, compiled by that compiler.
inline std::vector<double> run_c_example(const std::vector<CFile>& files, const std::string& compiler) {
  const TemporaryFolder folder;
  folder.write(files);
  int status = 0;
  const std::string said = output_of(
      "make -s -C " + folder.path().string() + " CC=" + compiler + " CFLAGS='" + strict_c + "' example", status);
  EXPECT_EQ(status, 0) << compiler << ": " << said << "\n" << files[1].text;
  const std::string printed = output_of((folder.path() / "example").string(), status);
  std::vector<double> numbers;
  for (std::size_t at = printed.find(" = "); at != std::string::npos; at = printed.find(" = ", at + 1))
    numbers.push_back(std::strtod(printed.c_str() + at + 3, nullptr));
  return numbers;
}

}  // namespace tangible
