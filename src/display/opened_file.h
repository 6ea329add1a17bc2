// SPDX-License-Identifier: Apache-2.0
// OpenedFile: the model file of a session: the text that was read from it, whether it has changed, and writing to it.
// Where its links led when it was opened is kept: nothing else is read or written from then on. A text from elsewhere
// has only a name that is shown: nothing is read or written for it.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace tangible {

class OpenedFile {
 public:
  OpenedFile() = default;  // none is open
  explicit OpenedFile(std::filesystem::path path);
  static OpenedFile without_path(std::string name, std::string text);

  bool is_open() const { return !name_.empty(); }
  bool has_path() const { return !path_.empty(); }
  const std::string& name() const { return name_; }  // without its folder
  std::string stem() const { return std::filesystem::path(name_).stem().string(); }
  // The name of a model of the library; of a text from elsewhere nothing.
  std::string id() const { return has_path() ? stem() : ""; }
  std::string place() const { return has_path() ? path_.string() : name_; }  // for messages
  // As it was read or written last; nothing if it cannot be read, or is larger than 1 MiB.
  const std::optional<std::string>& text() const { return text_; }

  // Reads it again; whether it has another text now, or has become too large. One that is
  // not there, as while an editor replaces it, has not changed.
  bool has_changed();
  // Only if the file still has the text that was read. Returns what is wrong; nothing if it is written.
  std::string write(const std::string& text);

 private:
  std::optional<std::string> read() const;

  std::filesystem::path path_, place_;
  std::string name_;
  std::optional<std::string> text_;
};

}  // namespace tangible
