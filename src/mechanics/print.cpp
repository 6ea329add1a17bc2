// SPDX-License-Identifier: Apache-2.0
// Writing vectors term by term.
#include "mechanics/print.h"

#include <cctype>

#include "symbolic/print.h"

namespace tangible {
namespace {

constexpr const char* letters[] = {"x", "y", "z"};

std::string unit_text(Frame f, std::size_t i) { return f.name() + "." + letters[i]; }

// The frame's name as a bold lower-case letter with a hat; what follows its first letter goes into the index.
std::string unit_latex(Frame f, std::size_t i) {
  const std::string& name = f.name();
  const char first = static_cast<char>(std::tolower(static_cast<unsigned char>(name[0])));
  const std::string index = name.size() > 1 ? "\\mathrm{" + name.substr(1) + "}," : "";
  return std::string("\\hat{\\mathbf{") + first + "}}_{" + index + letters[i] + "}";
}

// Appends a term and takes care of its sign: a + b c - c d.
void append_term(std::string& text, Expr coefficient, const std::string& direction, bool latex) {
  if (coefficient.is_zero()) return;
  const bool is_negative = split_coefficient(coefficient).coefficient.sign() < 0;
  if (is_negative) coefficient = -coefficient;
  text += text.empty() ? (is_negative ? "-" : "") : (is_negative ? " - " : " + ");
  if (!coefficient.is_one()) {
    const std::string factor = latex ? to_latex(coefficient) : to_text(coefficient);
    const bool is_sum = coefficient.is(Kind::sum);
    text += is_sum ? (latex ? "\\left(" + factor + "\\right)" : "(" + factor + ")") : factor;
    text += latex ? "\\," : " ";
  }
  text += direction;
}

}  // namespace

std::string to_text(const Vector& v) {
  std::string text;
  for (const auto& part : v.parts())
    for (std::size_t i = 0; i < 3; ++i) append_term(text, part.c[i], unit_text(part.frame, i), false);
  return text.empty() ? "0" : text;
}

std::string to_latex(const Vector& v) {
  std::string text;
  for (const auto& part : v.parts())
    for (std::size_t i = 0; i < 3; ++i) append_term(text, part.c[i], unit_latex(part.frame, i), true);
  return text.empty() ? "0" : text;
}

std::string to_text(const Dyadic& d) {
  std::string text;
  for (const auto& part : d.parts())
    for (std::size_t i = 0; i < 3; ++i)
      for (std::size_t j = 0; j < 3; ++j)
        append_term(text, part.c(i, j), unit_text(part.left, i) + " " + unit_text(part.right, j), false);
  return text.empty() ? "0" : text;
}

}  // namespace tangible
