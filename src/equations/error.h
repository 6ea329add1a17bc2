// SPDX-License-Identifier: Apache-2.0
// The error of a mechanism whose equations cannot be formed.
#pragma once

#include <stdexcept>
#include <string>

#include "mechanics/error.h"

namespace tangible {

// what() says what is wrong and what to do, in the analyst's words; `where` is the item's place in the model file.
struct EquationsError : std::runtime_error {
  EquationsError(const std::string& words, SourceLocation place) : std::runtime_error(words), where(place) {}
  SourceLocation where;
};

}  // namespace tangible
