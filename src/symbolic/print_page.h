// SPDX-License-Identifier: Apache-2.0
// Page: an expression being written, as pieces of text and subexpressions that are still to be written.
#pragma once

#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "symbolic/expr.h"
#include "symbolic/memo.h"

namespace tangible {

// How tight the text of an expression holds together. What is looser than its place asks for gets parentheses.
enum class Level : std::uint8_t { any, logic, comparison, sum, term, factor, atom, condition };
// condition is a place in C that takes a truth value rather than a number.

class Page;

// One way of writing. expand() writes one node: its own marks, and its operands as pieces.
struct PrintDialect {
  void (*expand)(Page& page, Expr e, Level level);
  std::string (*intermediate_name)(const std::string& prefix, std::uint32_t number);
  std::string (*symbol_name)(std::string_view name);
};
extern const PrintDialect text_dialect;
extern const PrintDialect latex_dialect;
extern const PrintDialect c_dialect;

// Intermediates by number, and symbols whose names are not simply those of the dialect.
struct PrintNames {
  std::string prefix = "z";
  Memo numbers;  // of named nodes
  std::unordered_map<Expr, std::string> symbols;
};

class Page {
 public:
  Page(const PrintDialect& dialect, const PrintNames& names) : dialect_(dialect), names_(names) {}

  // The text of an expression; of a named node, its name.
  std::string write(Expr e);
  // Of a named node, what the name stands for.
  std::string write_definition(Expr named);

  // --- For dialects: what one node consists of, in the order of reading ---
  void text(std::string_view literal) { fresh_.push_back({literal, {}, Level::any, false}); }  // a string that stays
  void keep(std::string made) { text(kept_.emplace_back(std::move(made))); }
  void put(Expr e, Level level) { fresh_.push_back({{}, e, level, true}); }
  void symbol_name(Expr symbol);
  bool is_named(Expr e) const { return names_.numbers.contains(e) && e != defined_; }

 private:
  struct Piece {
    std::string_view text;
    Expr e;
    Level level;
    bool is_expression;
  };

  const PrintDialect& dialect_;
  const PrintNames& names_;
  std::optional<Expr> defined_;
  std::vector<Piece> fresh_;  // of the node being expanded
  std::vector<Piece> stack_;  // still to be written, the next one last
  std::deque<std::string> kept_;
};

}  // namespace tangible
