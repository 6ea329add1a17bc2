// SPDX-License-Identifier: Apache-2.0
// What the symbols of a model file are, in words, read off from where the file uses them: "angle of C in basket about
// z".
#pragma once

#include <map>
#include <string>
#include <vector>

#include "model/document.h"

namespace tangible {

// By name. Symbols whose use has no short description are left out.
std::map<std::string, std::string> words_of_symbols(const Node& root);

// `dot(v(P1), B.y)`, `dot(w(C) - w(B), N.z)`: what moves, against what, and along which direction.
struct RelativeMotion {
  bool is_turn = false;     // of frames; else of points
  std::string of, against;  // points or frames; `against` is empty where it is N or O
  std::string of_fixed_in;  // v(P, fixed_in: B): the point of B that is at P now
  std::string against_fixed_in;
  std::string direction;  // as it is written
};
// Nothing moves where the text says something else.
bool read_relative_motion(const std::string& text, RelativeMotion& out);
// The same with other terms beside it, as `dot(v(P), N.z) - c*t`: their texts; `opposite`: it is subtracted.
struct SumWithMotion {
  RelativeMotion motion;
  bool opposite = false;
  std::vector<std::string> rest;
};
bool read_sum_with_motion(const std::string& text, SumWithMotion& out);
// "P1 does not move along B.y", "C turns with B about N.z".
std::string words_of_rest(const RelativeMotion& motion);

}  // namespace tangible
