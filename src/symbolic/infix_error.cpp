// SPDX-License-Identifier: Apache-2.0
// The location of an error in the text, in a form that people can read.
#include <algorithm>

#include "symbolic/infix.h"

namespace tangible {

LineColumn line_and_column(std::string_view text, std::size_t byte) {
  const std::string_view before = text.substr(0, std::min(byte, text.size()));
  const std::size_t last = before.rfind('\n');
  return {static_cast<std::size_t>(std::ranges::count(before, '\n')) + 1,
          before.size() - (last == std::string_view::npos ? 0 : last + 1) + 1};
}

// Of a long line only the neighbourhood of the error is shown.
std::string describe(const SyntaxError& error, std::string_view text, std::string_view file) {
  constexpr std::size_t widest = 100;  // of the line shown
  const LineColumn place = line_and_column(text, error.begin);
  std::string words = std::string(file) + ":" + std::to_string(place.line) + ":" + std::to_string(place.column) +
                      ": error: " + error.what();
  const std::size_t line_begin = std::min(error.begin, text.size()) - (place.column - 1);
  std::string_view line = text.substr(line_begin);
  line = line.substr(0, line.find('\n'));
  const std::size_t skip = place.column > widest ? place.column - widest / 2 : 0;
  line = line.substr(std::min(skip, line.size()), widest);
  std::string shown;
  for (const char c : line) shown += c >= 0 && c < ' ' ? ' ' : c;
  const std::size_t column = place.column - 1 - skip;
  const std::size_t room = shown.size() > column ? shown.size() - column : 1;
  const std::size_t length = std::clamp<std::size_t>(error.end - error.begin, 1, room);
  return words + "\n  " + shown + "\n  " + std::string(column, ' ') + std::string(length, '^');
}

}  // namespace tangible
