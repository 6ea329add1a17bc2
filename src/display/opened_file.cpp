// SPDX-License-Identifier: Apache-2.0
// Reading and writing a model file.
#include "display/opened_file.h"

#include <algorithm>
#include <cstring>

#include "display/model_library.h"
#include "display/whole_file.h"

namespace tangible {
namespace {

namespace fs = std::filesystem;
constexpr std::size_t longest_file = 1 << 20;

bool is_utf8(const std::string& text) { return in_utf8(text) == text; }

// Pages have lines that end in a line feed alone. A file all of whose lines end as on other systems keeps that.
std::string with_line_ends_of(const std::string& old, const std::string& text) {
  const auto feeds = std::ranges::count(old, '\n');
  if (feeds == 0 || text.find('\r') != std::string::npos) return text;
  std::ptrdiff_t pairs = 0;
  for (std::size_t at = old.find("\r\n"); at != std::string::npos; at = old.find("\r\n", at + 2)) ++pairs;
  if (pairs != feeds) return text;
  std::string out;
  for (const char c : text) {
    if (c == '\n') out += '\r';
    out += c;
  }
  return out;
}

}  // namespace

OpenedFile::OpenedFile(fs::path path) : path_(std::move(path)), name_(path_.filename().string()) {
  std::error_code error;
  place_ = fs::canonical(path_, error);
  text_ = read();
}

OpenedFile OpenedFile::without_path(std::string name, std::string text) {
  OpenedFile out;
  out.name_ = std::move(name);
  out.text_ = std::move(text);
  return out;
}

// Nothing if it is not the same file: a link may have replaced it.
std::optional<std::string> OpenedFile::read() const {
  std::error_code error;
  return fs::canonical(path_, error) == place_ && !error ? read_text(place_, longest_file) : std::nullopt;
}

// Whatever its time says: a file may be written twice within the time that the file system resolves, and programs that
// copy files set their times back.
bool OpenedFile::has_changed() {
  if (!has_path()) return false;
  std::optional<std::string> text = read();
  std::error_code error;
  const bool is_too_large = !text && fs::file_size(place_, error) > longest_file && !error;
  if (text == text_ || (!text && !is_too_large)) return false;
  text_ = std::move(text);
  return true;
}

std::string OpenedFile::write(const std::string& text) {
  if (!is_open()) return "no file is open";
  if (!has_path()) return name_ + " was opened in the page: this program does not know its folder and cannot write it";
  const std::optional<std::string> now = read();
  if (!now) return name_ + " is not there any more, cannot be read, is larger than 1 MiB, or is a link now";
  if (now != text_) return name_ + " has changed on disk";
  // What the page shows in their place would be written.
  if (!is_utf8(*text_)) return name_ + " has bytes that are not UTF-8: convert it with another program first";
  std::string written = with_line_ends_of(*text_, text);
  if (const int error = write_whole_file(place_, written); error != 0)
    return name_ + " cannot be written: " + std::strerror(error);
  text_ = std::move(written);
  return "";
}

}  // namespace tangible
