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
// graph that was current when it was made; GraphScope makes another one current. References and spans that a graph
// hands out stay valid as long as the graph.
class Graph {
 public:
  Graph();
  Graph(const Graph&) = delete;
  Graph& operator=(const Graph&) = delete;

  // The thread's own graph, or the one of the innermost GraphScope.
  static Graph& current() { return current_ != nullptr ? *current_ : own(); }

  std::size_t size() const { return nodes_.size(); }  // nodes made so far
  std::uint64_t serial() const { return serial_; }    // no two graphs of the process share it
  std::size_t bytes() const;                          // memory held for them and for the tables over them

  Kind kind(Expr e) const { return nodes_[e.id()].kind; }
  std::span<const Expr> operands(Expr e) const { return operands_of(nodes_[e.id()]); }
  const Rational& number(Expr e) const { return numbers_[nodes_[e.id()].first.id()]; }
  std::string_view name(Expr e) const {
    const Node& node = nodes_[e.id()];
    const auto text = names_.view(node.first.id(), node.count);
    return {text.data(), text.size()};
  }

  // Find or make. The operands must already be in the canonical form that the constructors of expr.h establish.
  Expr intern(Kind kind, std::span<const Expr> operands);
  Expr intern_number(const Rational& value);
  Expr intern_symbol(std::string_view name);

  // Fixed ids, made by the constructor in this order.
  static constexpr Expr zero = Expr::from_id(0);
  static constexpr Expr one = Expr::from_id(1);
  static constexpr Expr minus_one = Expr::from_id(2);
  static constexpr Expr two = Expr::from_id(3);
  static constexpr Expr half = Expr::from_id(4);
  static constexpr Expr pi = Expr::from_id(5);

  // Tables over node ids that are cleared in O(1); see memo.h.
  struct Scratch {
    struct Slot {
      std::uint32_t stamp = 0;  // the slot holds something when this is the epoch
      Expr value;
    };
    std::vector<Slot> slots;
    std::uint32_t epoch = 0;
  };
  Scratch& borrow_scratch();
  void return_scratch(Scratch& scratch) { free_scratch_.push_back(&scratch); }

 private:
  friend class GraphScope;

  // 8 bytes. `first` is the operand itself if there is one, else the index of the operands in operands_; a number's
  // index in numbers_; the index of a symbol's text in names_. `count` is the number of operands or characters.
  struct Node {
    Kind kind : 8;
    std::uint32_t count : 24;
    Expr first;
  };
  static constexpr std::uint32_t max_count = (1u << 24) - 1;
  struct Slot {
    std::uint32_t hash = 0;
    std::uint32_t entry = 0;  // node id + 1, 0 where empty
  };

  static Graph& own();
  std::span<const Expr> operands_of(const Node& node) const {
    if (node.kind <= Kind::symbol) return {};
    return node.count == 1 ? std::span(&node.first, 1) : operands_.view(node.first.id(), node.count);
  }
  template <typename Same>
  Slot& find_slot(std::uint32_t hash, Same same);
  struct Place {  // what a new node refers to
    std::size_t first;
    std::size_t count;
  };
  Expr add_node(Kind kind, Place place, Slot& slot);
  void grow_table();

  static inline constinit thread_local Graph* current_ = nullptr;

  const std::uint64_t serial_;
  SegmentedArray<Node, 10> nodes_;
  SegmentedArray<Expr, 11> operands_;
  SegmentedArray<char, 10> names_;
  SegmentedArray<Rational, 5> numbers_;
  std::vector<Slot> table_;  // open addressing, linear probing, at most 3/4 full
  std::vector<std::unique_ptr<Scratch>> scratch_;
  std::vector<Scratch*> free_scratch_;
};

// Makes a graph current for this thread while it lives.
class GraphScope {
 public:
  explicit GraphScope(Graph& graph) : previous_(Graph::current_) { Graph::current_ = &graph; }
  ~GraphScope() { Graph::current_ = previous_; }
  GraphScope(const GraphScope&) = delete;
  GraphScope& operator=(const GraphScope&) = delete;

 private:
  Graph* previous_;
};

// The accessors of Expr read the current graph; they are called so often that they have to be inline.
inline Kind Expr::kind() const { return Graph::current().kind(*this); }
inline std::span<const Expr> Expr::operands() const { return Graph::current().operands(*this); }
inline const Rational& Expr::value() const { return Graph::current().number(*this); }
inline std::string_view Expr::name() const { return Graph::current().name(*this); }

}  // namespace tangible
