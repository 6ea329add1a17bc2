// SPDX-License-Identifier: Apache-2.0
// RecordingFolder: the folder in which viewers record runs, as NAME_1.run, NAME_2.run, ... Nothing outside of it is
// read or written, also not through symbolic links.
#pragma once

#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

namespace tangible {

class RecordingFolder {
 public:
  RecordingFolder() = default;
  // Made when a recording first begins.
  explicit RecordingFolder(std::filesystem::path folder) : folder_(std::move(folder)) {}

  bool is_given() const { return !folder_.empty(); }
  const std::filesystem::path& path() const { return folder_; }
  // Makes the folder. Returns why nothing can be recorded in it; nothing if it can.
  std::string make() const;
  // Writes a container under a name of its own and returns that name. Throws std::runtime_error.
  std::string write(const std::string& id, const std::string& container);
  // Nothing if there is no such recording, or if it is no container.
  std::optional<std::string> read(const std::string& name) const;
  // For the gallery: id, name, model, duration, date; the newest first.
  nlohmann::json to_json();

 private:
  std::optional<std::filesystem::path> find(const std::string& name) const;
  std::string name_on_disk(const std::string& id) const;

  struct Known {
    std::filesystem::file_time_type time;
    nlohmann::json entry;
  };
  std::filesystem::path folder_;
  std::map<std::string, Known> known_;
};

}  // namespace tangible
