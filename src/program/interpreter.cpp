// SPDX-License-Identifier: Apache-2.0
// One switch per instruction.
#include "program/interpreter.h"

#include <algorithm>
#include <cmath>

#include "program/arctangent.h"
#include "program/trigonometry.h"

namespace tangible {
namespace {

// Inlined into each of the loops below, so that it uses the instructions that the loop may use.
[[gnu::always_inline]] inline double apply(const Instruction& it, const double* v) noexcept {
  const double a = v[it.a];
  switch (it.op) {
    case Op::add: return a + v[it.b];
    case Op::subtract: return a - v[it.b];
    case Op::multiply: return a * v[it.b];
    case Op::divide: return a / v[it.b];
    case Op::negate: return -a;
    case Op::square_root: return std::sqrt(a);
    case Op::power: return std::pow(a, v[it.b]);
    case Op::sin: return sine_cosine(a).sine;
    case Op::cos: return sine_cosine(a).cosine;
    case Op::tan: return std::tan(a);
    case Op::asin: return std::asin(a);
    case Op::acos: return std::acos(a);
    case Op::atan: return std::atan(a);
    case Op::atan2: return arc_tangent(a, v[it.b]);
    case Op::exp: return std::exp(a);
    case Op::log: return std::log(a);
    case Op::abs: return std::abs(a);
    case Op::sign: return a > 0 ? 1.0 : a < 0 ? -1.0 : a;
    case Op::min: return v[it.b] < a ? v[it.b] : a;
    case Op::max: return a < v[it.b] ? v[it.b] : a;
    case Op::less: return a < v[it.b] ? 1.0 : 0.0;
    case Op::less_equal: return a <= v[it.b] ? 1.0 : 0.0;
    case Op::logical_and: return a != 0 && v[it.b] != 0 ? 1.0 : 0.0;
    case Op::logical_or: return a != 0 || v[it.b] != 0 ? 1.0 : 0.0;
    case Op::logical_not: return a == 0 ? 1.0 : 0.0;
    case Op::select: return a != 0 ? v[it.b] : v[it.c];
    case Op::multiply_add: return std::fma(a, v[it.b], v[it.c]);
    case Op::multiply_subtract: return std::fma(a, v[it.b], -v[it.c]);
    case Op::negate_multiply_add: return std::fma(-a, v[it.b], v[it.c]);
  }
  return std::nan("");
}

[[gnu::always_inline]] inline void run_all(const Program& program, double* v, Stage from) noexcept {
  double* result = v + program.first_result();
  for (const Instruction& it : program.instructions) {
    if (it.stage >= from) *result = apply(it, v);
    ++result;
  }
}

void run_portable(const Program& program, double* v, Stage from) noexcept { run_all(program, v, from); }

#if defined(__x86_64__)
// A fused multiply-add is one instruction here, and a slow call where the machine lacks it.
[[gnu::target("fma,avx2")]] void run_with_fma(const Program& program, double* v, Stage from) noexcept {
  run_all(program, v, from);
}
bool machine_has_fma() { return __builtin_cpu_supports("fma") && __builtin_cpu_supports("avx2"); }
#else
void run_with_fma(const Program& program, double* v, Stage from) noexcept { run_all(program, v, from); }
bool machine_has_fma() { return false; }
#endif

}  // namespace

Workspace::Workspace(const Program& program) : values_(program.value_count()), input_count_(program.inputs.size()) {
  std::copy(program.constants.begin(), program.constants.end(),
            values_.begin() + static_cast<std::ptrdiff_t>(program.inputs.size()));
}

void interpret(const Program& program, Workspace& workspace, Stage from) {
  interpret(program, workspace.values_.data(), from);
}

void interpret(const Program& program, double* values, Stage from) noexcept {
  static const bool has_fma = machine_has_fma();
  (has_fma ? run_with_fma : run_portable)(program, values, from);
}

double apply_operation(Op op, double a, double b, double c) noexcept {
  const double v[] = {a, b, c};
  return apply({op, Stage::constant, 0, 1, 2}, v);
}

}  // namespace tangible
