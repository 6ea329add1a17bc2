// SPDX-License-Identifier: Apache-2.0
// Where an item was written, and the error that the mechanics room throws.
#pragma once

#include <stdexcept>
#include <string>

namespace tangible {

// A location in the model file, counted from 1; line 0 means: built by a program, not read from a file.
struct SourceLocation {
  int line = 0;
  int column = 0;
};

// An impossible mechanism: a name used twice, an axis of length zero, a frame of another tree. `what()` is the error in
// the analyst's terms, without a location; a caller that has the location prepends it.
struct MechanicsError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

}  // namespace tangible
