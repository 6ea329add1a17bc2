// SPDX-License-Identifier: Apache-2.0
// Filling in and adding the entries of `repeat` blocks.
#include "model/repeat.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>
#include <unordered_map>

#include "model/names.h"
#include "symbolic/infix.h"

namespace tangible {
namespace {

constexpr std::array repeatable = {"parameters", "inputs",      "coordinates", "discrete", "states", "tables",
                                   "define",     "frames",      "points",      "speeds",   "bodies", "particles",
                                   "loads",      "constraints", "contacts",    "events",   "modes",  "handles",
                                   "outputs",    "initial",     "shapes"};

// The error in the text after a $, as text.
struct FillError {
  std::string message;
};

// One repetition: the counter and its value.
struct Counter {
  std::string name;
  long value = 0;
};

long checked(long a, SyntaxKind op, long b) {
  long out = 0;
  bool overflow = false;
  switch (op) {
    case SyntaxKind::add: overflow = __builtin_add_overflow(a, b, &out); break;
    case SyntaxKind::subtract: overflow = __builtin_sub_overflow(a, b, &out); break;
    case SyntaxKind::multiply: overflow = __builtin_mul_overflow(a, b, &out); break;
    default: throw FillError{"only +, - and * are allowed in $( )"};
  }
  if (overflow) throw FillError{"a number too large"};
  return out;
}

std::optional<long> parse_integer(std::string_view text) {
  long value = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (problem != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

// Integer arithmetic with the counter: i, i - 1, 2*i + 1.
long evaluate_counter(std::string_view text, const Counter& counter) {
  SyntaxTree tree;
  try {
    tree = parse_infix(text);
  } catch (const SyntaxError& error) {
    throw FillError{error.what()};
  }
  std::vector<long> stack;
  for (const SyntaxNode& node : tree.nodes) {
    if (node.kind == SyntaxKind::number) {
      const auto value = parse_integer(tree.token(node));
      if (!value) throw FillError{"only integers are allowed in $( )"};
      stack.push_back(*value);
    } else if (node.kind == SyntaxKind::name) {
      if (tree.token(node) != counter.name)
        throw FillError{"'" + std::string(tree.token(node)) + "' is not the counter '" + counter.name + "'"};
      stack.push_back(counter.value);
    } else if (node.kind == SyntaxKind::negate) {
      stack.back() = checked(0, SyntaxKind::subtract, stack.back());
    } else if (node.children == 2) {
      const long right = stack.back();
      stack.pop_back();
      stack.back() = checked(stack.back(), node.kind, right);
    } else {
      throw FillError{"only +, - and * are allowed in $( )"};
    }
  }
  return stack.back();
}

// "q$i + $(i - 1)" with i = 3 -> "q3 + 2".
std::string fill(const std::string& text, const Counter& counter) {
  std::string out;
  std::size_t at = 0;
  while (at < text.size()) {
    const std::size_t mark = std::min(text.find('$', at), text.size());
    out.append(text, at, mark - at);
    if (mark == text.size()) break;
    if (text.compare(mark + 1, 1, "(") == 0) {
      const std::size_t close = text.find(')', mark);
      if (close == std::string::npos) throw FillError{"$( is not closed"};
      out += std::to_string(evaluate_counter(std::string_view(text).substr(mark + 2, close - mark - 2), counter));
      at = close + 1;
    } else {
      if (text.compare(mark + 1, counter.name.size(), counter.name) != 0)
        throw FillError{"$ must be followed by the counter '" + counter.name + "'"};
      out += std::to_string(counter.value);
      at = mark + 1 + counter.name.size();
    }
  }
  return out;
}

class Expander {
 public:
  Expander(Node& root, const IntegerLookup& parameter, Diagnostics& diagnostics)
      : root_(root), parameter_(parameter), diagnostics_(diagnostics) {
    for (std::size_t i = 0; i < root.entries.size(); ++i) section_.emplace(root.entries[i].key, i);
  }

  void expand(const Entry& block) {
    const Node& node = block.value;
    if (!node.is_map()) {
      diagnostics_.error(node.place, "a repeat block is a map", "for example {for: i, from: 1, to: 3, add: {...}}");
      return;
    }
    check_keys(node);
    const Entry* counter = node.find("for");
    const Entry* from = node.find("from");
    const Entry* to = node.find("to");
    const Entry* add = node.find("add");
    if (counter == nullptr || from == nullptr || to == nullptr || add == nullptr || !add->value.is_map() ||
        !is_item_name(counter->value.text)) {
      diagnostics_.error(block.key_place, "repeat '" + block.key + "' needs `for`, `from`, `to` and `add`",
                         "for example {for: i, from: 1, to: 3, add: {coordinates: {q$i: rad}}}");
      return;
    }
    const auto first = integer(from->value);
    const auto last = integer(to->value);
    if (!first || !last) return;
    if (*last >= *first && *last - *first >= max_repetitions - made_) {
      diagnostics_.error(to->value.place, "more than " + std::to_string(max_repetitions) + " repetitions");
      return;
    }
    for (long i = *first; i <= *last; ++i) add_sections(add->value, {counter->value.text, i});
    made_ += std::max(0L, *last - *first + 1);
  }

 private:
  void check_keys(const Node& node) {
    static const std::vector<std::string> known = {"for", "from", "to", "add"};
    for (const Entry& e : node.entries)
      if (std::find(known.begin(), known.end(), e.key) == known.end())
        diagnostics_.error(e.key_place, "unknown key '" + e.key + "' in a repeat block",
                           suggestion(e.key, known, "keys"));
  }

  std::optional<long> integer(const Node& node) {
    auto value = node.is_scalar() ? parse_integer(node.text) : std::nullopt;
    if (!value && node.is_scalar()) value = parameter_(node.text);
    constexpr long far = 1000000000;
    if (value && *value > -far && *value < far) return value;
    diagnostics_.error(node.place, "'" + node.text + "' is not an integer",
                       "write an integer, or a parameter whose value is one");
    return std::nullopt;
  }

  void add_sections(const Node& sections, const Counter& counter) {
    for (const Entry& section : sections.entries) {
      if (std::find(repeatable.begin(), repeatable.end(), section.key) == repeatable.end()) {
        const std::vector<std::string> known(repeatable.begin(), repeatable.end());
        diagnostics_.error(section.key_place, "'" + section.key + "' cannot be repeated",
                           suggestion(section.key, known, "sections"));
        continue;
      }
      if (!section.value.is_map()) {
        diagnostics_.error(section.value.place, "'" + section.key + "' must be a map of names");
        continue;
      }
      Node& target = target_section(section);
      for (const Entry& entry : section.value.entries) add_entry(target, filled(entry, counter));
    }
  }

  Node& target_section(const Entry& section) {
    const auto [found, fresh] = section_.emplace(section.key, root_.entries.size());
    if (fresh) {
      Node empty;
      empty.kind = Node::Kind::map;
      empty.place = section.value.place;
      root_.entries.push_back({section.key, section.key_place, empty});
    }
    Node& target = root_.entries[found->second].value;
    if (target.is_null()) target.kind = Node::Kind::map;
    return target;
  }

  void add_entry(Node& target, Entry entry) {
    auto& keys = keys_[&target];
    if (keys.empty())
      for (const Entry& e : target.entries) keys.emplace(e.key, e.key_place.line);
    const auto [first, fresh] = keys.emplace(entry.key, entry.key_place.line);
    if (!fresh) {
      diagnostics_.error(entry.key_place, "duplicate key '" + entry.key + "' made by a repeat block",
                         "first defined in line " + std::to_string(first->second) + "; rename or remove one");
      return;
    }
    target.entries.push_back(std::move(entry));
  }

  // Nesting is limited by the document, so this recursion is, too.
  Node filled(const Node& node, const Counter& counter) {
    Node out = node;
    out.items.clear();
    out.entries.clear();
    if (node.is_scalar()) out.text = filled_text(node.text, node.place, counter);
    for (const Node& item : node.items) out.items.push_back(filled(item, counter));
    for (const Entry& entry : node.entries) out.entries.push_back(filled(entry, counter));
    return out;
  }
  Entry filled(const Entry& entry, const Counter& counter) {
    return {filled_text(entry.key, entry.key_place, counter), entry.key_place, filled(entry.value, counter)};
  }
  std::string filled_text(const std::string& text, Place place, const Counter& counter) {
    try {
      return fill(text, counter);
    } catch (const FillError& error) {
      diagnostics_.error(place, error.message, "write $" + counter.name + " or $(" + counter.name + " - 1)");
      return text;
    }
  }

  Node& root_;
  const IntegerLookup& parameter_;
  Diagnostics& diagnostics_;
  std::unordered_map<std::string, std::size_t> section_;  // indices in root_.entries
  std::unordered_map<const Node*, std::unordered_map<std::string, int>> keys_;
  long made_ = 0;
};

}  // namespace

void expand_repeats(Node& root, const IntegerLookup& parameter, Diagnostics& diagnostics) {
  if (!root.is_map() || root.find("repeat") == nullptr) return;
  const Entry repeat = *root.find("repeat");
  root.entries.erase(
      std::find_if(root.entries.begin(), root.entries.end(), [](const Entry& e) { return e.key == "repeat"; }));
  if (!repeat.value.is_map()) {
    diagnostics.error(repeat.value.place, "`repeat` must be a map of named blocks");
    return;
  }
  root.entries.reserve(root.entries.size() + repeatable.size());  // sections must not move while entries are added
  Expander expander(root, parameter, diagnostics);
  for (const Entry& block : repeat.value.entries) expander.expand(block);
}

}  // namespace tangible
