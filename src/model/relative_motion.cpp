// SPDX-License-Identifier: Apache-2.0
// Velocities along a direction, recognised in the text of an expression.
#include "model/symbol_words.h"
#include "symbolic/infix.h"

namespace tangible {
namespace {

// v(P), v(P, fixed_in: B), w(C) or w(C, B).
struct MovingThing {
  bool is_turn = false;
  std::string name, fixed_in, in;
};

std::string name_at(const SyntaxTree& tree, std::size_t node) {
  return tree.nodes[node].kind == SyntaxKind::name ? std::string(tree.token(tree.nodes[node])) : "";
}

bool read_moving(const SyntaxTree& tree, std::size_t node, MovingThing& out) {
  const SyntaxNode& call = tree.nodes[node];
  if (call.kind != SyntaxKind::call || (tree.token(call) != "v" && tree.token(call) != "w")) return false;
  const std::vector<std::size_t> arguments = tree.children(node);
  if (arguments.empty() || arguments.size() > 2) return false;
  out.is_turn = tree.token(call) == "w";
  out.name = name_at(tree, arguments[0]);
  if (out.name.empty() || arguments.size() == 1) return !out.name.empty();
  const SyntaxNode& second = tree.nodes[arguments[1]];
  if (out.is_turn) {
    out.in = name_at(tree, arguments[1]);
    return !out.in.empty();
  }
  if (second.kind != SyntaxKind::named_argument || tree.token(second) != "fixed_in") return false;
  out.fixed_in = name_at(tree, tree.children(arguments[1]).front());
  return !out.fixed_in.empty();
}

bool read_difference(const SyntaxTree& tree, std::size_t node, RelativeMotion& out) {
  MovingThing of, against;
  if (tree.nodes[node].kind == SyntaxKind::subtract) {
    const std::vector<std::size_t> sides = tree.children(node);
    if (!read_moving(tree, sides[0], of) || !read_moving(tree, sides[1], against)) return false;
    if (of.is_turn != against.is_turn || !of.in.empty() || !against.in.empty()) return false;
  } else {
    if (!read_moving(tree, node, of)) return false;
    against.name = of.in;
  }
  out.is_turn = of.is_turn;
  out.of = of.name;
  out.of_fixed_in = of.fixed_in;
  out.against = against.name == "N" || against.name == "O" ? "" : against.name;
  out.against_fixed_in = against.fixed_in;
  return true;
}

bool read_dot(const SyntaxTree& tree, std::size_t node, RelativeMotion& out) {
  const SyntaxNode& call = tree.nodes[node];
  if (call.kind != SyntaxKind::call || tree.token(call) != "dot" || call.children != 2) return false;
  const std::vector<std::size_t> factors = tree.children(node);
  if (!read_difference(tree, factors[0], out)) return false;
  out.direction = tree.view(tree.nodes[factors[1]].where);
  return true;
}

struct Term {
  std::size_t node = 0;
  bool opposite = false;
};

std::vector<Term> terms_of(const SyntaxTree& tree) {
  std::vector<Term> open{{tree.root_index(), false}}, terms;
  while (!open.empty()) {
    const Term term = open.back();
    open.pop_back();
    const SyntaxKind kind = tree.nodes[term.node].kind;
    if (kind != SyntaxKind::add && kind != SyntaxKind::subtract && kind != SyntaxKind::negate) {
      terms.push_back(term);
      continue;
    }
    const std::vector<std::size_t> sides = tree.children(term.node);
    for (std::size_t i = 0; i < sides.size(); ++i) {
      const bool turned = kind == SyntaxKind::negate || (kind == SyntaxKind::subtract && i == 1);
      open.push_back({sides[i], turned != term.opposite});
    }
  }
  return terms;
}

}  // namespace

bool read_relative_motion(const std::string& text, RelativeMotion& out) {
  SumWithMotion sum;
  if (!read_sum_with_motion(text, sum) || sum.opposite || !sum.rest.empty()) return false;
  out = sum.motion;
  return true;
}

bool read_sum_with_motion(const std::string& text, SumWithMotion& out) {
  SyntaxTree tree;
  try {
    tree = parse_infix(text);
  } catch (const SyntaxError&) {
    return false;
  }
  bool found = false;
  for (const Term& term : terms_of(tree)) {
    if (!found && read_dot(tree, term.node, out.motion)) {
      found = true;
      out.opposite = term.opposite;
    } else {
      out.rest.emplace_back(tree.view(tree.nodes[term.node].where));
    }
  }
  return found;
}

std::string words_of_rest(const RelativeMotion& m) {
  if (m.is_turn)
    return m.against.empty() ? m.of + " does not turn about " + m.direction
                             : m.of + " turns with " + m.against + " about " + m.direction;
  const std::string along = " along " + m.direction;
  if (!m.of_fixed_in.empty() && !m.against_fixed_in.empty())
    return m.of_fixed_in + " does not slip on " + m.against_fixed_in + along;
  if (!m.of_fixed_in.empty()) return m.of_fixed_in + " does not slip at " + m.of + along;
  return m.against.empty() ? m.of + " does not slip" + along : m.of + " moves with " + m.against + along;
}

}  // namespace tangible
