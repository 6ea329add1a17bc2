// SPDX-License-Identifier: Apache-2.0
// The meanings of the symbols of equations.
#pragma once

#include <span>
#include <vector>

#include "engine/equations_document.h"
#include "equations/equations.h"

namespace tangible {

// Of all symbols that occur in the expressions, in the order in which the model declares them.
std::vector<SymbolMeaning> symbol_meanings(const Mechanism& mechanism, const Equations& equations,
                                           std::span<const Expr> expressions);
// Of all symbols that the equations of any mode may contain.
std::vector<SymbolMeaning> symbol_meanings(const Mechanism& mechanism, const Equations& equations);
// Of bodies and particles, and of the frames and points in the table of partial velocities.
std::vector<SymbolMeaning> place_meanings(const Mechanism& mechanism, const Equations& equations);

}  // namespace tangible
