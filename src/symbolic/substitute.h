// SPDX-License-Identifier: Apache-2.0
// Replaces expressions by others, everywhere at once.
#pragma once

#include <span>
#include <unordered_map>
#include <vector>

#include "symbolic/expr.h"

namespace tangible {

// The replaced expression (a symbol, or any node as it was built) -> its replacement.
using Substitution = std::unordered_map<Expr, Expr>;

// Simultaneous: replacements are not searched again, so {x -> y, y -> x} swaps. Nodes that contain nothing to replace
// stay the nodes they were.
Expr substitute(Expr e, const Substitution& replacements);
std::vector<Expr> substitute(std::span<const Expr> list, const Substitution& replacements);

bool depends_on(Expr e, Expr symbol);
std::vector<Expr> symbols_in(std::span<const Expr> list);  // each once, in order of creation

}  // namespace tangible
