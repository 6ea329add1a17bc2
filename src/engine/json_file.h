// SPDX-License-Identifier: Apache-2.0
// JSON from files, with words for what is wrong.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace tangible {

// All of a file; "-" is the standard input. Throws BadInput.
std::string read_whole_file(const std::string& path);
// Throws BadInput with the line; `advice` is the remedy.
nlohmann::ordered_json parse_json(const std::string& text, const std::string& path, const std::string& advice);
// The line of a byte, counted from 1.
std::size_t line_of_byte(const std::string& text, std::size_t byte);

}  // namespace tangible
