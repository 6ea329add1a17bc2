// SPDX-License-Identifier: Apache-2.0
// YAML events of yaml-cpp to a tree of nodes with locations.
#include "model/document.h"

#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/parser.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <system_error>
#include <unordered_map>

namespace tangible {
namespace {

Place place_of(const YAML::Mark& mark) { return {mark.line + 1, mark.column + 1}; }

// Ends the reading of a document that makes no sense beyond this location.
struct Stop {
  Place place;
  std::string message;
  std::string advice;
};

// yaml-cpp reports one event after the other; we keep the open maps and sequences on a stack.
class TreeBuilder : public YAML::EventHandler {
 public:
  explicit TreeBuilder(Diagnostics& diagnostics) : diagnostics_(diagnostics) {}

  Node take_root() { return std::move(root_); }

  void OnDocumentStart(const YAML::Mark&) override {}
  void OnDocumentEnd() override {}

  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    refuse_anchor(mark, anchor);
    Node node;
    node.place = place_of(mark);
    add(std::move(node));
  }
  void OnAlias(const YAML::Mark& mark, YAML::anchor_t) override {
    diagnostics_.error(place_of(mark), "aliases (*name) are not part of a model file", "write the value out");
    Node node;
    node.kind = Node::Kind::scalar;
    node.place = place_of(mark);
    node.text = "0";  // any value, so that it is not reported as missing
    add(std::move(node));
  }
  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                const std::string& value) override {
    refuse_anchor(mark, anchor);
    refuse_tag(mark, tag);
    Node node;
    node.kind = Node::Kind::scalar;
    node.place = place_of(mark);
    node.text = value;
    node.quoted = tag == "!";
    add(std::move(node));
  }
  void OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value) override {
    open(mark, tag, anchor, Node::Kind::sequence);
  }
  void OnSequenceEnd() override { close(); }
  void OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value) override {
    open(mark, tag, anchor, Node::Kind::map);
  }
  void OnMapEnd() override { close(); }

 private:
  // An open map or sequence; of a map also the key that waits for its value.
  struct Open {
    Node node;
    std::optional<std::string> key;
    Place key_place;
    std::unordered_map<std::string, int> line_of_key;
  };

  void refuse_anchor(const YAML::Mark& mark, YAML::anchor_t anchor) {
    if (anchor == YAML::NullAnchor) return;
    diagnostics_.error(place_of(mark), "anchors (&name) are not part of a model file",
                       "write the value out, or use `define` or `repeat`");
  }
  void refuse_tag(const YAML::Mark& mark, const std::string& tag) {
    if (tag.empty() || tag == "?" || tag == "!") return;
    diagnostics_.error(place_of(mark), "YAML tags (" + tag + ") are not part of a model file", "leave the tag out");
  }

  void open(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor, Node::Kind kind) {
    refuse_anchor(mark, anchor);
    refuse_tag(mark, tag);
    if (static_cast<int>(stack_.size()) >= deepest_nesting)
      throw Stop{place_of(mark), "nested deeper than " + std::to_string(deepest_nesting) + " levels",
                 "a model file needs about four"};
    Open open;
    open.node.kind = kind;
    open.node.place = place_of(mark);
    stack_.push_back(std::move(open));
  }

  void close() {
    Node node = std::move(stack_.back().node);
    stack_.pop_back();
    add(std::move(node));
  }

  void add(Node node) {
    if (stack_.empty()) {
      root_ = std::move(node);
      return;
    }
    Open& top = stack_.back();
    if (top.node.is_sequence()) {
      top.node.items.push_back(std::move(node));
    } else if (!top.key) {
      take_key(top, node);
    } else {
      add_entry(top, std::move(node));
    }
  }

  void take_key(Open& map, const Node& node) {
    if (!node.is_scalar() && !node.is_null())
      diagnostics_.error(node.place, "a key must be a name, not a map or a sequence");
    map.key = node.is_scalar() ? node.text : "";
    map.key_place = node.place;
    if (node.is_null()) diagnostics_.error(node.place, "a key is missing here, or it is `null`", "give it a name");
    if (map.key == "<<")
      diagnostics_.error(node.place, "merge keys (<<) are not part of a model file", "write the entries out");
  }

  void add_entry(Open& map, Node node) {
    const auto [first, fresh] = map.line_of_key.emplace(*map.key, map.key_place.line);
    if (node.is_null()) node.place = map.key_place;  // a missing value is reported at its key
    if (map.key == "<<" || map.key->empty()) {
      // has been refused
    } else if (fresh) {
      map.node.entries.push_back({*map.key, map.key_place, std::move(node)});
    } else {
      diagnostics_.error(map.key_place, "duplicate key '" + *map.key + "'",
                         "first defined in line " + std::to_string(first->second) + "; rename or remove one");
    }
    map.key.reset();
  }

  Diagnostics& diagnostics_;
  Node root_;
  std::vector<Open> stack_;
};

// yaml-cpp names the mistakes in its own words; these are ours for the frequent ones.
std::string yaml_advice(const std::string& message, std::string_view line) {
  if (line.starts_with('\t')) return "indent with blanks, not with tabs";
  if (message.find("illegal map value") != std::string::npos)
    return "quote expressions that contain `: `; check the indentation, and that each key has its colon";
  if (message.find("end of map") != std::string::npos)
    return "check the indentation, close { } and [ ], and quote expressions with commas, brackets or braces inside { }";
  if (message.find("end of sequence") != std::string::npos) return "check the indentation and that every [ has its ]";
  return "quote expressions that hold : # , [ ] { } or a leading * & ! % @";
}

// The first byte that cannot be in a text file, if any: a NUL or another control byte.
std::optional<Place> first_binary_byte(std::string_view text) {
  Place place{1, 1};
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '\n') {
      ++place.line;
      place.column = 0;
    } else if ((byte < 0x20 && c != '\t' && c != '\r') || byte == 0x7F || byte == 0xFF || byte == 0xFE) {
      return place;
    }
    if ((byte & 0xC0U) != 0x80U) ++place.column;
  }
  return std::nullopt;
}

}  // namespace

const Entry* Node::find(std::string_view key) const {
  const auto found = std::find_if(entries.begin(), entries.end(), [&](const Entry& e) { return e.key == key; });
  return found == entries.end() ? nullptr : &*found;
}

std::optional<Node> parse_document(const std::string& text, Diagnostics& diagnostics) {
  if (const auto binary = first_binary_byte(text)) {
    diagnostics.error(*binary, "this is not a text file: it holds a control byte",
                      "a model file is YAML text in UTF-8");
    return std::nullopt;
  }
  TreeBuilder builder(diagnostics);
  try {
    std::istringstream stream(text);
    YAML::Parser parser(stream);
    if (!parser.HandleNextDocument(builder)) {
      diagnostics.error({}, "the file is empty", "a model file starts with `tangible: 1`");
      return std::nullopt;
    }
    Node root = builder.take_root();
    if (parser) {
      TreeBuilder rest(diagnostics);
      if (parser.HandleNextDocument(rest))
        diagnostics.error(rest.take_root().place, "a second YAML document (after ---)", "one file holds one model");
    }
    return root;
  } catch (const Stop& stop) {
    diagnostics.error(stop.place, stop.message, stop.advice);
  } catch (const YAML::Exception& problem) {
    const Place place = problem.mark.is_null() ? Place{} : place_of(problem.mark);
    diagnostics.error(place, "YAML: " + problem.msg, yaml_advice(problem.msg, line_of(text, place.line)));
  }
  return std::nullopt;
}

std::optional<std::string> read_text_file(const std::string& path, Diagnostics& diagnostics) {
  std::error_code problem;
  const auto status = std::filesystem::status(path, problem);
  if (!std::filesystem::exists(status)) {
    diagnostics.error({}, "there is no such file", "check the path; the model library is in models/");
  } else if (std::filesystem::is_directory(status)) {
    diagnostics.error({}, "this is a directory", "name the .yaml file in it");
  } else if (std::filesystem::is_regular_file(status) && std::filesystem::file_size(path, problem) > largest_file) {
    diagnostics.error({}, "larger than " + std::to_string(largest_file >> 20U) + " MB", "this cannot be a model file");
  } else {
    std::ifstream file(path, std::ios::binary);
    std::string text(std::istreambuf_iterator<char>(file), {});
    if (file || file.eof()) return text;
    diagnostics.error({}, "the file cannot be read", "check its permissions");
  }
  return std::nullopt;
}

bool is_boolean_word(std::string_view word) {
  // Not y and n: only the text of YAML 1.1 lists them, its readers do not, and y is what a second coordinate is called.
  static constexpr std::array words = {"on", "off", "yes", "no", "true", "false", "null", "~"};
  std::string lower(word);
  std::transform(lower.begin(), lower.end(), lower.begin(), [](unsigned char c) { return std::tolower(c); });
  return std::find(words.begin(), words.end(), lower) != words.end();
}

}  // namespace tangible
