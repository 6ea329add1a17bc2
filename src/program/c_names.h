// SPDX-License-Identifier: Apache-2.0
// Names and numbers as C writes them.
#pragma once

#include <string>
#include <string_view>
#include <unordered_set>

namespace tangible {

// Identifiers that are distinct from one another, from keywords, and from what emitted code uses itself.
class CNames {
 public:
  CNames();
  // The name with what C does not allow replaced by underscores, and a number behind it if it is taken.
  std::string add(std::string_view name);

 private:
  std::unordered_set<std::string> taken_;
};

// A literal of type double that reads back as the same number; infinities and NaN by their macros.
std::string c_literal(double value);
// Text that does not end a comment.
std::string c_comment(std::string_view text);

}  // namespace tangible
