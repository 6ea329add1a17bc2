// SPDX-License-Identifier: Apache-2.0
// Collecting, sorting and printing of diagnostics.
#include "model/diagnostics.h"

#include <algorithm>

namespace tangible {
namespace {

// A long line is cut to what a person can see, with the marked column inside.
constexpr std::size_t widest = 120;

// The bytes of the first `columns` characters.
std::size_t bytes_of_columns(std::string_view line, std::size_t columns) {
  std::size_t at = 0;
  while (at < line.size() && columns > 0) {
    ++at;
    while (at < line.size() && (static_cast<unsigned char>(line[at]) & 0xC0U) == 0x80U) ++at;
    --columns;
  }
  return at;
}

// Bytes safe for a terminal: tabs become blanks (so that the caret stays under its character), control bytes dots.
std::string printable(std::string_view bytes) {
  std::string out(bytes);
  for (char& c : out) {
    if (c == '\t') c = ' ';
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) c = '.';
  }
  return out;
}

std::string source_excerpt(std::string_view text, Place place) {
  std::string_view line = line_of(text, place.line);
  std::size_t column = static_cast<std::size_t>(std::max(place.column, 1)) - 1;
  if (column >= widest) {
    const std::size_t skipped = column - widest / 2;
    line.remove_prefix(bytes_of_columns(line, skipped));
    column -= skipped;
  }
  line = line.substr(0, bytes_of_columns(line, widest));
  const std::string number = std::to_string(place.line);
  const std::string margin(std::max<std::size_t>(5, number.size()) - number.size(), ' ');
  std::string out = margin + number + " | " + printable(line) + "\n";
  out += std::string(margin.size() + number.size(), ' ') + " | " + std::string(column, ' ') + "^\n";
  return out;
}

}  // namespace

void Diagnostics::error(Place place, std::string message, std::string advice) {
  add({Severity::error, place, std::move(message), std::move(advice)});
}

void Diagnostics::warning(Place place, std::string message, std::string advice) {
  add({Severity::warning, place, std::move(message), std::move(advice)});
}

void Diagnostics::add(Diagnostic diagnostic) {
  if (!origin_.empty()) diagnostic.place = {};
  diagnostic.origin = origin_;
  const auto first = all_.size() > 100 ? all_.end() - 100 : all_.begin();  // repetitions come close together
  const bool is_reported = std::any_of(first, all_.end(), [&](const Diagnostic& d) {
    return d.place == diagnostic.place && d.origin == diagnostic.origin && d.message == diagnostic.message;
  });
  if (is_reported) return;
  if (diagnostic.severity == Severity::error) ++errors_;
  if (all_.size() < kept_at_most) all_.push_back(std::move(diagnostic));
}

std::vector<Diagnostic> Diagnostics::sorted() const {
  std::vector<Diagnostic> out = all_;
  std::stable_sort(out.begin(), out.end(), [](const auto& a, const auto& b) { return a.place < b.place; });
  return out;
}

std::string Diagnostics::to_string() const {
  std::string out;
  const std::vector<Diagnostic> list = sorted();
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (i == printed_at_most) {
      out += file_ + ": and " + (list.size() < kept_at_most ? std::to_string(list.size() - i) : "many") + " more\n";
      break;
    }
    const Diagnostic& d = list[i];
    out += d.origin.empty() ? file_ : printable(d.origin);
    if (d.place.line > 0) out += ":" + std::to_string(d.place.line) + ":" + std::to_string(d.place.column);
    out += d.severity == Severity::error ? ": error: " : ": warning: ";
    out += printable(d.message) + "\n";
    if (d.place.line > 0) out += source_excerpt(text_, d.place);
    if (!d.advice.empty()) out += "  " + printable(d.advice) + "\n";
  }
  return out;
}

std::string_view line_of(std::string_view text, int line) {
  for (int i = 1; i < line; ++i) {
    const std::size_t end = text.find('\n');
    if (end == std::string_view::npos) return {};
    text.remove_prefix(end + 1);
  }
  text = text.substr(0, text.find('\n'));
  if (!text.empty() && text.back() == '\r') text.remove_suffix(1);
  return text;
}

}  // namespace tangible
