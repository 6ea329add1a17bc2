// SPDX-License-Identifier: Apache-2.0
// Cutting infix text into tokens.
#include "symbolic/infix_tokens.h"

#include <array>
#include <string>

#include "symbolic/digit.h"

namespace tangible {
namespace {

// Independent of the locale, and defined for every char.
bool is_word_start(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool is_word(char c) { return is_word_start(c) || is_digit(c); }
bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

std::string hex(unsigned char byte) {
  constexpr std::string_view digits = "0123456789ABCDEF";
  return {'0', 'x', digits[byte >> 4], digits[byte & 15]};
}

// The length of the UTF-8 sequence at the front of the text, 1 if there is none.
std::size_t sequence_length(std::string_view text) {
  const auto lead = static_cast<unsigned char>(text[0]);
  const std::size_t length = lead >= 0xF0 && lead < 0xF8 ? 4 : lead >= 0xE0 ? 3 : lead >= 0xC2 ? 2 : 1;
  if (lead >= 0xF8 || length > text.size()) return 1;
  for (std::size_t i = 1; i < length; ++i)
    if ((static_cast<unsigned char>(text[i]) & 0xC0) != 0x80) return 1;
  return length;
}

struct Advice {
  std::string_view found;
  std::string_view meant;
};
// Marks of copied formulas and of other languages.
constexpr std::array<Advice, 21> advice = {
    {{"=", "=="},      {"&", "and"},      {"|", "or"},      {"{", "("},      {"}", ")"},        {"\u2212", "-"},
     {"\u00B7", "*"},  {"\u00D7", "*"},   {"\u22C5", "*"},  {"\u00F7", "/"}, {"\u00B2", "^2"},  {"\u00B3", "^3"},
     {"\u2264", "<="}, {"\u2265", ">="},  {"\u03C0", "pi"}, {"\u2032", "'"}, {"\u00B0", "deg"}, {"\u00B5", "u"},
     {"\u03BC", "u"},  {"\u03A9", "Ohm"}, {"\u2126", "Ohm"}}};

}  // namespace

Token Tokens::token(TokenKind kind, std::size_t begin, SyntaxKind op) const {
  return {kind, op, {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(at_)}};
}

void Tokens::skip_blanks() {
  while (is_blank(at(at_))) ++at_;
}

char Tokens::peek_character() {
  skip_blanks();
  return at(at_);
}

Token Tokens::next() {
  skip_blanks();
  const std::size_t begin = at_;
  if (begin == text_.size()) return token(TokenKind::end_of_text, begin);
  if (is_digit(at(begin)) || (at(begin) == '.' && is_digit(at(begin + 1)))) return number(begin);
  if (is_word_start(at(begin))) return name(begin);
  if (at(begin) == '`') return quoted_name(begin);
  return mark(begin);
}

// digits [ . digits ] [ e [sign] digits ], or . digits ...; the sign before a number is an operator.
Token Tokens::number(std::size_t begin) {
  while (is_digit(at(at_))) ++at_;
  if (at(at_) == '.') {
    ++at_;
    while (is_digit(at(at_))) ++at_;
  }
  if (at(at_) == 'e' || at(at_) == 'E') {
    ++at_;
    if (at(at_) == '+' || at(at_) == '-') ++at_;
    if (!is_digit(at(at_))) fail_at_number(begin, "the exponent has no digits");
    while (is_digit(at(at_))) ++at_;
  }
  if (at(at_) == '.') fail_at_number(begin, "a number has at most one point, and none in its exponent");
  return token(TokenKind::number, begin);
}

// word { ' } { . ( word { ' } | digits ) }; and, or, not are operators.
Token Tokens::name(std::size_t begin) {
  for (;;) {
    while (is_word(at(at_))) ++at_;
    while (at(at_) == '\'') ++at_;
    if (at(at_) != '.') break;
    std::size_t end = at_ + 1;
    while (is_digit(at(end))) ++end;
    const bool is_number = end > at_ + 1 && !is_word(at(end)) && at(end) != '\'';  // pin.2, the second row of pin
    if (!is_number && !is_word_start(at(at_ + 1))) {
      throw SyntaxError("a name has to follow the point after '" + std::string(text_.substr(begin, at_ - begin)) + "'",
                        at_, at_ + 1);
    }
    ++at_;
  }
  const std::string_view word = text_.substr(begin, at_ - begin);
  if (word == "and") return token(TokenKind::op, begin, SyntaxKind::logical_and);
  if (word == "or") return token(TokenKind::op, begin, SyntaxKind::logical_or);
  if (word == "not") return token(TokenKind::logical_not, begin);
  return token(TokenKind::name, begin);
}

// `...` with a backquote inside written twice.
Token Tokens::quoted_name(std::size_t begin) {
  for (at_ = begin + 1; at_ < text_.size(); ++at_) {
    if (text_[at_] != '`') continue;
    if (at(++at_) != '`') return token(TokenKind::name, begin);
  }
  throw SyntaxError("this '`' is never closed", begin, begin + 1);
}

Token Tokens::mark(std::size_t begin) {
  struct Mark {
    std::string_view text;
    TokenKind kind;
    SyntaxKind op = SyntaxKind::add;
  };
  // Longer marks precede their beginnings.
  static constexpr std::array<Mark, 21> marks = {{{"**", TokenKind::op, SyntaxKind::power},
                                                  {"<=", TokenKind::op, SyntaxKind::less_equal},
                                                  {">=", TokenKind::op, SyntaxKind::greater_equal},
                                                  {"==", TokenKind::op, SyntaxKind::equal},
                                                  {"!=", TokenKind::op, SyntaxKind::not_equal},
                                                  {"&&", TokenKind::op, SyntaxKind::logical_and},
                                                  {"||", TokenKind::op, SyntaxKind::logical_or},
                                                  {"+", TokenKind::op, SyntaxKind::add},
                                                  {"-", TokenKind::op, SyntaxKind::subtract},
                                                  {"*", TokenKind::op, SyntaxKind::multiply},
                                                  {"/", TokenKind::op, SyntaxKind::divide},
                                                  {"^", TokenKind::op, SyntaxKind::power},
                                                  {"<", TokenKind::op, SyntaxKind::less},
                                                  {">", TokenKind::op, SyntaxKind::greater},
                                                  {"!", TokenKind::logical_not},
                                                  {"(", TokenKind::open_parenthesis},
                                                  {")", TokenKind::close_parenthesis},
                                                  {"[", TokenKind::open_bracket},
                                                  {"]", TokenKind::close_bracket},
                                                  {",", TokenKind::comma},
                                                  {":", TokenKind::colon}}};
  for (const Mark& mark : marks) {
    if (!text_.substr(begin).starts_with(mark.text)) continue;
    at_ = begin + mark.text.size();
    return token(mark.kind, begin, mark.op);
  }
  fail_at_character(begin);
}

// Names the character, its bytes if it is not printable, and what was probably meant.
void Tokens::fail_at_character(std::size_t begin) const {
  const std::string_view rest = text_.substr(begin);
  const std::size_t length = sequence_length(rest);
  const std::string_view found = rest.substr(0, length);
  std::string words = "unknown character ";
  const bool printable = found[0] > ' ' && found[0] <= '~';
  if (printable || length > 1) words += "'" + std::string(found) + "'";
  if (!printable) {
    words += length > 1 ? " (bytes" : "(byte";
    for (const char c : found) words += " " + hex(static_cast<unsigned char>(c));
    words += ")";
  }
  for (const Advice& a : advice)
    if (a.found == found) words += "; did you mean '" + std::string(a.meant) + "'?";
  if (found == ".") words += "; a point belongs inside a number or between two names";
  throw SyntaxError(words, begin, begin + length);
}

// Quotes the number to the end of the word, as it was written.
void Tokens::fail_at_number(std::size_t begin, const char* why) const {
  std::size_t end = at_;
  while (is_word(at(end)) || at(end) == '.') ++end;
  throw SyntaxError("malformed number '" + std::string(text_.substr(begin, end - begin)) + "': " + why, begin, end);
}

}  // namespace tangible
