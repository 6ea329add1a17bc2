// SPDX-License-Identifier: Apache-2.0
// Names of symbols -> C identifiers.
#include <algorithm>
#include <array>
#include <iterator>
#include <unordered_set>
#include <vector>

#include "symbolic/print_c.h"

namespace tangible {
namespace {

// Words of C11, and what math.h and c_helpers() declare among short names that people use for symbols.
constexpr std::array<std::string_view, 90> reserved = {
    "auto",     "break",  "case",     "char",    "const",   "continue", "default", "do",       "double",  "else",
    "enum",     "extern", "float",    "for",     "goto",    "if",       "inline",  "int",      "long",    "register",
    "restrict", "return", "short",    "signed",  "sizeof",  "static",   "struct",  "switch",   "typedef", "union",
    "unsigned", "void",   "volatile", "while",   "acos",    "asin",     "atan",    "atan2",    "ceil",    "cos",
    "cosh",     "exp",    "fabs",     "floor",   "fmod",    "frexp",    "ldexp",   "log",      "log10",   "modf",
    "pow",      "sin",    "sinh",     "sqrt",    "tan",     "tanh",     "erf",     "erfc",     "gamma",   "hypot",
    "j0",       "j1",     "jn",       "lgamma",  "y0",      "y1",       "yn",      "isnan",    "acosh",   "asinh",
    "atanh",    "cbrt",   "expm1",    "ilogb",   "log1p",   "logb",     "rint",    "scalb",    "fmin",    "fmax",
    "fma",      "round",  "trunc",    "signgam", "sign_of", "HUGE_VAL", "NAN",     "INFINITY", "main",    "remainder"};

bool is_word_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

}  // namespace

std::string c_identifier(std::string_view name) {
  std::string out;
  for (std::size_t i = 0; i < name.size(); ++i) {
    if (name[i] != '\'') {
      out += is_word_character(name[i]) ? name[i] : '_';
      continue;
    }
    std::size_t primes = 1;
    for (; i + 1 < name.size() && name[i + 1] == '\''; ++i) ++primes;
    out += "_" + std::string(std::min<std::size_t>(primes, 3) - 1, 'd') + "dot";
    if (primes > 3) out += std::to_string(primes);
  }
  if (out.empty() || (out[0] >= '0' && out[0] <= '9') || out[0] == '_') out.insert(0, "s");
  if (std::ranges::find(reserved, out) != reserved.end()) out += '_';
  return out;
}

std::unordered_map<Expr, std::string> c_identifiers(std::span<const Expr> nodes, std::span<const NamedExpr> results) {
  std::unordered_set<std::string> taken;
  for (const NamedExpr& result : results) taken.insert(result.name);
  std::vector<Expr> symbols;  // in the order of their making: the first keeps its name
  std::ranges::copy_if(nodes, std::back_inserter(symbols), [](Expr e) { return e.is(Kind::symbol); });
  std::ranges::sort(symbols, {}, [](Expr e) { return e.id(); });
  std::unordered_map<Expr, std::string> identifiers;
  for (const Expr e : symbols) {
    const std::string plain = c_identifier(e.name());
    std::string identifier = plain;
    for (int n = 2; !taken.insert(identifier).second; ++n) identifier = plain + "_" + std::to_string(n);
    identifiers.emplace(e, std::move(identifier));
  }
  return identifiers;
}

}  // namespace tangible
