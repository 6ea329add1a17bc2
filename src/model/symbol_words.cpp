// SPDX-License-Identifier: Apache-2.0
// Frames, points, joints, bodies, loads and speeds of the file, searched for symbols that stand alone in them.
#include "model/symbol_words.h"

#include <array>

#include "model/names.h"
#include "symbolic/infix.h"
#include "symbolic/interruption.h"

namespace tangible {
namespace {

class SymbolWords {
 public:
  explicit SymbolWords(const Node& root) : root_(root) {}

  std::map<std::string, std::string> all() {
    each("frames", [&](const Entry& e) { take_frame(e); });
    each("points", [&](const Entry& e) { take_place(e.key, word(e.value, "from", "O"), e.value.find("at")); });
    each("bodies", [&](const Entry& e) { take_body(e); });
    each("particles", [&](const Entry& e) { take(e.value.find("mass"), "mass of " + e.key); });
    each("loads", [&](const Entry& e) { take_load(e); });
    each("contacts", [&](const Entry& e) { take_contact(e); });
    each("speeds", [&](const Entry& e) { take_speed(e); });
    if (const Entry* g = root_.find("gravity")) take_factors(g->value.text, "acceleration of gravity");
    return std::move(words_);
  }

 private:
  void each(const char* section, const auto& read) {
    const Entry* found = root_.find(section);
    if (found == nullptr) return;
    for (const Entry& entry : found->value.entries) {
      check_interruption();
      read(entry);
    }
  }

  static std::string word(const Node& map, const char* key, const char* otherwise) {
    const Entry* found = map.find(key);
    return found == nullptr || found->value.text.empty() ? otherwise : found->value.text;
  }

  // The first use says it.
  void note(const std::string& name, const std::string& words) {
    if (is_item_name(name) && !is_reserved(name)) words_.try_emplace(name, words);
  }
  void take(const Entry* entry, const std::string& words) {
    if (entry != nullptr) note(entry->value.text, words);
  }

  // The body that a frame carries has the better name.
  std::string name_of_frame(const std::string& frame) const {
    if (const Entry* bodies = root_.find("bodies"))
      for (const Entry& body : bodies->value.entries)
        if (word(body.value, "frame", "") == frame) return body.key;
    return frame == "N" ? "space" : frame;
  }

  void take_frame(const Entry& entry) {
    const std::string of =
        "angle of " + name_of_frame(entry.key) + " in " + name_of_frame(word(entry.value, "in", "N"));
    if (const Entry* rotate = entry.value.find("rotate")) {
      for (const char* axis : {"x", "y", "z"}) take(rotate->value.find(axis), of + " about " + axis);
      take(rotate->value.find("angle"), of);
      if (const Entry* angles = rotate->value.find("angles")) take_angles(angles->value.items, rotate->value, of);
    }
    if (const Entry* euler = entry.value.find("euler"))
      for (const Node& e : euler->value.items) note(e.text, "Euler parameter of " + name_of_frame(entry.key));
  }

  void take_angles(const std::vector<Node>& angles, const Node& rotate, const std::string& of) {
    constexpr std::array<const char*, 3> ordinals = {"first ", "second ", "third "};
    const std::string order = word(rotate, "body", word(rotate, "space", "").c_str());
    for (std::size_t i = 0; i < angles.size() && i < 3; ++i)
      note(angles[i].text, ordinals[i] + of + (i < order.size() ? std::string(", about ") + order[i] : ""));
  }

  // q1*N.x + q2*N.y: each factor that is a name places the point along its direction.
  void take_place(const std::string& point, const std::string& from, const Entry* at) {
    if (at == nullptr) return;
    const Entry* coordinates = root_.find("coordinates");
    for (const auto& [name, direction] : products(at->value.text)) {
      const bool moves = coordinates != nullptr && coordinates->value.find(name) != nullptr;
      note(name, (moves ? "place of " + point : "distance from " + from + " to " + point) + " along " + direction);
    }
  }

  // The terms `name*direction` of a sum.
  static std::vector<std::pair<std::string, std::string>> products(const std::string& text) {
    std::vector<std::pair<std::string, std::string>> out;
    SyntaxTree tree;
    try {
      tree = parse_infix(text);
    } catch (const SyntaxError&) {
      return out;
    }
    for (std::size_t i = 0; i < tree.nodes.size(); ++i) {
      if (tree.nodes[i].kind != SyntaxKind::multiply) continue;
      const std::vector<std::size_t> factors = tree.children(i);
      const SyntaxNode &left = tree.nodes[factors[0]], &right = tree.nodes[factors[1]];
      const SyntaxNode& symbol = left.kind == SyntaxKind::negate ? tree.nodes[factors[0] - 1] : left;
      const bool both = symbol.kind == SyntaxKind::name && right.kind == SyntaxKind::name;
      if (both && tree.token(right).find('.') != std::string_view::npos)
        out.emplace_back(tree.token(symbol), tree.token(right));
    }
    return out;
  }

  void take_factors(const std::string& text, const std::string& words) {
    for (const auto& [name, direction] : products(text)) note(name, words);
  }

  void take_body(const Entry& entry) {
    take(entry.value.find("mass"), "mass of " + entry.key);
    if (const Entry* inertia = entry.value.find("inertia")) {
      constexpr std::array<const char*, 3> axes = {"xx", "yy", "zz"};
      for (const Entry& e : inertia->value.entries) note(e.value.text, "inertia " + e.key + " of " + entry.key);
      for (std::size_t i = 0; i < inertia->value.items.size() && i < 3; ++i)
        note(inertia->value.items[i].text, std::string("inertia ") + axes[i] + " of " + entry.key);
    }
    const std::string joint = word(entry.value, "joint", "");
    if (joint.empty()) return;
    const std::string parent = word(entry.value, "parent", "ground");
    const bool slides = joint == "prismatic", turns = joint == "revolute" || joint == "screw";
    const std::string words = (slides  ? "travel of "
                               : turns ? "angle of "
                                       : "coordinate of ") +
                              entry.key + (parent == "ground" ? "" : " on " + parent) +
                              (slides || turns ? "" : ", " + joint + " joint");
    take(entry.value.find("coordinate"), words);
    note("q_" + entry.key, words);
    if (const Entry* list = entry.value.find("coordinates"))
      for (const Node& q : list->value.items) note(q.text, words);
  }

  void take_load(const Entry& entry) {
    take(entry.value.find("spring"), "stiffness of " + entry.key);
    take(entry.value.find("damper"), "damping of " + entry.key);
    take(entry.value.find("length"), "free length of " + entry.key);
    take(entry.value.find("rest"), "rest of " + entry.key);
    take(entry.value.find("motor"), "motor of " + entry.key);
    for (const char* kind : {"force", "torque"})
      if (const Entry* vector = entry.value.find(kind))
        for (const auto& [name, direction] : products(vector->value.text))
          note(name, std::string(kind) + " of " + entry.key + " along " + direction);
    if (const Entry* field = entry.value.find("gravity")) take_factors(field->value.text, "acceleration of gravity");
  }

  void take_contact(const Entry& entry) {
    take(entry.value.find("restitution"), "restitution of " + entry.key);
    take(entry.value.find("friction"), "coefficient of friction of " + entry.key);
  }

  void take_speed(const Entry& entry) {
    RelativeMotion m;
    if (!read_relative_motion(entry.value.text, m)) return note(entry.key, "speed, " + entry.value.text);
    const std::string against = m.against.empty() ? "" : " against " + m.against;
    note(entry.key, m.is_turn
                        ? "angular velocity of " + name_of_frame(m.of) +
                              (m.against.empty() ? "" : " in " + name_of_frame(m.against)) + " about " + m.direction
                        : "velocity of " + m.of + against + " along " + m.direction);
  }

  const Node& root_;
  std::map<std::string, std::string> words_;
};

}  // namespace

std::map<std::string, std::string> words_of_symbols(const Node& root) { return SymbolWords(root).all(); }

}  // namespace tangible
