// SPDX-License-Identifier: Apache-2.0
// Names of symbols -> LaTeX: q1' is \dot{q}_{1}, m_B is m_{B}, theta2 is \theta_{2}.
#include <algorithm>
#include <array>
#include <vector>

#include "symbolic/digit.h"
#include "symbolic/print_latex.h"

namespace tangible {
namespace {

constexpr std::array<std::string_view, 39> greek = {
    "alpha",  "beta",  "gamma", "delta",  "epsilon",  "zeta",       "eta",    "theta",    "iota",  "kappa",
    "lambda", "mu",    "nu",    "xi",     "rho",      "sigma",      "tau",    "upsilon",  "phi",   "chi",
    "psi",    "omega", "Gamma", "Delta",  "Theta",    "Lambda",     "Xi",     "Pi",       "Sigma", "Upsilon",
    "Phi",    "Psi",   "Omega", "varphi", "vartheta", "varepsilon", "varrho", "varsigma", "pi"};

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

// Upright text of any bytes.
std::string as_text(std::string_view name) {
  std::string out = "\\text{";
  for (const char c : name) {
    if (c == '\\')
      out += "\\textbackslash{}";
    else if (c == '^')
      out += "\\textasciicircum{}";
    else if (c == '~')
      out += "\\textasciitilde{}";
    else if (std::string_view("{}$&#_%").find(c) != std::string_view::npos)
      out += {'\\', c};
    else
      out += c;
  }
  return out + "}";
}

// One word of letters: a letter, a Greek letter, or a word.
std::string word_text(std::string_view word) {
  if (word.size() == 1) return std::string(word);
  if (std::ranges::find(greek, word) != greek.end()) return "\\" + std::string(word);
  return "\\mathit{" + std::string(word) + "}";
}

std::string dotted(const std::string& base, std::size_t primes) {
  switch (primes) {
    case 0: return base;
    case 1: return "\\dot{" + base + "}";
    case 2: return "\\ddot{" + base + "}";
    case 3: return "\\dddot{" + base + "}";
    default: return "\\overset{(" + std::to_string(primes) + ")}{" + base + "}";
  }
}

// The subscript parts of a name: separated by underscores or points, or the digits after the letters.
std::string subscripts(std::string_view rest) {
  std::string out;
  for (std::size_t i = 0; i < rest.size();) {
    if (rest[i] == '_' || rest[i] == '.') {
      ++i;
      continue;
    }
    const std::size_t begin = i;
    while (i < rest.size() && (is_digit(rest[begin]) ? is_digit(rest[i]) : is_letter(rest[i]))) ++i;
    const std::string_view part = rest.substr(begin, i - begin);
    const bool joined = begin > 0 && rest[begin - 1] != '_' && rest[begin - 1] != '.';
    if (!out.empty() && !joined) out += ",";
    out += is_digit(part[0]) ? std::string(part) : word_text(part);
  }
  return out;
}

}  // namespace

std::string latex_symbol_name(std::string_view name) {
  const std::size_t body_end = std::min(name.find_last_not_of('\'') + 1, name.size());
  const std::string_view body = name.substr(0, body_end);
  const auto ordinary = [](char c) { return is_letter(c) || is_digit(c) || c == '_' || c == '.'; };
  if (body.empty() || !is_letter(body[0]) || !std::ranges::all_of(body, ordinary)) return as_text(name);
  std::size_t letters = 0;
  while (letters < body.size() && is_letter(body[letters])) ++letters;
  const std::string base = dotted(word_text(body.substr(0, letters)), name.size() - body_end);
  const std::string below = subscripts(body.substr(letters));
  return below.empty() ? base : base + "_{" + below + "}";
}

}  // namespace tangible
