// SPDX-License-Identifier: Apache-2.0
// Expr -> text that read.h reads back, LaTeX, and C.
//
// Sums are printed with higher powers first and the constant last, led by a term with a plus sign if there is one;
// products as number, symbols, sums, functions, divided by factors with negative exponents. Printing keeps its own
// stack and takes time in proportion to the nodes: an expression that would be longer than a limit, because its shared
// parts would be written again and again, gets names z1, z2, ... for these parts.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "symbolic/expr.h"

namespace tangible {

// Nodes that are written out in one expression before shared ones get names of their own.
constexpr std::size_t default_inline_nodes = 20'000;

// read_expression(to_text(e)) == e for every expression. Beyond the limit: "z1 = ...;\nz2 = ...;\n...".
std::string to_text(Expr e, std::size_t inline_nodes = default_inline_nodes);
// For math mode. Beyond the limit an aligned environment with a line for each name.
std::string to_latex(Expr e, std::size_t inline_nodes = default_inline_nodes);
// A C11 expression of type double. It needs math.h, and c_helpers() if it contains sign(). Symbols become identifiers:
// q1' is q1_dot, B.x is B_x. Beyond the limit "const double z1 = ...;" lines come before it.
std::string to_c(Expr e, std::size_t inline_nodes = default_inline_nodes);

// static inline double sign_of(double a) ...
std::string_view c_helpers();

enum class Dialect { text, latex, c };

struct NamedExpr {
  std::string name;
  Expr value;
};

// Many expressions with what they share written once.
struct Listing {
  struct Line {
    std::string name;  // z1, or the name of the result
    Expr value;
    std::string text;  // the text to the right of the equals sign
  };
  Dialect dialect = Dialect::text;
  std::vector<Line> intermediates;  // in an order in which each needs only the ones before it
  std::vector<Line> results;
  std::vector<NamedExpr> symbols;  // of C: the identifiers of the symbols, in the order of their making
};

// Shared nodes become intermediates when all expressions written out would have more than inline_nodes nodes.
Listing list_expressions(std::span<const NamedExpr> results, Dialect dialect, std::size_t inline_nodes = 0);
// One line each: "z1 = ...;", "const double z1 = ...;" (results "name = ...;"), "z_{1} &= ... \\".
std::string to_string(const Listing& listing);

}  // namespace tangible
