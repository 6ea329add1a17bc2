// SPDX-License-Identifier: Apache-2.0
// Diagnostics: all errors of a file, collected, and reported with location, source line, caret and advice.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace tangible {

// Line and column in a text, counted from 1; columns count characters (UTF-8), not bytes. Line 0: the file as a whole.
struct Place {
  int line = 0;
  int column = 0;
  friend auto operator<=>(const Place&, const Place&) = default;
};

enum class Severity { error, warning };

struct Diagnostic {
  Severity severity = Severity::error;
  Place place;
  std::string message;      // what is wrong, in terms of the file
  std::string advice;       // what to do about it; may be empty
  std::string origin = {};  // instead of the file, if it is not what is wrong: an option
};

// The reader continues after an error, so that all errors of a file are reported at once. Each error is reported once
// per location.
class Diagnostics {
 public:
  Diagnostics() = default;
  // The name is printed before every line; the text is where the source lines come from.
  Diagnostics(std::string file, std::string text) : file_(std::move(file)), text_(std::move(text)) {}

  void error(Place place, std::string message, std::string advice = {});
  void warning(Place place, std::string message, std::string advice = {});

  // Problems in between are reported for something outside of the file, such as a parameter that the caller sets.
  void begin_origin(std::string origin) { origin_ = std::move(origin); }
  void end_origin() { origin_.clear(); }

  bool has_errors() const { return errors_ > 0; }
  std::size_t errors() const { return errors_; }
  const std::string& file() const { return file_; }
  const std::string& text() const { return text_; }
  std::vector<Diagnostic> sorted() const;  // in the order of the file

  // file:line:column: error: message
  //    12 |   mass: m_X
  //       |         ^
  //   advice
  std::string to_string() const;
  static constexpr std::size_t printed_at_most = 100;
  static constexpr std::size_t kept_at_most = 10000;

 private:
  void add(Diagnostic diagnostic);

  std::string file_;
  std::string text_;
  std::string origin_;
  std::vector<Diagnostic> all_;
  std::size_t errors_ = 0;
};

// The n-th line of a text, counted from 1, without its end.
std::string_view line_of(std::string_view text, int line);

}  // namespace tangible
