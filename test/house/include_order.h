// SPDX-License-Identifier: Apache-2.0
// Reads the table of the rooms and the #include lines of a source tree, and reports lines that break the table.
#pragma once

#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace tangible::house {

struct Room {
  std::set<std::string> may_include;  // the rooms named in its #include lines
  std::set<std::string> may_not_see;  // the rooms it must not reach through any chain of headers
};

struct RoomTable {
  std::map<std::string, Room> rooms;
  std::vector<std::string> order;  // include order: as written in the table
};

// Throws std::runtime_error, with the line number, on a line that is not `room: known... !hidden...`, on a room that is
// not named above the line that includes it, and on a room that is named twice.
RoomTable parse_room_table(const std::string& text);

// One sentence for each broken rule of the tree below `src`, in the order of file names:
//   src/dynamics/a.cpp:3: dynamics must not include symbolic/expr.h (cmake/rooms.txt)
std::vector<std::string> find_broken_includes(const std::filesystem::path& src, const RoomTable& table);

}  // namespace tangible::house
