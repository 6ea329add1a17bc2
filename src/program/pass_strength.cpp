// SPDX-License-Identifier: Apache-2.0
// Powers and divisions by cheaper operations.
#include <cmath>
#include <unordered_map>

#include "program/passes.h"
#include "program/rewriting.h"

namespace tangible {
namespace {

constexpr double largest_written_power = 8;

class StrengthReduction {
 public:
  explicit StrengthReduction(const Program& program) : program_(program), out_(program) { count_divisions(); }

  Program run() {
    for (std::size_t i = 0; i < program_.instructions.size(); ++i) {
      const Instruction& it = program_.instructions[i];
      const auto result = static_cast<ValueId>(program_.first_result() + i);
      if (it.op == Op::divide)
        out_.set(result, divide(it));
      else if (it.op == Op::power && is_constant(it.b))
        out_.set(result, power(it));
      else
        out_.set(result, out_.copy(it));
    }
    return out_.finish();
  }

 private:
  void count_divisions() {
    for (const Instruction& it : program_.instructions)
      if (it.op == Op::divide) ++divisions_[it.b];
  }

  bool is_constant(ValueId id) const { return id >= program_.first_constant() && id < program_.first_result(); }
  double constant_at(ValueId id) const { return program_.constants[id - program_.first_constant()]; }
  Stage stage_of(ValueId id) const { return out_.stage(out_.at(id)); }

  // The reciprocal of a power of two is exact; others cost one rounding more, which is taken where a division is saved.
  Rewriting::Ticket divide(const Instruction& it) {
    if (is_constant(it.a) && constant_at(it.a) == 1.0) return reciprocal(it.b);
    const bool saves = divisions_[it.b] > 1 || stage_of(it.b) < it.stage;
    if (!saves) return out_.copy(it);
    return out_.emit(Op::multiply, it.stage, out_.at(it.a), reciprocal(it.b));
  }

  // At the stage of the divisor.
  Rewriting::Ticket reciprocal(ValueId divisor) {
    if (is_constant(divisor)) return out_.constant(1.0 / constant_at(divisor));
    const auto found = reciprocals_.find(divisor);
    if (found != reciprocals_.end()) return found->second;
    const Rewriting::Ticket one = out_.constant(1.0);
    return reciprocals_[divisor] = out_.emit(Op::divide, stage_of(divisor), one, out_.at(divisor));
  }

  Rewriting::Ticket power(const Instruction& it) {
    const double exponent = constant_at(it.b);
    const Rewriting::Ticket base = out_.at(it.a);
    if (exponent != std::floor(exponent) || exponent < 1 || exponent > largest_written_power) return out_.copy(it);
    return repeated(base, static_cast<int>(exponent), it.stage);
  }

  // By repeated squaring: x^6 = (x^2) (x^2)^2.
  Rewriting::Ticket repeated(Rewriting::Ticket square, int exponent, Stage stage) {
    Rewriting::Ticket result = 0;
    bool have_result = false;
    for (; exponent != 0; exponent >>= 1) {
      if ((exponent & 1) != 0) result = have_result ? out_.emit(Op::multiply, stage, result, square) : square;
      have_result = have_result || (exponent & 1) != 0;
      if (exponent > 1) square = out_.emit(Op::multiply, stage, square, square);
    }
    return result;
  }

  const Program& program_;
  Rewriting out_;
  std::unordered_map<ValueId, int> divisions_;
  std::unordered_map<ValueId, Rewriting::Ticket> reciprocals_;
};

}  // namespace

Program reduce_strength(const Program& program) { return StrengthReduction(program).run(); }

}  // namespace tangible
