// SPDX-License-Identifier: Apache-2.0
// The number of operations that a set of expressions costs when it is executed: shared nodes count once.
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <string>

#include "symbolic/expr.h"

namespace tangible {

struct OperationCount {
  std::size_t additions = 0;        // and subtractions
  std::size_t multiplications = 0;  // and divisions counted apart
  std::size_t divisions = 0;
  std::size_t trigonometric = 0;  // sin, cos, tan and their inverses
  std::size_t roots = 0;          // square roots and fractional powers
  std::size_t other = 0;          // exp, log, abs, comparisons, select ...

  std::size_t total() const { return additions + multiplications + divisions + trigonometric + roots + other; }
  OperationCount& operator+=(const OperationCount& more);
  friend bool operator==(const OperationCount&, const OperationCount&) = default;
};
std::string to_text(const OperationCount& count);  // "12 mul, 1 div, 6 add, 2 trig"

// A sign costs nothing: it turns an addition into a subtraction, or is carried along. A coefficient other than +-1
// costs a multiplication, x^n as many as repeated squaring, all divisors of a product together one division.
OperationCount count_operations(std::span<const Expr> list);
OperationCount count_operations(Expr e);
// The cost of one node, its operands being there already.
OperationCount count_node(Expr e);
// Counts only nodes for which counts(node) holds, to separate work on parameters alone from work on the state.
OperationCount count_operations_if(std::span<const Expr> list, const std::function<bool(Expr)>& counts);

}  // namespace tangible
