// SPDX-License-Identifier: Apache-2.0
// Reading maps with known keys.
#include "model/fields.h"

#include <algorithm>

#include "model/names.h"

namespace tangible {

Fields::Fields(const Node& node, Place place, std::string what, std::vector<std::string> known,
               Diagnostics& diagnostics)
    : node_(node), place_(place), what_(std::move(what)), diagnostics_(diagnostics) {
  if (!node_.is_map()) {
    std::string keys;
    for (const std::string& key : known) keys += (keys.empty() ? "" : ", ") + key;
    diagnostics_.error(node_.place, what_ + " must be a map", "with some of the keys: " + keys);
    return;
  }
  for (const Entry& e : node_.entries)
    if (std::find(known.begin(), known.end(), e.key) == known.end())
      diagnostics_.error(e.key_place, "unknown key '" + e.key + "' in " + what_, suggestion(e.key, known, "keys"));
}

const Node* Fields::find(std::string_view key) const {
  const Entry* entry = node_.find(key);
  return entry == nullptr ? nullptr : &entry->value;
}

const Node* Fields::require(std::string_view key, std::string_view advice) {
  if (const Node* node = find(key)) return node;
  if (node_.is_map())
    diagnostics_.error(place_, what_ + " has no `" + std::string(key) + "`",
                       advice.empty() ? "add " + std::string(key) + ": ..." : std::string(advice));
  return nullptr;
}

std::string Fields::one_of(std::initializer_list<std::string_view> keys) {
  std::string found;
  std::string list;
  for (const std::string_view key : keys) {
    list += (list.empty() ? "" : ", ") + std::string(key);
    if (!has(key)) continue;
    if (!found.empty()) {
      diagnostics_.error(node_.find(key)->key_place, what_ + " has both `" + found + "` and `" + std::string(key) + "`",
                         "keep one of them");
      return {};
    }
    found = key;
  }
  if (found.empty() && node_.is_map()) diagnostics_.error(place_, what_ + " needs one of: " + list);
  return found;
}

}  // namespace tangible
