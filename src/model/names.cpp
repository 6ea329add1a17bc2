// SPDX-License-Identifier: Apache-2.0
// Checking and guessing names.
#include "model/names.h"

#include <algorithm>
#include <array>
#include <cctype>

#include "symbolic/spelling.h"

namespace tangible {
namespace {

bool is_letter(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

// "coords" of "coordinates", "params" of "parameters": its first letters, then some of the others in their order.
bool is_abbreviation(std::string_view word, std::string_view whole) {
  constexpr std::size_t beginning = 3;
  if (word.size() <= beginning || whole.substr(0, beginning) != word.substr(0, beginning)) return false;
  std::size_t found = 0;
  for (const char c : whole)
    if (found < word.size() && c == word[found]) ++found;
  return found == word.size();
}

char lower(char c) { return static_cast<char>(std::tolower(static_cast<unsigned char>(c))); }

}  // namespace

bool is_item_name(std::string_view text) {
  if (text.empty() || !is_letter(text.front())) return false;
  return std::all_of(text.begin(), text.end(), [](char c) { return is_letter(c) || is_digit(c); });
}

bool is_reserved(std::string_view text) {
  static constexpr std::array words = {
      "N",    "O",     "t",    "pi",  "and", "or",  "not",   "ground", "sin",   "cos",   "tan",    "asin",  "acos",
      "atan", "atan2", "sqrt", "exp", "log", "abs", "sign",  "min",    "max",   "step",  "select", "dot",   "cross",
      "unit", "mag",   "p",    "v",   "w",   "a",   "alpha", "dt",     "rises", "falls", "force",  "torque"};
  // The one-letter functions p, v, w, a and the word alpha are distinguished from names by their parenthesis.
  static constexpr std::array shared = {"p", "v", "w", "a", "alpha", "step", "force", "torque", "unit", "mag"};
  const auto is_one_of = [&](const auto& list) { return std::find(list.begin(), list.end(), text) != list.end(); };
  return is_one_of(words) && !is_one_of(shared);
}

std::string nearest(std::string_view word, std::span<const std::string> candidates) {
  if (word.size() > longest_spelling) return {};
  std::string best;
  std::size_t least = word.size() <= 2 ? 1 : word.size() <= 5 ? 2 : 3;  // more changes make another word of it
  ++least;
  const auto same_but_case = [&](const std::string& other) {
    return std::equal(word.begin(), word.end(), other.begin(), other.end(),
                      [](char a, char b) { return lower(a) == lower(b); });
  };
  for (const std::string& candidate : candidates) {
    if (candidate.size() > longest_spelling) continue;
    if (same_but_case(candidate)) return candidate;
    if (least > 1 && is_abbreviation(word, candidate)) {
      least = 1;  // only another spelling of the same letters is nearer
      best = candidate;
    }
    const auto [shorter, longer] = std::minmax({word.size(), candidate.size()});  // values, not references
    if (longer - shorter >= least) continue;                                      // at least so many letters to insert
    const std::size_t distance = spelling_distance(word, candidate, least);
    if (distance < least && distance < std::max(word.size(), candidate.size())) {
      least = distance;
      best = candidate;
    }
  }
  return best;
}

std::string suggestion(std::string_view word, std::span<const std::string> candidates, std::string_view what) {
  if (const std::string best = nearest(word, candidates); !best.empty()) return "did you mean '" + best + "'?";
  if (candidates.empty()) return "there are no " + std::string(what) + " yet";
  std::string list;
  constexpr std::size_t most = 12;
  for (std::size_t i = 0; i < std::min(candidates.size(), most); ++i) list += (i == 0 ? "" : ", ") + candidates[i];
  if (candidates.size() > most) list += ", ...";
  return "known " + std::string(what) + ": " + list;
}

}  // namespace tangible
