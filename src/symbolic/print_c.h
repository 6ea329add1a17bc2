// SPDX-License-Identifier: Apache-2.0
// Names that C accepts.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <unordered_map>

#include "symbolic/print.h"

namespace tangible {

// q1' -> q1_dot, B.x -> B_x, words of the language and of math.h -> with a trailing underscore.
std::string c_identifier(std::string_view name);

// Identifiers of the symbols among the nodes, all different from each other and from the names of the results.
std::unordered_map<Expr, std::string> c_identifiers(std::span<const Expr> nodes, std::span<const NamedExpr> results);

}  // namespace tangible
