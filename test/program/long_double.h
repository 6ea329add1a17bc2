// SPDX-License-Identifier: Apache-2.0
// The operations of programs in higher precision.
#pragma once

#include <cmath>
#include <utility>
#include <vector>

#include "program/program.h"

namespace tangible {

inline long double exactly(Op op, long double a, long double b, long double c) {
  switch (op) {
    case Op::add: return a + b;
    case Op::subtract: return a - b;
    case Op::multiply: return a * b;
    case Op::divide: return a / b;
    case Op::negate: return -a;
    case Op::square_root: return std::sqrt(a);
    case Op::power: return std::pow(a, b);
    case Op::sin: return std::sin(a);
    case Op::cos: return std::cos(a);
    case Op::tan: return std::tan(a);
    case Op::asin: return std::asin(a);
    case Op::acos: return std::acos(a);
    case Op::atan: return std::atan(a);
    case Op::atan2: return std::atan2(a, b);
    case Op::exp: return std::exp(a);
    case Op::log: return std::log(a);
    case Op::abs: return std::abs(a);
    case Op::sign: return a > 0 ? 1 : a < 0 ? -1 : a;
    case Op::min: return b < a ? b : a;
    case Op::max: return a < b ? b : a;
    case Op::less: return a < b ? 1 : 0;
    case Op::less_equal: return a <= b ? 1 : 0;
    case Op::logical_and: return a != 0 && b != 0 ? 1 : 0;
    case Op::logical_or: return a != 0 || b != 0 ? 1 : 0;
    case Op::logical_not: return a == 0 ? 1 : 0;
    case Op::select: return a != 0 ? b : c;
    case Op::multiply_add: return a * b + c;
    case Op::multiply_subtract: return a * b - c;
    case Op::negate_multiply_add: return c - a * b;
  }
  return 0;
}

// All values of a program.
inline std::vector<long double> exact_values(const Program& program, std::vector<long double> inputs) {
  std::vector<long double> v = std::move(inputs);
  v.insert(v.end(), program.constants.begin(), program.constants.end());
  for (const Instruction& it : program.instructions) {
    const int n = operand_count(it.op);
    v.push_back(exactly(it.op, v[it.a], n > 1 ? v[it.b] : 0, n > 2 ? v[it.c] : 0));
  }
  return v;
}

}  // namespace tangible
