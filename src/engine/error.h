// SPDX-License-Identifier: Apache-2.0
// Errors of a model, with their locations in its text. Nothing in the library prints: errors are thrown, warnings are
// data.
#pragma once

#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace tangible {

// One error or warning. Lines and columns count from 1; line 0 means the model as a whole, or one built in C++.
struct Problem {
  bool is_error = true;
  int line = 0;
  int column = 0;
  std::string message;  // what is wrong
  std::string advice;   // what to do about it; may be empty
};

// The input is wrong: what() is ready to be printed, file and line included; `problems` has the same piece by piece.
struct BadInput : std::runtime_error {
  explicit BadInput(const std::string& text, std::vector<Problem> list = {})
      : std::runtime_error(text), problems(std::move(list)) {}
  std::vector<Problem> problems;
};

}  // namespace tangible
