// SPDX-License-Identifier: Apache-2.0
// Hash-consing: one open-addressing table over all nodes.
#include "symbolic/graph.h"

#include <algorithm>
#include <atomic>
#include <stdexcept>

namespace tangible {
namespace {

constinit thread_local Graph* current_graph = nullptr;
constinit std::atomic<std::uint64_t> graphs_made = 0;

std::uint32_t mix(std::uint64_t hash) {
  hash ^= hash >> 32;
  hash *= 0xD6E8FEB86659FD93u;
  return static_cast<std::uint32_t>(hash >> 32);
}

std::uint32_t hash_operands(Kind kind, std::span<const Expr> operands) {
  std::uint64_t hash = static_cast<std::uint64_t>(kind) * 0x9E3779B97F4A7C15u;
  for (const Expr e : operands) hash = (hash ^ e.id()) * 0x9FB21C651E98DF25u + (hash >> 29);
  return mix(hash);
}

}  // namespace

Graph::Graph() : serial_(++graphs_made), table_(256, 0) {
  intern_number(0);
  intern_number(1);
  intern_number(-1);
  intern_number(2);
  intern_number(Rational(1, 2));
  intern(Kind::pi, {});
}

Graph& Graph::current() {
  if (current_graph == nullptr) {
    static thread_local Graph own;
    current_graph = &own;
  }
  return *current_graph;
}

std::size_t Graph::bytes() const {
  std::size_t total = nodes_.bytes() + operands_.bytes() + names_.bytes() + numbers_.capacity() * sizeof(Rational) +
                      table_.capacity() * sizeof(std::uint32_t);
  for (const auto& scratch : scratch_)
    total += scratch->stamp.capacity() * sizeof(std::uint32_t) + scratch->value.capacity() * sizeof(Expr);
  for (const Rational& number : numbers_) total += number.heap_bytes();
  return total;
}

// The slot that holds the node for which same(node) is true, or the empty slot where it belongs.
template <typename Same>
std::uint32_t Graph::find_slot(std::uint32_t hash, Same same) const {
  const auto mask = static_cast<std::uint32_t>(table_.size() - 1);
  for (std::uint32_t slot = hash & mask;; slot = (slot + 1) & mask) {
    const std::uint32_t entry = table_[slot];
    if (entry == 0) return slot;
    const Node& node = nodes_[entry - 1];
    if (node.hash == hash && same(node)) return slot;
  }
}

Expr Graph::add_node(const Node& node, std::uint32_t slot) {
  const std::size_t id = nodes_.size();
  if (id + 1 >= UINT32_MAX) throw std::length_error("an expression graph holds at most 4 billion nodes");
  nodes_.push_back(node);
  table_[slot] = static_cast<std::uint32_t>(id + 1);
  if (nodes_.size() * 4 > table_.size() * 3) grow_table();
  return Expr::from_id(static_cast<std::uint32_t>(id));
}

void Graph::grow_table() {
  std::vector<std::uint32_t> larger(table_.size() * 2, 0);
  const std::size_t mask = larger.size() - 1;
  for (std::size_t id = 0; id < nodes_.size(); ++id) {
    std::size_t slot = nodes_[id].hash & mask;
    while (larger[slot] != 0) slot = (slot + 1) & mask;
    larger[slot] = static_cast<std::uint32_t>(id + 1);
  }
  table_ = std::move(larger);
}

Expr Graph::intern(Kind kind, std::span<const Expr> operands) {
  const std::uint32_t hash = hash_operands(kind, operands);
  const std::uint32_t slot = find_slot(hash, [&](const Node& node) {
    return node.kind == kind && node.count == operands.size() &&
           std::ranges::equal(operands_.view(node.first, node.count), operands);
  });
  if (table_[slot] != 0) return Expr::from_id(table_[slot] - 1);
  const std::size_t first = operands_.append(operands);
  if (first > UINT32_MAX - operands.size()) throw std::length_error("an expression graph is full");
  return add_node({kind, static_cast<std::uint32_t>(operands.size()), static_cast<std::uint32_t>(first), hash}, slot);
}

Expr Graph::intern_number(const Rational& value) {
  const std::uint32_t hash = mix(value.hash());
  const std::uint32_t slot =
      find_slot(hash, [&](const Node& node) { return node.kind == Kind::number && numbers_[node.first] == value; });
  if (table_[slot] != 0) return Expr::from_id(table_[slot] - 1);
  numbers_.push_back(value);
  return add_node({Kind::number, 0, static_cast<std::uint32_t>(numbers_.size() - 1), hash}, slot);
}

Expr Graph::intern_symbol(std::string_view text) {
  const std::uint32_t hash = mix(std::hash<std::string_view>{}(text));
  const std::uint32_t slot = find_slot(hash, [&](const Node& node) {
    if (node.kind != Kind::symbol || node.count != text.size()) return false;
    return std::ranges::equal(names_.view(node.first, node.count), text);
  });
  if (table_[slot] != 0) return Expr::from_id(table_[slot] - 1);
  const std::size_t first = names_.append(std::span(text.data(), text.size()));
  return add_node({Kind::symbol, static_cast<std::uint32_t>(text.size()), static_cast<std::uint32_t>(first), hash},
                  slot);
}

std::unique_ptr<Graph::Scratch> Graph::borrow_scratch() {
  std::unique_ptr<Scratch> scratch;
  if (scratch_.empty()) {
    scratch = std::make_unique<Scratch>();
  } else {
    scratch = std::move(scratch_.back());
    scratch_.pop_back();
  }
  if (scratch->stamp.size() < size()) {
    scratch->stamp.resize(size(), 0);
    scratch->value.resize(size());
  }
  if (++scratch->epoch == 0) {  // wrapped: old stamps would look fresh
    std::ranges::fill(scratch->stamp, 0);
    scratch->epoch = 1;
  }
  return scratch;
}

GraphScope::GraphScope(Graph& graph) : previous_(current_graph) { current_graph = &graph; }
GraphScope::~GraphScope() { current_graph = previous_; }

}  // namespace tangible
