// SPDX-License-Identifier: Apache-2.0
// The document of the model reader, without the model.
#include "engine/settings_file.h"

#include <optional>

#include "engine/error.h"
#include "engine/json_file.h"
#include "model/document.h"

namespace tangible {
namespace {

Settings::Kind kind_of(Node::Kind kind) {
  switch (kind) {
    case Node::Kind::null: return Settings::Kind::none;
    case Node::Kind::scalar: return Settings::Kind::text;
    case Node::Kind::sequence: return Settings::Kind::list;
    case Node::Kind::map: return Settings::Kind::map;
  }
  return Settings::Kind::none;
}

// The reader of documents refuses deep nesting, so that this recursion ends early.
Settings settings_of(const Node& node) {
  Settings out{kind_of(node.kind), node.place.line, node.place.column, node.text, {}, {}};
  for (const Node& item : node.items) out.items.push_back(settings_of(item));
  for (const Entry& entry : node.entries)
    out.entries.push_back({entry.key, entry.key_place.line, entry.key_place.column, settings_of(entry.value)});
  return out;
}

}  // namespace

const Settings* Settings::find(std::string_view key) const {
  for (const SettingsEntry& entry : entries)
    if (entry.key == key) return &entry.value;
  return nullptr;
}

Settings read_settings(const std::string& path) {
  const std::string text = read_whole_file(path);
  Diagnostics diagnostics(path, text);
  const std::optional<Node> root = parse_document(text, diagnostics);
  if (!root || diagnostics.has_errors()) throw BadInput(diagnostics.to_string());
  return settings_of(*root);
}

}  // namespace tangible
