// SPDX-License-Identifier: Apache-2.0
// Latencies of operations, in cycles of a present-day x86-64 core, by which orders of instructions are chosen.
#pragma once

#include "program/instruction.h"

namespace tangible {

constexpr unsigned latency(Op op) {
  switch (op) {
    case Op::add:
    case Op::subtract:
    case Op::multiply: return 3;
    case Op::multiply_add:
    case Op::multiply_subtract:
    case Op::negate_multiply_add: return 4;
    case Op::negate:
    case Op::abs:
    case Op::min:
    case Op::max: return 1;
    case Op::divide: return 13;
    case Op::square_root: return 20;
    case Op::sin:
    case Op::cos: return 45;
    case Op::sign:
    case Op::less:
    case Op::less_equal:
    case Op::logical_and:
    case Op::logical_or:
    case Op::logical_not:
    case Op::select: return 5;
    default: return 80;  // a call
  }
}

}  // namespace tangible
