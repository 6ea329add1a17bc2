// SPDX-License-Identifier: Apache-2.0
// The words and marks of infix text.
#pragma once

#include <cstdint>
#include <string_view>

#include "symbolic/infix.h"

namespace tangible {

enum class TokenKind : std::uint8_t {
  end_of_text,
  number,
  name,
  op,           // one of + - * / ^ and the comparisons; see Token::op
  logical_not,  // not !
  open_parenthesis,
  close_parenthesis,
  open_bracket,
  close_bracket,
  comma,
  colon,
};

struct Token {
  TokenKind kind = TokenKind::end_of_text;
  SyntaxKind op = SyntaxKind::add;  // which binary operator, when kind is op
  TextSpan span;
};

// Takes one token after the other from the text; throws SyntaxError at characters and numbers that make no sense.
class Tokens {
 public:
  explicit Tokens(std::string_view text) : text_(text) {}
  Token next();
  // The character after blanks, 0 at the end of the text.
  char peek_character();

 private:
  Token number(std::size_t begin);
  Token name(std::size_t begin);
  Token quoted_name(std::size_t begin);
  Token mark(std::size_t begin);
  char at(std::size_t i) const { return i < text_.size() ? text_[i] : '\0'; }
  void skip_blanks();
  Token token(TokenKind kind, std::size_t begin, SyntaxKind op = SyntaxKind::add) const;
  [[noreturn]] void fail_at_character(std::size_t begin) const;
  [[noreturn]] void fail_at_number(std::size_t begin, const char* why) const;

  std::string_view text_;
  std::size_t at_ = 0;
};

}  // namespace tangible
