// SPDX-License-Identifier: Apache-2.0
// Fields: a map with a fixed set of keys, read with words for what is missing, misspelt or of the wrong kind.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "model/document.h"

namespace tangible {

class Fields {
 public:
  // Keeps a reference to the node. Reports keys that are not among the known ones. `what` names the map in messages:
  // "frame 'B'".
  Fields(const Node& node, Place place, std::string what, std::vector<std::string> known, Diagnostics& diagnostics);
  Fields(const Entry& entry, std::string what, std::vector<std::string> known, Diagnostics& diagnostics)
      : Fields(entry.value, entry.key_place, std::move(what), std::move(known), diagnostics) {}

  bool is_map() const { return node_.is_map(); }
  bool has(std::string_view key) const { return find(key) != nullptr; }
  const Node* find(std::string_view key) const;
  // Reports if the key is missing.
  const Node* require(std::string_view key, std::string_view advice = {});
  // The one of these keys that is present; reports if there is none or more than one.
  std::string one_of(std::initializer_list<std::string_view> keys);

  Place place() const { return place_; }
  const std::string& what() const { return what_; }

 private:
  const Node& node_;
  Place place_;
  std::string what_;
  Diagnostics& diagnostics_;
};

}  // namespace tangible
