// SPDX-License-Identifier: Apache-2.0
// Derivatives: with respect to a symbol, and total time derivatives along given rates.
#pragma once

#include <span>
#include <unordered_map>
#include <vector>

#include "symbolic/expr.h"

namespace tangible {

// Rates of change of symbols: q1 -> q1', t -> 1, u1 -> u1'. Symbols that are not in it are constants.
using Rates = std::unordered_map<Expr, Expr>;

// d e / d x. Every node of e is visited once; what e shares, the derivative shares.
// abs, sign, min, max, select and comparisons are differentiated where they are smooth: d|x| = sign(x), d sign = 0, and
// a condition is a constant.
Expr differentiate(Expr e, Expr symbol);
std::vector<Expr> differentiate(std::span<const Expr> list, Expr symbol);
// Row i holds the derivatives of list[i].
std::vector<std::vector<Expr>> jacobian(std::span<const Expr> list, std::span<const Expr> symbols);

// de/dt = sum over symbols s of (de/ds) s', in one pass. With the rates of the coordinates replaced by W u + X this is
// the derivative that accelerations need.
Expr total_time_derivative(Expr e, const Rates& rates);
std::vector<Expr> total_time_derivative(std::span<const Expr> list, const Rates& rates);

}  // namespace tangible
