// SPDX-License-Identifier: Apache-2.0
// ModelLibrary: the models of a folder, by the names of their files. Nothing outside of the folder is read or written,
// also not through symbolic links.
#pragma once

#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

namespace tangible {

struct LibraryModel {
  std::string id;    // the name of the file without its end; of another file of that name with its folder
  std::string name;  // the first heading of the README, or the id
  std::string sentence;
  std::string degrees_of_freedom;  // as in the README; may be empty
  std::vector<std::string> tags;
  std::filesystem::path path;
};

class ModelLibrary {
 public:
  ModelLibrary() = default;
  // Throws BadInput if there is no such folder.
  explicit ModelLibrary(const std::filesystem::path& folder);

  const std::vector<LibraryModel>& models() const { return models_; }
  const LibraryModel* find(const std::string& id) const;
  // The drawing beside a model, by the name of its file: ID.svg, or ID.dark.svg for dark pages.
  std::optional<std::string> find_picture(const std::string& file) const;
  // The answer to GET /gallery.json.
  nlohmann::json to_json() const;

 private:
  std::filesystem::path folder_;
  std::vector<LibraryModel> models_;
};

// What is in a folder; nothing if it cannot be read.
std::vector<std::filesystem::path> entries_of(const std::filesystem::path& folder);

// Bytes that are not UTF-8 are replaced.
std::string in_utf8(const std::string& text);

// The text of a file of at most `limit` bytes; nothing if it cannot be read or is larger.
std::optional<std::string> read_text(const std::filesystem::path& path, std::size_t limit);

}  // namespace tangible
