// SPDX-License-Identifier: Apache-2.0
// The include order of the house, checked on the text of the sources.
#include "house/include_order.h"

#include <algorithm>
#include <fstream>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <string_view>

namespace tangible::house {
namespace {

namespace fs = std::filesystem;

struct Include {
  int line;
  bool quoted;
  std::string target;  // as written between the quotes or brackets
};

using Sources = std::map<std::string, std::vector<Include>>;  // path below src, with '/'

// The text between the quotes or brackets of an #include line, or nothing for any other line.
std::optional<Include> parse_include(std::string_view text, int line) {
  const auto skip = [&](std::string_view word) {
    text.remove_prefix(std::min(text.find_first_not_of(" \t"), text.size()));
    if (!text.starts_with(word)) return false;
    text.remove_prefix(word.size());
    return true;
  };
  if (!skip("#") || !skip("include") || !skip("") || text.empty()) return std::nullopt;
  const bool quoted = text.front() == '"';
  const auto end = text.find(quoted ? '"' : '>', 1);
  if (end == std::string_view::npos) return std::nullopt;
  return Include{line, quoted, std::string(text.substr(1, end - 1))};
}

std::vector<Include> read_includes(const fs::path& file) {
  std::vector<Include> includes;
  std::ifstream stream(file);
  std::string text;
  for (int line = 1; std::getline(stream, text); ++line) {
    if (auto include = parse_include(text, line)) includes.push_back(*std::move(include));
  }
  return includes;
}

Sources read_sources(const fs::path& src) {
  Sources sources;
  for (const auto& entry : fs::recursive_directory_iterator(src)) {
    const auto extension = entry.path().extension();
    if (extension == ".h" || extension == ".cpp") {
      sources[entry.path().lexically_relative(src).generic_string()] = read_includes(entry.path());
    }
  }
  return sources;
}

// The first folder of a path, or nothing for a file that lies in no folder.
std::optional<std::string> folder_of(const std::string& path) {
  const auto slash = path.find('/');
  if (slash == std::string::npos) return std::nullopt;
  return path.substr(0, slash);
}

// The fault of one line, by that line alone.
std::optional<std::string> find_fault(const std::string& room, const Include& include, const RoomTable& table) {
  const auto folder = folder_of(include.target);
  if (include.quoted && (!folder || *folder == "." || *folder == "..")) {
    return "write the include as \"room/file.h\", not \"" + include.target + "\"";
  }
  if (!folder || *folder == room || !table.rooms.contains(*folder)) return std::nullopt;
  if (table.rooms.at(room).may_include.contains(*folder)) return std::nullopt;
  return room + " must not include " + include.target + " (cmake/rooms.txt)";
}

// A source includes the header of its name before all others, so that every such header is compiled alone once.
std::optional<std::string> find_late_header(const std::string& file, const Sources& sources) {
  if (!file.ends_with(".cpp")) return std::nullopt;
  const std::string header = file.substr(0, file.size() - 3) + "h";
  const auto& includes = sources.at(file);
  if (!sources.contains(header) || (!includes.empty() && includes.front().target == header)) return std::nullopt;
  return "include \"" + header + "\" first";
}

// Follows headers from `start` and returns the chain to the first file of a room that `start` must not see.
// Files that `start` includes itself in such a room are left to find_fault.
std::optional<std::string> find_leak(const std::string& start, const Room& room, const Sources& sources) {
  std::vector<std::pair<std::string, std::string>> pending;  // file, chain that led to it
  std::set<std::string> seen{start};
  const auto follow = [&](const std::string& file, const std::string& chain) {
    for (const auto& include : sources.at(file)) {
      if (sources.contains(include.target) && seen.insert(include.target).second) {
        pending.emplace_back(include.target, chain + " -> " + include.target);
      }
    }
  };
  const auto hidden = [&](const std::string& file) {
    const auto folder = folder_of(file);
    return folder && room.may_not_see.contains(*folder);
  };
  follow(start, start);
  std::erase_if(pending, [&](const auto& step) { return hidden(step.first); });
  while (!pending.empty()) {
    const auto [file, chain] = pending.back();
    pending.pop_back();
    if (hidden(file)) return chain;
    follow(file, chain);
  }
  return std::nullopt;
}

void check_room_names(const std::set<std::string>& names, const RoomTable& above, const std::string& where) {
  for (const auto& name : names) {
    if (!above.rooms.contains(name)) throw std::runtime_error(where + "room '" + name + "' does not stand above");
  }
}

}  // namespace

RoomTable parse_room_table(const std::string& text) {
  RoomTable table;
  std::set<std::string> hidden;
  std::istringstream lines(text);
  std::string line;
  for (int number = 1; std::getline(lines, line); ++number) {
    line = line.substr(0, line.find('#'));
    if (line.find_first_not_of(" \t\r") == std::string::npos) continue;
    const std::string where = "line " + std::to_string(number) + ": ";
    const auto colon = line.find(':');
    if (colon == std::string::npos || colon == 0)
      throw std::runtime_error(where + "expected 'room: rooms it may know'");
    const std::string name = line.substr(0, colon);
    Room room;
    std::istringstream words(line.substr(colon + 1));
    for (std::string word; words >> word;) {
      if (word.front() == '!') {
        room.may_not_see.insert(word.substr(1));
      } else {
        room.may_include.insert(word);
      }
    }
    check_room_names(room.may_include, table, where);
    hidden.insert(room.may_not_see.begin(), room.may_not_see.end());
    if (!table.rooms.emplace(name, room).second)
      throw std::runtime_error(where + "room '" + name + "' stands here twice");
    table.order.push_back(name);
  }
  check_room_names(hidden, table, "after '!': ");
  return table;
}

std::vector<std::string> find_broken_includes(const fs::path& src, const RoomTable& table) {
  std::vector<std::string> faults;
  const Sources sources = read_sources(src);
  for (const auto& [file, includes] : sources) {
    const auto room = folder_of(file);
    if (!room) continue;  // src/tangible.h, the roof, covers every room
    if (!table.rooms.contains(*room)) {
      faults.push_back("src/" + file + ": room '" + *room + "' is not in cmake/rooms.txt");
      continue;
    }
    for (const auto& include : includes) {
      if (const auto fault = find_fault(*room, include, table)) {
        faults.push_back("src/" + file + ":" + std::to_string(include.line) + ": " + *fault);
      }
    }
    if (const auto fault = find_late_header(file, sources)) faults.push_back("src/" + file + ": " + *fault);
    if (const auto chain = find_leak(file, table.rooms.at(*room), sources)) {
      faults.push_back("src/" + file + ": " + *room + " must not see what this chain of headers shows it: " + *chain);
    }
  }
  return faults;
}

}  // namespace tangible::house
