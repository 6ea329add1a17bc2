// SPDX-License-Identifier: Apache-2.0
// The error of a mechanism whose equations cannot be formed.
#pragma once

#include <stdexcept>
#include <string>

#include "mechanics/error.h"

namespace tangible {

// what() is the error and its remedy, in the analyst's terms; `where` is the item's location in the model file.
struct EquationsError : std::runtime_error {
  EquationsError(const std::string& words, SourceLocation place) : std::runtime_error(words), where(place) {}
  SourceLocation where;
};

}  // namespace tangible
