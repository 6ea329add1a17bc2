// SPDX-License-Identifier: Apache-2.0
// Locations inside scalars: from the value that YAML gives back to the characters of the file.
#include <algorithm>

#include "model/document.h"

namespace tangible {
namespace {

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

// Traverses the characters of a scalar as written, in step with the characters of its value.
class ScalarWalk {
 public:
  ScalarWalk(std::string_view text, std::size_t at) : text_(text), at_(at) {
    const char first = peek();
    if (first == '"' || first == '\'') {
      quote_ = first;
      ++at_;
    } else if (first == '|' || first == '>') {
      at_ = std::min(text_.find('\n', at_), text_.size());
      skip_blanks();
    }
  }

  std::size_t at() const { return at_; }

  void step(char value) {
    if (quote_ == '"' && peek() == '\\') {
      step_over_escape();
    } else if (is_blank(value)) {
      step_over_blank();
    } else {
      at_ += quote_ == '\'' && peek() == '\'' ? std::size_t{2} : std::size_t{1};
    }
    at_ = std::min(at_, text_.size());
  }

 private:
  char peek(std::size_t ahead = 0) const { return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0'; }
  void skip_blanks() {
    while (at_ < text_.size() && is_blank(text_[at_])) ++at_;
  }
  // One blank in the value may be a line end with all the blanks around it; more blanks of the value then have no
  // characters of their own.
  void step_over_blank() {
    if (!is_blank(peek())) return;
    std::size_t end = at_;
    while (end < text_.size() && is_blank(text_[end])) ++end;
    const bool folded =
        std::find(text_.begin() + static_cast<std::ptrdiff_t>(at_), text_.begin() + static_cast<std::ptrdiff_t>(end),
                  '\n') != text_.begin() + static_cast<std::ptrdiff_t>(end);
    at_ = folded ? end : at_ + 1;
  }
  void step_over_escape() {
    switch (peek(1)) {
      case 'x': at_ += 4; break;
      case 'u': at_ += 6; break;
      case 'U': at_ += 10; break;
      case '\n':  // the line continues
        at_ += 1;
        skip_blanks();
        at_ += 1;
        break;
      default: at_ += 2;
    }
  }

  std::string_view text_;
  std::size_t at_;
  char quote_ = '\0';
};

}  // namespace

Source::Source(std::string text) : text_(std::move(text)), line_starts_{0} {
  for (std::size_t i = 0; i < text_.size(); ++i)
    if (text_[i] == '\n') line_starts_.push_back(i + 1);
}

std::size_t Source::byte_of(Place place) const {
  const auto line = static_cast<std::size_t>(std::max(place.line, 1)) - 1;
  if (line >= line_starts_.size()) return text_.size();
  std::size_t at = line_starts_[line];
  for (int column = 1; column < place.column && at < text_.size(); ++column) {
    ++at;
    while (at < text_.size() && (static_cast<unsigned char>(text_[at]) & 0xC0U) == 0x80U) ++at;
  }
  return at;
}

Place Source::place_of(std::size_t byte) const {
  const auto after = std::upper_bound(line_starts_.begin(), line_starts_.end(), byte);
  const auto line = static_cast<std::size_t>(after - line_starts_.begin()) - 1;
  int column = 1;
  for (std::size_t i = line_starts_[line]; i < byte; ++i)
    if ((static_cast<unsigned char>(text_[i]) & 0xC0U) != 0x80U) ++column;
  return {static_cast<int>(line) + 1, column};
}

Place Source::place_in(const Node& scalar, std::size_t offset) const {
  if (!scalar.is_scalar() || scalar.place.line == 0) return scalar.place;
  ScalarWalk walk(text_, byte_of(scalar.place));
  for (std::size_t i = 0; i < std::min(offset, scalar.text.size()); ++i) walk.step(scalar.text[i]);
  return place_of(walk.at());
}

}  // namespace tangible
