// SPDX-License-Identifier: Apache-2.0
// Identifiers, literals, comments.
#include "program/c_names.h"

#include <cctype>
#include <charconv>
#include <cmath>

namespace tangible {

CNames::CNames()
    : taken_{"auto",     "break",    "case",     "char",     "const", "continue", "default", "do",     "double",
             "else",     "enum",     "extern",   "float",    "for",   "goto",     "if",      "inline", "int",
             "long",     "register", "restrict", "return",   "short", "signed",   "sizeof",  "static", "struct",
             "switch",   "typedef",  "union",    "unsigned", "void",  "volatile", "while",   "main",   "in",
             "work",     "out",      "sin",      "cos",      "tan",   "asin",     "acos",    "atan",   "atan2",
             "exp",      "log",      "fabs",     "sqrt",     "pow",   "fma",      "sign_of", "printf", "NAN",
             "INFINITY", "asm",      "typeof"} {}

std::string CNames::add(std::string_view name) {
  std::string plain;
  for (const char c : name) {
    if (c == '\'')
      plain += "_dot";
    else
      plain += std::isalnum(static_cast<unsigned char>(c)) != 0 ? c : '_';
  }
  if (plain.empty() || std::isdigit(static_cast<unsigned char>(plain[0])) != 0 || plain[0] == '_') plain = "x" + plain;
  // v and a number are the results of instructions.
  if (plain[0] == 'v' && plain.find_first_not_of("0123456789", 1) == std::string::npos) plain += "_";
  std::string result = plain;
  for (int k = 2; !taken_.insert(result).second; ++k) result = plain + "_" + std::to_string(k);
  return result;
}

std::string c_literal(double value) {
  if (std::isnan(value)) return "NAN";
  if (std::isinf(value)) return value > 0 ? "INFINITY" : "(-INFINITY)";
  char buffer[40];
  const auto end = std::to_chars(buffer, buffer + sizeof buffer, std::abs(value)).ptr;
  std::string text(buffer, end);
  if (text.find_first_of(".e") == std::string::npos) text += ".0";
  return std::signbit(value) ? "(-" + text + ")" : text;
}

std::string c_comment(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (c == '/' && !result.empty() && result.back() == '*') result += ' ';
    if (c == '*' && !result.empty() && result.back() == '/') result += ' ';
    result += c == '\n' || c == '\\' ? ' ' : c;
  }
  return result;
}

}  // namespace tangible
