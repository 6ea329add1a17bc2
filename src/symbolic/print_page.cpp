// SPDX-License-Identifier: Apache-2.0
// The loop that writes: pieces come off a stack, expressions turn into more pieces.
#include "symbolic/print_page.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>

namespace tangible {

void Page::integer(std::int64_t value) {
  if (value >= 0 && value < 10) return text(static_cast<char>('0' + value));
  std::array<char, 24> digits;
  const char* end = std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr;
  keep(std::string(digits.data(), static_cast<std::size_t>(end - digits.data())));
}

// Most names are written as they are, without a copy.
void Page::symbol_name(Expr symbol) {
  if (!names_.symbols.empty()) {
    if (const auto found = names_.symbols.find(symbol); found != names_.symbols.end()) return text(found->second);
  }
  const std::string_view name = graph_.name(symbol);
  Expr& plain = plain_symbols_[symbol.id() % plain_symbols_.size()];
  if (plain != symbol) {
    if (!dialect_.symbol_is_plain(name)) return keep(dialect_.symbol_name(name));
    plain = symbol;
  }
  text(name);
}

// Writes the operand now if nothing waits before it, or leaves it for later.
void Page::put(Expr e, Level level) {
  if (at_once_ && depth_ < deepest && nodes_ < max_nodes_)
    write_node(e, level);
  else
    leave({nullptr, 0, e, level, Type::expression});
}

void Page::write_node(Expr e, Level level) {
  ++nodes_;
  if (is_named(e)) {
    keep(dialect_.intermediate_name(names_.prefix, names_.numbers->number_at(e)));
    if (level == Level::condition) text(" != 0.0");
    return;
  }
  ++depth_;
  dialect_.expand(*this, e, level);
  --depth_;
}

// Takes piece after piece off the stack; what a node leaves for later is turned round, to come off in reading order.
bool Page::write_pieces() {
  while (!stack_.empty()) {
    const Piece piece = stack_.back();
    stack_.pop_back();
    if (piece.type == Type::text) {
      out_.append(piece.text, piece.size);
    } else if (piece.type == Type::character) {
      out_ += static_cast<char>(piece.size);
    } else {
      if (nodes_ == max_nodes_) return false;
      base_ = stack_.size();
      at_once_ = true;
      write_node(piece.e, piece.level);
      std::reverse(stack_.begin() + static_cast<std::ptrdiff_t>(base_), stack_.end());
    }
  }
  return true;
}

std::optional<std::string> Page::write_within(Expr e, std::size_t max_nodes) {
  // Grown once a thread and copied from, so that a long text is not moved time and again while it grows.
  static thread_local std::string paper;
  constexpr std::size_t largest_kept = std::size_t{1} << 20;
  out_.swap(paper);
  out_.clear();
  kept_.clear();
  stack_.assign(1, {nullptr, 0, e, Level::any, Type::expression});
  nodes_ = 0;
  max_nodes_ = max_nodes;
  const bool complete = write_pieces();
  std::optional<std::string> result;
  if (complete && out_.size() > largest_kept) return std::move(out_);
  if (complete) result = out_;
  paper.swap(out_);
  return result;
}

std::string Page::write(Expr e) { return *write_within(e, std::numeric_limits<std::size_t>::max()); }

std::string Page::write_definition(Expr named) {
  defined_ = named;
  std::string out = write(named);
  defined_.reset();
  return out;
}

}  // namespace tangible
