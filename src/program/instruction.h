// SPDX-License-Identifier: Apache-2.0
// Instructions of a straight-line program.
//
// Meaning, for every back end:
//  - all values are IEEE doubles, rounded to nearest; +, -, *, / and sqrt are correctly rounded, in the order written.
//    Lowering and the passes of passes.h choose an order of sums and products and what is fused; that order is part of
//    the program. Back ends reassociate, contract and drop nothing: all of them give the same bits for one program.
//  - multiply_add and its kin round once (IEEE fusedMultiplyAdd).
//  - division by zero gives an infinity, an invalid operation an unspecified NaN; no operation traps or throws.
//  - sin and cos are those of trigonometry.h, atan2 that of arctangent.h; the other functions those of the C library.
//  - min, max, sign and select treat NaN as written beside them; comparisons with NaN are false.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace tangible {

enum class Op : std::uint8_t {
  add,
  subtract,
  multiply,
  divide,
  negate,
  square_root,
  power,
  sin,
  cos,
  tan,
  asin,
  acos,
  atan,
  atan2,
  exp,
  log,
  abs,
  sign,  // -1, 1, or the argument if it is zero or NaN
  min,   // b < a ? b : a
  max,   // a < b ? b : a
  less,
  less_equal,  // 1 or 0
  logical_and,
  logical_or,
  logical_not,
  select,               // a != 0 ? b : c
  multiply_add,         // a * b + c
  multiply_subtract,    // a * b - c
  negate_multiply_add,  // c - a * b
};
inline constexpr std::size_t op_count = 29;
constexpr int operand_count(Op op) {
  if (op >= Op::select) return 3;
  const bool two = op <= Op::divide || op == Op::power || op == Op::atan2 || (op >= Op::min && op <= Op::logical_or);
  return two ? 2 : 1;
}
std::string_view name_of(Op op);

// How often a value has to be computed. A value belongs to the latest stage of its operands.
enum class Stage : std::uint8_t { constant, parameter, configuration, state, input };
std::string_view name_of(Stage stage);

// Values are numbered: first the inputs of the program, then its constants, then the results of the instructions.
using ValueId = std::uint32_t;

struct Instruction {
  Op op = Op::add;
  Stage stage = Stage::constant;
  ValueId a = 0;
  ValueId b = 0;
  ValueId c = 0;
};

}  // namespace tangible
