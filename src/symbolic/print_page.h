// SPDX-License-Identifier: Apache-2.0
// Page: an expression being written, as pieces of text and subexpressions that are still to be written.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "symbolic/expr.h"
#include "symbolic/memo.h"

namespace tangible {

// How tight the text of an expression holds together. Text looser than its context requires gets parentheses.
enum class Level : std::uint8_t { any, logic, comparison, sum, term, factor, atom, condition };
// condition is a context in C that takes a truth value rather than a number.

class Page;

// One way of writing. expand() writes one node: its own marks, and its operands as pieces.
struct PrintDialect {
  void (*expand)(Page& page, Expr e, Level level);
  std::string (*intermediate_name)(const std::string& prefix, std::uint32_t number);
  std::string (*symbol_name)(std::string_view name);
  bool (*symbol_is_plain)(std::string_view name);  // symbol_name() would not change it
};
extern const PrintDialect text_dialect;
extern const PrintDialect latex_dialect;
extern const PrintDialect c_dialect;

// Intermediates by number, and symbols whose names are not simply those of the dialect.
struct PrintNames {
  std::string prefix = "z";
  std::optional<Memo> numbers;  // of named nodes, if there are any
  std::unordered_map<Expr, std::string> symbols;
};

class Page {
 public:
  Page(const PrintDialect& dialect, const PrintNames& names)
      : graph_(Graph::current()), dialect_(dialect), names_(names) {}

  // The text of an expression; of a named node, its name.
  std::string write(Expr e);
  // Of a named node, the text that the name abbreviates.
  std::string write_definition(Expr named);
  // Nothing when more nodes than that would have to be written.
  std::optional<std::string> write_within(Expr e, std::size_t max_nodes);

  // --- For dialects: what one node consists of, in the order of reading ---
  const Graph& graph() const { return graph_; }
  void text(std::string_view literal) {  // a string that stays
    if (at_once_)
      out_ += literal;
    else
      leave({literal.data(), static_cast<std::uint32_t>(literal.size()), {}, {}, Type::text});
  }
  void text(char literal) {
    if (at_once_)
      out_ += literal;
    else
      leave({nullptr, static_cast<unsigned char>(literal), {}, {}, Type::character});
  }
  void keep(std::string made) {
    if (at_once_)
      out_ += made;
    else
      text(kept_.emplace_back(std::move(made)));
  }
  void integer(std::int64_t value);
  void put(Expr e, Level level);
  void symbol_name(Expr symbol);
  bool is_named(Expr e) const { return names_.numbers && names_.numbers->contains(e) && e != defined_; }

 private:
  enum class Type : std::uint8_t { text, character, expression };
  struct Piece {
    const char* text;
    std::uint32_t size;
    Expr e;
    Level level;
    Type type;
  };
  void leave(const Piece& piece) {
    stack_.push_back(piece);
    at_once_ = false;
  }
  bool write_pieces();  // false when there are too many nodes
  void write_node(Expr e, Level level);

  const Graph& graph_;
  const PrintDialect& dialect_;
  const PrintNames& names_;
  std::optional<Expr> defined_;
  std::string out_;
  // Still to be written, the next one last; from base_ on the pieces of the node being expanded, the next one first.
  // As long as there are none of those, text and operands are written at once, the operands of operands too, but only
  // to a fixed depth: below it the stack takes over, so that depth costs heap.
  static constexpr int deepest = 32;
  std::vector<Piece> stack_;
  std::size_t base_ = 0;
  bool at_once_ = true;  // nothing waits before what comes next
  int depth_ = 0;
  std::size_t nodes_ = 0;
  std::size_t max_nodes_ = 0;
  std::deque<std::string> kept_;
  // Symbols whose names were found to be plain, by the last digits of their numbers.
  std::array<Expr, 1024> plain_symbols_{};
};

}  // namespace tangible
