// SPDX-License-Identifier: Apache-2.0
// Sums in the order in which their terms become known.
#include <algorithm>
#include <vector>

#include "program/latency.h"
#include "program/passes.h"
#include "program/rewriting.h"

namespace tangible {
namespace {

// A chain of this many terms is worth one more addition to be cut into two.
constexpr std::size_t terms_of_a_chain = 8;

class SumBalancing {
 public:
  explicit SumBalancing(const Program& program)
      : program_(program), out_(program), uses_(use_counts(program)), time_(program.value_count()) {
    find_roots();
  }

  Program run() {
    for (std::size_t i = 0; i < program_.instructions.size(); ++i) {
      const Instruction& it = program_.instructions[i];
      const auto result = static_cast<ValueId>(program_.first_result() + i);
      if (!is_sum(it.op)) {
        unsigned latest = 0;
        for (const ValueId operand : operands_of(it)) latest = std::max(latest, time_[operand]);
        time_[result] = latest + latency(it.op);
        out_.set(result, out_.copy(it));
      } else if (is_root_[i]) {
        write_sum(result);
      }
    }
    return out_.finish();
  }

 private:
  struct Term {
    ValueId value;
    bool negative;
    unsigned time;  // when it is known; of a product, when its factors are, for it will be fused
    Stage stage = Stage::constant;
    // Terms of earlier stages first, so that nothing moves to a later stage; then what is known first.
    bool operator<(const Term& other) const { return stage != other.stage ? stage < other.stage : time < other.time; }
  };
  struct Chain {
    Rewriting::Ticket value;
    bool negative;
    unsigned time;
  };

  const Instruction* instruction(ValueId id) const {
    return id < program_.first_result() ? nullptr : &program_.instructions[id - program_.first_result()];
  }
  // A sum that one other sum of the same stage uses is part of that one.
  bool is_inner(ValueId id, Stage stage) const {
    const Instruction* it = instruction(id);
    return it != nullptr && is_sum(it->op) && it->stage == stage && uses_[id] == 1;
  }

  void find_roots() {
    is_root_.assign(program_.instructions.size(), true);
    for (const Instruction& it : program_.instructions) {
      if (!is_sum(it.op)) continue;
      for (const ValueId operand : operands_of(it))
        if (is_inner(operand, it.stage)) is_root_[operand - program_.first_result()] = false;
    }
  }

  void collect_terms(ValueId root) {
    terms_.clear();
    stack_.assign(1, Term{root, false, 0});
    while (!stack_.empty()) {
      const Term at = stack_.back();
      stack_.pop_back();
      const Instruction* it = instruction(at.value);
      if (at.value != root && !is_inner(at.value, instruction(root)->stage)) {
        terms_.push_back({at.value, at.negative, known_at(at.value), out_.stage(out_.at(at.value))});
        continue;
      }
      stack_.push_back({it->b, at.negative != (it->op == Op::subtract), 0});
      stack_.push_back({it->a, at.negative, 0});
    }
  }

  unsigned known_at(ValueId id) const {
    const Instruction* it = instruction(id);
    const bool fuses = it != nullptr && it->op == Op::multiply && uses_[id] == 1;
    return fuses ? std::max(time_[it->a], time_[it->b]) : time_[id];
  }

  // Most sums are short: a sort that needs memory would take longer than all the rest.
  void sort_terms() {
    constexpr std::size_t many = 32;
    if (terms_.size() > many) {
      std::stable_sort(terms_.begin(), terms_.end());
      return;
    }
    for (std::size_t k = 1; k < terms_.size(); ++k) {
      const Term term = terms_[k];
      std::size_t at = k;
      for (; at > 0 && term < terms_[at - 1]; --at) terms_[at] = terms_[at - 1];
      terms_[at] = term;
    }
  }

  void write_sum(ValueId root) {
    collect_terms(root);
    const Stage stage = instruction(root)->stage;
    sort_terms();
    const std::size_t chains = std::max<std::size_t>(1, terms_.size() / terms_of_a_chain);
    Chain total = write_chain(0, chains, stage);
    for (std::size_t k = 1; k < chains; ++k) total = join(total, write_chain(k, chains, stage), stage);
    if (total.negative) total.value = out_.emit(Op::negate, stage, total.value);
    out_.set(root, total.value);
    time_[root] = total.time;
  }

  // Every stride-th term from the first on.
  Chain write_chain(std::size_t first, std::size_t stride, Stage stage) {
    const auto as_chain = [&](const Term& t) { return Chain{out_.at(t.value), t.negative, t.time}; };
    Chain chain = as_chain(terms_[first]);
    for (std::size_t i = first + stride; i < terms_.size(); i += stride)
      chain = join(chain, as_chain(terms_[i]), stage);
    return chain;
  }

  Chain join(const Chain& a, const Chain& b, Stage stage) {
    const unsigned time = std::max(a.time, b.time) + latency(Op::multiply_add);
    if (a.negative == b.negative) return {out_.emit(Op::add, stage, a.value, b.value), a.negative, time};
    const Chain& plus = a.negative ? b : a;
    const Chain& minus = a.negative ? a : b;
    return {out_.emit(Op::subtract, stage, plus.value, minus.value), false, time};
  }

  const Program& program_;
  Rewriting out_;
  std::vector<std::uint32_t> uses_;
  std::vector<unsigned> time_;
  std::vector<bool> is_root_;
  std::vector<Term> terms_;
  std::vector<Term> stack_;
};

}  // namespace

Program balance_sums(const Program& program) { return SumBalancing(program).run(); }

}  // namespace tangible
