// SPDX-License-Identifier: Apache-2.0
// Tables: curves given by points, as expressions.
#pragma once

#include <string>
#include <vector>

#include "mechanics/error.h"
#include "symbolic/expr.h"

namespace tangible {

// Beyond its ends a curve continues straight with the slope it has there, or keeps its last value.
struct Table {
  enum class Between { linear, cubic };  // cubic: the natural spline, twice continuously differentiable
  enum class Beyond { straight, hold };
  std::string name;
  std::vector<double> x;  // strictly increasing, two at least
  std::vector<double> y;
  Between between = Between::linear;
  Beyond beyond = Beyond::straight;
  SourceLocation where = {};
};

// y at the given argument: a balanced tree of select, so that one evaluation compares log2(n) times.
Expr interpolate(const Table& table, Expr argument);

}  // namespace tangible
