// SPDX-License-Identifier: Apache-2.0
// Infix text -> Expr.
//
// The syntax is that of infix.h. These are the names and functions:
//   pi; sin cos tan asin acos atan atan2(y, x) sqrt exp log abs sign; min and max of two or more;
//   step(a): 0 below zero, 1 from zero on; select(condition, then, otherwise), also written if(...);
//   comparisons give 1 or 0, a == b being a <= b and b <= a.
// a + b + c is one sum of three and a*b/c one product; parentheses keep a group together, so that the output of print.h
// reads back as the same node. Definitions may precede an expression, each ended by a semicolon:
//   z1 = sin(q1); z2 = z1 + L; z1*z2
// A name in backquotes may consist of anything: `my name`.
#pragma once

#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>

#include "symbolic/expr.h"
#include "symbolic/infix.h"

namespace tangible {

using SymbolTable = std::map<std::string, Expr, std::less<>>;

// All errors are SyntaxErrors with the position of what is wrong. Without a table every name is a symbol of that name;
// with one, other names are errors.
Expr read_expression(std::string_view text);
Expr read_expression(std::string_view text, const SymbolTable& symbols);

// --- Parts, for languages with more than scalars ---

// The expression that a tree means. The resolver gives the meaning of a name, or throws SyntaxError.
using NameResolver = std::function<Expr(std::string_view name, TextSpan where)>;
Expr build_expression(const SyntaxTree& tree, const NameResolver& resolve);

// The value of a number as written. Throws ArithmeticError when it is too large for a double.
Rational read_number(std::string_view digits);

bool is_function(std::string_view name);
// The function applied; throws std::invalid_argument with words about an unknown function (and the nearest known one)
// or a wrong number of arguments, and ArithmeticError as the kernel does.
Expr apply_function(std::string_view name, std::span<const Expr> arguments);

// A name as it has to be written to be read again: in backquotes where needed.
std::string quoted_name(std::string_view name);
bool is_plain_name(std::string_view name);  // needs no quotes

}  // namespace tangible
