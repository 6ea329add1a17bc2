// SPDX-License-Identifier: Apache-2.0
// The loop that writes: pieces come off a stack, expressions turn into more pieces.
#include "symbolic/print_page.h"

namespace tangible {

std::string Page::write(Expr e) {
  std::string out;
  stack_.assign(1, {{}, e, Level::any, true});
  while (!stack_.empty()) {
    const Piece piece = stack_.back();
    stack_.pop_back();
    if (!piece.is_expression) {
      out += piece.text;
      continue;
    }
    fresh_.clear();
    if (is_named(piece.e)) {
      keep(dialect_.intermediate_name(names_.prefix, names_.numbers.number_at(piece.e)));
      if (piece.level == Level::condition) text(" != 0.0");
    } else {
      dialect_.expand(*this, piece.e, piece.level);
    }
    stack_.insert(stack_.end(), fresh_.rbegin(), fresh_.rend());
  }
  kept_.clear();
  return out;
}

std::string Page::write_definition(Expr named) {
  defined_ = named;
  std::string out = write(named);
  defined_.reset();
  return out;
}

void Page::symbol_name(Expr symbol) {
  if (const auto found = names_.symbols.find(symbol); found != names_.symbols.end())
    text(found->second);
  else
    keep(dialect_.symbol_name(symbol.name()));
}

}  // namespace tangible
