// SPDX-License-Identifier: Apache-2.0
// The YAML document under a model file: every scalar is text; keys and values carry their line and column.
//
// Of YAML 1.2 we take maps, sequences and scalars in all their spellings. Refused, each with its own message: anchors,
// aliases and merge keys (and with them exponential files), tags, several documents in a file, keys that are no
// scalars.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/diagnostics.h"

namespace tangible {

struct Entry;

struct Node {
  enum class Kind { null, scalar, sequence, map };
  Kind kind = Kind::null;
  Place place;
  std::string text;            // of a scalar
  bool quoted = false;         // the scalar was in quotes or was a block
  std::vector<Node> items;     // of a sequence
  std::vector<Entry> entries;  // of a map, in the order of the file; keys are distinct

  bool is_null() const { return kind == Kind::null; }
  bool is_scalar() const { return kind == Kind::scalar; }
  bool is_sequence() const { return kind == Kind::sequence; }
  bool is_map() const { return kind == Kind::map; }
  const Entry* find(std::string_view key) const;  // of a map; nullptr if absent
};

struct Entry {
  std::string key;
  Place key_place;
  Node value;
};

// A text with an index of its lines.
class Source {
 public:
  explicit Source(std::string text);
  const std::string& text() const { return text_; }
  // The location of byte number `offset` of a scalar's text in the file, across quotes, escapes and folded lines.
  Place place_in(const Node& scalar, std::size_t offset) const;

 private:
  std::size_t byte_of(Place place) const;
  Place place_of(std::size_t byte) const;

  std::string text_;
  std::vector<std::size_t> line_starts_;
};

// Reads the text of a file. What is wrong goes to the diagnostics; nothing is returned if the text is not YAML at all.
std::optional<Node> parse_document(const std::string& text, Diagnostics& diagnostics);

// The bytes of a file, or nothing, with an error for what was found instead (a directory, no file, no permission, a
// binary file, a file too large to be meant).
std::optional<std::string> read_text_file(const std::string& path, Diagnostics& diagnostics);

// True for words that some YAML tool takes for a boolean or null: on, off, yes, no, true, false, null, ~.
bool is_boolean_word(std::string_view word);

inline constexpr int deepest_nesting = 60;                           // levels of maps and sequences
inline constexpr std::size_t largest_file = std::size_t{64} << 20U;  // bytes

}  // namespace tangible
