// SPDX-License-Identifier: Apache-2.0
// Graph: the store in which every expression of a thread lives once.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "symbolic/expr.h"
#include "symbolic/segmented.h"

namespace tangible {

// Nodes are never removed: a graph is thrown away whole. It may be used by one thread at a time. An Expr belongs to the
// graph that was current when it was made; GraphScope makes another one current.
class Graph {
 public:
  Graph();
  Graph(const Graph&) = delete;
  Graph& operator=(const Graph&) = delete;

  // The thread's own graph, or the one of the innermost GraphScope.
  static Graph& current();

  std::size_t size() const { return nodes_.size(); }  // nodes made so far
  std::uint64_t serial() const { return serial_; }    // no two graphs of the process share it
  std::size_t bytes() const;                          // memory held for them

  Kind kind(Expr e) const { return nodes_[e.id()].kind; }
  std::span<const Expr> operands(Expr e) const {
    const Node& node = nodes_[e.id()];
    return has_operands(node.kind) ? operands_.view(node.first, node.count) : std::span<const Expr>{};
  }
  const Rational& number(Expr e) const { return numbers_[nodes_[e.id()].first]; }
  std::string_view name(Expr e) const {
    const Node& node = nodes_[e.id()];
    const auto text = names_.view(node.first, node.count);
    return {text.data(), text.size()};
  }

  // Find or make. The operands must already be in the canonical form that the constructors of expr.h establish.
  Expr intern(Kind kind, std::span<const Expr> operands);
  Expr intern_number(const Rational& value);
  Expr intern_symbol(std::string_view name);

  // Fixed places, made by the constructor in this order.
  static constexpr Expr zero = Expr::from_id(0);
  static constexpr Expr one = Expr::from_id(1);
  static constexpr Expr minus_one = Expr::from_id(2);
  static constexpr Expr two = Expr::from_id(3);
  static constexpr Expr half = Expr::from_id(4);
  static constexpr Expr pi = Expr::from_id(5);

  // Tables over node ids that are cleared in O(1); see memo.h.
  struct Scratch {
    std::vector<std::uint32_t> stamp;
    std::vector<Expr> value;
    std::uint32_t epoch = 0;
  };
  std::unique_ptr<Scratch> borrow_scratch();
  void return_scratch(std::unique_ptr<Scratch> scratch) { scratch_.push_back(std::move(scratch)); }

 private:
  // 16 bytes: a number's place in numbers_, a symbol's text in names_, other nodes' operands in operands_.
  struct Node {
    Kind kind = Kind::number;
    std::uint32_t count = 0;
    std::uint32_t first = 0;
    std::uint32_t hash = 0;
  };
  static bool has_operands(Kind kind) { return kind > Kind::symbol; }

  template <typename Same>
  std::uint32_t find_slot(std::uint32_t hash, Same same) const;
  Expr add_node(const Node& node, std::uint32_t slot);
  void grow_table();

  const std::uint64_t serial_;
  SegmentedArray<Node, 12> nodes_;
  SegmentedArray<Expr, 13> operands_;
  SegmentedArray<char, 12> names_;
  std::vector<Rational> numbers_;
  std::vector<std::uint32_t> table_;  // node id + 1, 0 where empty; open addressing, at most 3/4 full
  std::vector<std::unique_ptr<Scratch>> scratch_;
};

// Makes a graph current for this thread while it lives.
class GraphScope {
 public:
  explicit GraphScope(Graph& graph);
  ~GraphScope();
  GraphScope(const GraphScope&) = delete;
  GraphScope& operator=(const GraphScope&) = delete;

 private:
  Graph* previous_;
};

}  // namespace tangible
