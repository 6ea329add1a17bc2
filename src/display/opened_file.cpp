// SPDX-License-Identifier: Apache-2.0
// Reading and writing a model file.
#include "display/opened_file.h"

#include <fstream>

#include "display/model_library.h"

namespace tangible {
namespace {

namespace fs = std::filesystem;
constexpr std::size_t longest_file = 1 << 20;

}  // namespace

OpenedFile::OpenedFile(fs::path path) : path_(std::move(path)), name_(path_.filename().string()) {
  std::error_code error;
  place_ = fs::canonical(path_, error);
  time_ = fs::last_write_time(path_, error);
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

bool OpenedFile::has_changed() {
  std::error_code error;
  const fs::file_time_type time = has_path() ? fs::last_write_time(path_, error) : time_;
  if (error || time == time_) return false;
  time_ = time;
  std::optional<std::string> text = read();
  if (!text || text == text_) return false;
  text_ = std::move(text);
  return true;
}

std::string OpenedFile::write(const std::string& text) {
  if (!is_open()) return "no file is open";
  if (!has_path()) return name_ + " was opened in the page: this program does not know its folder and cannot write it";
  if (!text_ || read() != text_) return name_ + " has changed on disk";
  const fs::path beside = place_.string() + ".saving";
  std::error_code error;
  fs::remove(beside, error);  // a link there is not followed
  {
    std::ofstream out(beside, std::ios::binary | std::ios::trunc);
    out << text;
    if (!out.flush()) return name_ + " cannot be written";
  }
  if (const fs::file_status status = fs::status(place_, error); !error)
    fs::permissions(beside, status.permissions(), error);
  fs::rename(beside, place_, error);
  if (error) {
    fs::remove(beside, error);
    return name_ + " cannot be written";
  }
  text_ = text;
  time_ = fs::last_write_time(path_, error);
  return "";
}

}  // namespace tangible
