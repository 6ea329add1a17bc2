// SPDX-License-Identifier: Apache-2.0
// Statements and vectors as text and LaTeX.
#include "equations/statements.h"
#include "symbolic/print.h"

namespace tangible {
namespace {

// Joins terms with their signs: "a", "-b", "c" -> a - b + c.
std::string join_terms(const std::vector<std::string>& terms) {
  std::string text;
  for (const std::string& term : terms) {
    const bool minus = term.starts_with('-');
    if (text.empty())
      text = term;
    else
      text += (minus ? " - " : " + ") + (minus ? term.substr(1) : term);
  }
  return text.empty() ? "0" : text;
}

bool prints_as_sum(Expr e) {
  const Scaled scaled = split_coefficient(e);
  return scaled.term.is(Kind::sum) && abs(scaled.coefficient).is_one();
}

// The coefficient before its unknown: (m_B + m_C)*u1'.
template <typename Print>
std::string write(const Statement& statement, Print print, const char* times, const char* equals) {
  std::vector<std::string> terms;
  for (const auto& [coefficient, unknown] : statement.left) {
    if (prints_as_sum(coefficient))
      terms.push_back("(" + print(coefficient) + ")" + times + print(unknown));
    else if (abs(split_coefficient(coefficient).coefficient).is_one() && split_coefficient(coefficient).term.is_one())
      terms.push_back(print(coefficient * unknown));
    else
      terms.push_back(print(coefficient) + times + print(unknown));
  }
  return join_terms(terms) + equals + print(statement.right);
}

}  // namespace

std::string to_text(const Statement& statement) {
  return write(
      statement, [](Expr e) { return to_text(e); }, "*", " = ");
}

std::string to_latex(const Statement& statement) {
  return write(
      statement, [](Expr e) { return to_latex(e); }, " \\, ", " &= ");
}

}  // namespace tangible
