// SPDX-License-Identifier: Apache-2.0
// Checks of single options.
#include <cmath>
#include <cstdlib>

#include "app/command.h"

namespace tangible {

// The library's own check would print the largest number there is.
CLI::Validator positive_number() {
  return CLI::Validator(
      [](std::string& text) -> std::string {
        char* end = nullptr;
        const double value = std::strtod(text.c_str(), &end);
        const bool is_number = end != text.c_str() && *end == '\0' && std::isfinite(value);
        return is_number && value > 0 ? "" : "must be a number above zero, such as 0.001, not " + text;
      },
      "");
}

CLI::Validator not_empty() {
  return CLI::Validator(
      [](std::string& text) -> std::string { return text.empty() ? "the name of a file is empty" : ""; }, "");
}

}  // namespace tangible
