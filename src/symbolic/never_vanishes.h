// SPDX-License-Identifier: Apache-2.0
// Divisors that need no second thought.
#pragma once

#include <span>
#include <vector>

#include "symbolic/expr.h"

namespace tangible {

// Whether an expression cannot be zero as long as these symbols (parameters, say) are not; false if that is unknown.
bool never_vanishes(Expr e, std::span<const Expr> symbols);

// Divisors of the expressions that may vanish: bases of negative powers, and cosines where there are tangents. Divisors
// that `known` expressions already have are omitted.
std::vector<Expr> vanishing_divisors(std::span<const Expr> list, std::span<const Expr> known,
                                     std::span<const Expr> symbols);

}  // namespace tangible
