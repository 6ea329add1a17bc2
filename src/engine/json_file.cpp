// SPDX-License-Identifier: Apache-2.0
// Reading and parsing of JSON files.
#include "engine/json_file.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "engine/formulation.h"

namespace tangible {

std::string read_whole_file(const std::string& path) {
  std::ostringstream text;
  if (path == "-") {
    text << std::cin.rdbuf();
    return text.str();
  }
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored))
    throw BadInput(path + ": error: this is a folder; give the name of a file");
  std::ifstream file(path, std::ios::binary);
  if (!file) throw BadInput(path + ": error: cannot be read; does the file exist?");
  text << file.rdbuf();
  return text.str();
}

std::size_t line_of_byte(const std::string& text, std::size_t byte) {
  const auto end = text.begin() + static_cast<std::ptrdiff_t>(std::min(byte, text.size()));
  return 1 + static_cast<std::size_t>(std::count(text.begin(), end, '\n'));
}

nlohmann::ordered_json parse_json(const std::string& text, const std::string& path, const std::string& advice) {
  try {
    return nlohmann::ordered_json::parse(text);
  } catch (const nlohmann::json::parse_error& error) {
    const bool blank = text.find_first_not_of(" \t\r\n") == std::string::npos;
    throw BadInput(path + ":" + std::to_string(line_of_byte(text, error.byte == 0 ? 0 : error.byte - 1)) +
                   ": error: not JSON: " +
                   (blank                      ? "the file is empty"
                    : error.byte > text.size() ? "the file ends too early; was it cut off?"
                                               : "it cannot be read on from here") +
                   "\n  " + advice);
  } catch (const nlohmann::json::exception&) {
    throw BadInput(path + ": error: a number in it is too large to be one\n  " + advice);
  }
}

}  // namespace tangible
