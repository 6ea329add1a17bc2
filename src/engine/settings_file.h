// SPDX-License-Identifier: Apache-2.0
// A small YAML file of settings as a tree with lines and columns, for rooms that do not read model files.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace tangible {

struct SettingsEntry;

struct Settings {
  enum class Kind { none, text, list, map };
  Kind kind = Kind::none;
  int line = 0, column = 0;  // count from 1
  std::string text;
  std::vector<Settings> items;         // of a list
  std::vector<SettingsEntry> entries;  // of a map, in the order of the file; keys are distinct

  bool is_text() const { return kind == Kind::text; }
  bool is_list() const { return kind == Kind::list; }
  bool is_map() const { return kind == Kind::map; }
  const Settings* find(std::string_view key) const;  // of a map; nullptr if absent
};

struct SettingsEntry {
  std::string key;
  int line = 0, column = 0;  // of the key
  Settings value;
};

// Throws BadInput with file, line and remedy for what is no YAML.
Settings read_settings(const std::string& path);

}  // namespace tangible
