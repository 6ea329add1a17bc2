// SPDX-License-Identifier: Apache-2.0
// Where an item was written, and the error that the mechanics room throws.
#pragma once

#include <stdexcept>
#include <string>

namespace tangible {

// A place in the model file, counted from 1; line 0 means: built by a program, not read from a file.
struct SourceLocation {
  int line = 0;
  int column = 0;
};

// A mechanism that cannot be: a name used twice, an axis of length zero, a frame of another tree. `what()` says what is
// wrong in the analyst's words, without a place; who knows the place puts it in front.
struct MechanicsError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

}  // namespace tangible
