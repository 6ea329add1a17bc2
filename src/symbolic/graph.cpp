// SPDX-License-Identifier: Apache-2.0
// Hash-consing: one open-addressing table over all nodes.
#include "symbolic/graph.h"

#include <algorithm>
#include <atomic>
#include <stdexcept>
#include <string>

#include "symbolic/interruption.h"

namespace tangible {
namespace {

constinit std::atomic<std::uint64_t> graphs_made = 0;

std::uint64_t mix(std::uint64_t hash) {
  hash *= 0xD6E8FEB86659FD93u;
  return hash ^ (hash >> 32);
}

// Two operands at a time, each step a bijection of the state, so that lists that differ in one place never collide
// early.
std::uint32_t hash_operands(Kind kind, std::span<const Expr> operands) {
  std::uint64_t hash = mix((static_cast<std::uint64_t>(operands.size()) << 8) + static_cast<std::uint64_t>(kind));
  std::size_t i = 0;
  for (; i + 1 < operands.size(); i += 2)
    hash = mix(hash ^ (std::uint64_t{operands[i].id()} << 32 | operands[i + 1].id()));
  if (i < operands.size()) hash = mix(hash ^ operands[i].id());
  return static_cast<std::uint32_t>(mix(hash));
}

}  // namespace

Graph::Graph() : serial_(++graphs_made), table_(256) {
  intern_number(0);
  intern_number(1);
  intern_number(-1);
  intern_number(2);
  intern_number(Rational(1, 2));
  intern(Kind::pi, {});
}

Graph& Graph::own() {
  static thread_local Graph graph;
  current_ = &graph;
  return graph;
}

std::size_t Graph::bytes() const {
  std::size_t total =
      nodes_.bytes() + operands_.bytes() + names_.bytes() + numbers_.bytes() + table_.capacity() * sizeof(Slot);
  for (const auto& scratch : scratch_) total += sizeof(Scratch) + scratch->slots.capacity() * sizeof(Scratch::Slot);
  for (std::size_t i = 0; i < numbers_.size(); ++i) total += numbers_[i].heap_bytes();
  return total;
}

// The slot that holds the node for which same(node) is true, or the empty slot where it belongs.
template <typename Same>
Graph::Slot& Graph::find_slot(std::uint32_t hash, Same same) {
  const std::size_t mask = table_.size() - 1;
  for (std::size_t at = hash & mask;; at = (at + 1) & mask) {
    Slot& slot = table_[at];
    if (slot.entry == 0) {
      slot.hash = hash;  // for the node to come; an empty slot's hash means nothing
      return slot;
    }
    if (slot.hash == hash && same(nodes_[slot.entry - 1])) return slot;
  }
}

Expr Graph::add_node(Kind kind, Place place, Slot& slot) {
  const std::size_t id = nodes_.size();
  if (id + 1 >= UINT32_MAX || place.first > UINT32_MAX - place.count)
    throw std::length_error("an expression graph holds at most 4 billion nodes and operands");
  if (place.count > max_count) throw std::length_error("an operation has at most 16 million operands");
  nodes_.push_back({kind, static_cast<std::uint32_t>(place.count) & max_count,
                    Expr::from_id(static_cast<std::uint32_t>(place.first))});
  slot.entry = static_cast<std::uint32_t>(id + 1);
  if (nodes_.size() * 4 > table_.size() * 3) grow_table();
  return Expr::from_id(static_cast<std::uint32_t>(id));
}

// Reads the old table in order; its hashes are in it, so the nodes are not touched.
void Graph::grow_table() {
  std::vector<Slot> larger(table_.size() * 2);
  const std::size_t mask = larger.size() - 1;
  for (const Slot& slot : table_) {
    if (slot.entry == 0) continue;
    std::size_t at = slot.hash & mask;
    while (larger[at].entry != 0) at = (at + 1) & mask;
    larger[at] = slot;
  }
  table_ = std::move(larger);
}

Expr Graph::intern(Kind kind, std::span<const Expr> operands) {
  check_interruption();
  Slot& slot = find_slot(hash_operands(kind, operands), [&](const Node& node) {
    return node.kind == kind && node.count == operands.size() && std::ranges::equal(operands_of(node), operands);
  });
  if (slot.entry != 0) return Expr::from_id(slot.entry - 1);
  const std::size_t first = operands.size() == 1 ? operands[0].id() : operands_.append(operands);
  return add_node(kind, {first, operands.size()}, slot);
}

Expr Graph::intern_number(const Rational& value) {
  // 0, 1, -1 and 2 are in place once the constructor has made them.
  if (value.is_small() && value.small_denominator() == 1 && size() > pi.id()) {
    const std::int64_t n = value.small_numerator();
    if (n >= -1 && n <= 2) return n == -1 ? minus_one : n == 2 ? two : Expr::from_id(static_cast<std::uint32_t>(n));
  }
  Slot& slot = find_slot(static_cast<std::uint32_t>(mix(value.hash())), [&](const Node& node) {
    return node.kind == Kind::number && numbers_[node.first.id()] == value;
  });
  if (slot.entry != 0) return Expr::from_id(slot.entry - 1);
  numbers_.push_back(value);
  return add_node(Kind::number, {numbers_.size() - 1, 0}, slot);
}

Expr Graph::intern_symbol(std::string_view text) {
  Slot& slot = find_slot(static_cast<std::uint32_t>(mix(std::hash<std::string_view>{}(text))), [&](const Node& node) {
    return node.kind == Kind::symbol && node.count == text.size() &&
           std::ranges::equal(names_.view(node.first.id(), node.count), text);
  });
  if (slot.entry != 0) return Expr::from_id(slot.entry - 1);
  if (text.size() > max_count) throw std::length_error("a name has at most 16 million characters");
  return add_node(Kind::symbol, {names_.append(std::span(text.data(), text.size())), text.size()}, slot);
}

Graph::Scratch& Graph::borrow_scratch() {
  check_interruption();
  if (free_scratch_.empty()) {
    scratch_.push_back(std::make_unique<Scratch>());
    free_scratch_.push_back(scratch_.back().get());
  }
  Scratch& scratch = *free_scratch_.back();
  free_scratch_.pop_back();
  if (scratch.slots.size() < size()) scratch.slots.resize(size());
  if (++scratch.epoch == 0) {  // wrapped: old stamps would seem fresh
    std::ranges::fill(scratch.slots, Scratch::Slot{});
    scratch.epoch = 1;
  }
  return scratch;
}

}  // namespace tangible
