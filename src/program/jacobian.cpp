// SPDX-License-Identifier: Apache-2.0
// Forward differentiation with sparse rows.
#include "program/jacobian.h"

#include <algorithm>
#include <map>
#include <tuple>

#include "program/passes.h"
#include "program/rewriting.h"

namespace tangible {
namespace {

using Ticket = Rewriting::Ticket;

// d value / d input for the inputs on which the value depends, in order of inputs.
struct Derivative {
  std::size_t input;
  Ticket value;
};
using Row = std::vector<Derivative>;

class Differentiation {
 public:
  explicit Differentiation(const Program& program)
      : program_(program), out_(program), rows_(program.value_count()), one_(out_.constant(1.0)) {}

  Jacobian run(std::span<const std::size_t> inputs) {
    for (const std::size_t i : inputs) rows_[i] = {{i, one_}};
    for (std::size_t i = 0; i < program_.instructions.size(); ++i) {
      const Instruction& it = program_.instructions[i];
      const auto id = static_cast<ValueId>(program_.first_result() + i);
      const Operands n = operands_of(it);
      result_ = emit(it.op, out_.at(it.a), n.count > 1 ? out_.at(it.b) : 0, n.count > 2 ? out_.at(it.c) : 0);
      out_.set(id, result_);
      rows_[id] = row_of(it);
    }
    Jacobian result;
    std::vector<std::pair<std::string, Ticket>> outputs;
    for (std::size_t k = 0; k < program_.outputs.size(); ++k) {
      for (const Derivative& d : rows_[program_.outputs[k].value]) {
        result.entries.push_back({k, d.input});
        outputs.emplace_back("d " + program_.outputs[k].name + " / d " + program_.inputs[d.input].name, d.value);
      }
    }
    result.program = remove_dead_code(out_.finish(outputs));
    return result;
  }

 private:
  // The same operation on the same operands is computed once.
  Ticket emit(Op op, Ticket a, Ticket b = 0, Ticket c = 0) {
    if (op == Op::multiply && a == one_) return b;
    if (op == Op::multiply && b == one_) return a;
    if ((op == Op::multiply || op == Op::add) && b < a) std::swap(a, b);
    const auto [entry, is_new] = known_.try_emplace({op, a, b, c}, 0);
    if (is_new) {
      const int n = operand_count(op);
      Stage stage = out_.stage(a);
      if (n > 1) stage = std::max(stage, out_.stage(b));
      if (n > 2) stage = std::max(stage, out_.stage(c));
      entry->second = out_.emit(op, stage, a, b, c);
    }
    return entry->second;
  }
  Ticket times(Ticket a, Ticket b) { return emit(Op::multiply, a, b); }
  Ticket over(Ticket a, Ticket b) { return emit(Op::divide, a, b); }
  Ticket square(Ticket a) { return times(a, a); }
  Ticket negative(Ticket a) { return emit(Op::negate, a); }

  // factor * row
  Row scaled(const Row& row, Ticket factor) {
    Row result;
    for (const Derivative& d : row) result.push_back({d.input, times(factor, d.value)});
    return result;
  }
  Row negated(Row row) {
    for (Derivative& d : row) d.value = negative(d.value);
    return row;
  }
  // combine(x, y) where both have an entry, only_second(y) where the first has none.
  template <typename Combine, typename OnlyFirst, typename OnlySecond>
  static Row merged(const Row& first, const Row& second, Combine combine, OnlyFirst only_first,
                    OnlySecond only_second) {
    Row result;
    auto a = first.begin();
    auto b = second.begin();
    while (a != first.end() || b != second.end()) {
      if (b == second.end() || (a != first.end() && a->input < b->input)) {
        result.push_back({a->input, only_first(a->value)});
        ++a;
      } else if (a == first.end() || b->input < a->input) {
        result.push_back({b->input, only_second(b->value)});
        ++b;
      } else {
        result.push_back({a->input, combine(a->value, b->value)});
        ++a, ++b;
      }
    }
    return result;
  }
  Row sum(const Row& a, const Row& b) {
    const auto same = [](Ticket t) { return t; };
    return merged(
        a, b, [&](Ticket x, Ticket y) { return emit(Op::add, x, y); }, same, same);
  }
  Row difference(const Row& a, const Row& b) {
    return merged(
        a, b, [&](Ticket x, Ticket y) { return emit(Op::subtract, x, y); }, [](Ticket x) { return x; },
        [&](Ticket y) { return negative(y); });
  }
  // condition != 0 ? a : b
  Row chosen(Ticket condition, const Row& a, const Row& b) {
    const Ticket zero = out_.constant(0.0);
    return merged(
        a, b, [&](Ticket x, Ticket y) { return emit(Op::select, condition, x, y); },
        [&](Ticket x) { return emit(Op::select, condition, x, zero); },
        [&](Ticket y) { return emit(Op::select, condition, zero, y); });
  }

  Row row_of(const Instruction& it) {
    const Row none;
    const int n = operand_count(it.op);
    const Row& da = rows_[it.a];
    const Row& db = n > 1 ? rows_[it.b] : none;
    const Row& dc = n > 2 ? rows_[it.c] : none;
    if (da.empty() && db.empty() && dc.empty()) return {};
    const Ticket a = out_.at(it.a);
    const Ticket b = n > 1 ? out_.at(it.b) : 0;
    switch (it.op) {
      case Op::add: return sum(da, db);
      case Op::subtract: return difference(da, db);
      case Op::multiply: return sum(scaled(da, b), scaled(db, a));
      case Op::divide: return scaled(difference(da, scaled(db, result_)), over(one_, b));
      case Op::negate: return negated(da);
      case Op::min: return chosen(emit(Op::less, b, a), db, da);
      case Op::max: return chosen(emit(Op::less, a, b), db, da);
      case Op::select: return chosen(a, db, dc);
      case Op::multiply_add: return sum(sum(scaled(da, b), scaled(db, a)), dc);
      case Op::multiply_subtract: return difference(sum(scaled(da, b), scaled(db, a)), dc);
      case Op::negate_multiply_add: return difference(dc, sum(scaled(da, b), scaled(db, a)));
      case Op::power: return power_row(it);
      case Op::atan2: {  // (x dy - y dx) / (x^2 + y^2), y being the first operand
        const Ticket size = emit(Op::add, square(a), square(b));
        return scaled(difference(scaled(da, b), scaled(db, a)), over(one_, size));
      }
      default: return function_row(it.op, a, da);
    }
  }

  // Functions of one operand.
  Row function_row(Op op, Ticket a, const Row& da) {
    const auto root_of_rest = [&] { return emit(Op::square_root, emit(Op::subtract, one_, square(a))); };
    switch (op) {
      case Op::square_root: return scaled(da, over(out_.constant(0.5), result_));
      case Op::sin: return scaled(da, emit(Op::cos, a));
      case Op::cos: return scaled(da, negative(emit(Op::sin, a)));
      case Op::tan: return scaled(da, emit(Op::add, one_, square(result_)));
      case Op::asin: return scaled(da, over(one_, root_of_rest()));
      case Op::acos: return scaled(da, over(out_.constant(-1.0), root_of_rest()));
      case Op::atan: return scaled(da, over(one_, emit(Op::add, one_, square(a))));
      case Op::exp: return scaled(da, result_);
      case Op::log: return scaled(da, over(one_, a));
      case Op::abs: return scaled(da, emit(Op::sign, a));
      default: return {};  // sign, comparisons, logic: constant but for jumps
    }
  }

  // d a^b = b a^(b-1) da + a^b log(a) db
  Row power_row(const Instruction& it) {
    const Ticket a = out_.at(it.a);
    const Ticket b = out_.at(it.b);
    Row row;
    if (!rows_[it.a].empty()) {
      const Ticket less_one = emit(Op::power, a, emit(Op::subtract, b, one_));
      row = scaled(rows_[it.a], times(b, less_one));
    }
    if (!rows_[it.b].empty()) row = sum(row, scaled(rows_[it.b], times(result_, emit(Op::log, a))));
    return row;
  }

  const Program& program_;
  Rewriting out_;
  std::vector<Row> rows_;
  Ticket one_;
  Ticket result_ = 0;  // the value of the instruction being differentiated
  std::map<std::tuple<Op, Ticket, Ticket, Ticket>, Ticket> known_;
};

}  // namespace

Jacobian differentiate(const Program& program, std::span<const std::size_t> inputs) {
  program.validate();
  return Differentiation(program).run(inputs);
}

}  // namespace tangible
