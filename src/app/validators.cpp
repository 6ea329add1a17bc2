// SPDX-License-Identifier: Apache-2.0
// Checks of single options.
#include <fmt/format.h>

#include <cmath>
#include <cstdlib>

#include "app/command.h"

namespace tangible {
namespace {

// Not a number if the text is none, or is not finite.
double option_number(const std::string& text) {
  char* end = nullptr;
  const double value = std::strtod(text.c_str(), &end);
  return end != text.c_str() && *end == '\0' && std::isfinite(value) ? value : std::nan("");
}

}  // namespace

// The library's own checks would print the largest number there is, and let through what is not a number.
CLI::Validator positive_number() {
  return CLI::Validator(
      [](std::string& text) -> std::string {
        return option_number(text) > 0 ? "" : "must be a number above zero, such as 0.001, not " + text;
      },
      "");
}

CLI::Validator number_from_zero() {
  return CLI::Validator(
      [](std::string& text) -> std::string {
        return option_number(text) >= 0 ? "" : "must be zero or a number above it, such as 0.5, not " + text;
      },
      "");
}

CLI::Validator number_between(double low, double high) {
  return CLI::Validator(
      [low, high](std::string& text) -> std::string {
        const double value = option_number(text);
        return value >= low && value <= high ? ""
                                             : fmt::format("must be a number from {} to {}, not {}", low, high, text);
      },
      "");
}

CLI::Validator not_empty() {
  return CLI::Validator(
      [](std::string& text) -> std::string { return text.empty() ? "the name of a file is empty" : ""; }, "");
}

}  // namespace tangible
