// SPDX-License-Identifier: Apache-2.0
// Products into fused multiply-adds.
#include <vector>

#include "program/passes.h"
#include "program/rewriting.h"

namespace tangible {
namespace {

class Fusion {
 public:
  explicit Fusion(const Program& program)
      : program_(program), uses_(use_counts(program)), claims_(program.instructions.size(), Claim::none) {}

  Program run() {
    find_users();
    claim_products(1, 1);  // those that vanish for sure
    claim_products(2, 1u << 30);
    return write();
  }

 private:
  enum class Claim : std::uint8_t { none, first, second };  // the operand of a sum that is fused into it

  const Instruction* product(ValueId id) const {
    if (id < program_.first_result()) return nullptr;
    const Instruction& it = program_.instructions[id - program_.first_result()];
    return it.op == Op::multiply ? &it : nullptr;
  }

  // The sums that use each product; a sum of a later stage would compute the product too often.
  void find_users() {
    first_user_.assign(program_.value_count(), none);
    next_user_.assign(2 * program_.instructions.size(), none);
    for (std::uint32_t i = 0; i < program_.instructions.size(); ++i) {
      const Instruction& it = program_.instructions[i];
      if (!is_sum(it.op) || it.a == it.b) continue;
      for (const std::uint32_t side : {0u, 1u}) {
        const ValueId operand = side == 0 ? it.a : it.b;
        const Instruction* made = product(operand);
        if (made == nullptr || made->stage != it.stage) continue;
        next_user_[2 * i + side] = first_user_[operand];
        first_user_[operand] = 2 * i + side;
      }
    }
  }

  // Fuses the products with that many uses, if all their users are sums that have claimed nothing yet.
  void claim_products(std::uint32_t fewest, std::uint32_t most) {
    for (std::size_t i = 0; i < program_.instructions.size(); ++i) {
      const std::size_t id = program_.first_result() + i;
      if (program_.instructions[i].op != Op::multiply || uses_[id] < fewest || uses_[id] > most) continue;
      std::uint32_t free_users = 0;
      for (std::uint32_t user = first_user_[id]; user != none; user = next_user_[user])
        free_users += claims_[user / 2] == Claim::none ? 1u : 0u;
      if (free_users != uses_[id]) continue;
      for (std::uint32_t user = first_user_[id]; user != none; user = next_user_[user])
        claims_[user / 2] = user % 2 == 0 ? Claim::first : Claim::second;
    }
  }

  Program write() const {
    Rewriting out(program_);
    for (std::size_t i = 0; i < program_.instructions.size(); ++i) {
      const Instruction& it = program_.instructions[i];
      const auto result = static_cast<ValueId>(program_.first_result() + i);
      if (claims_[i] == Claim::none) {
        out.set(result, out.copy(it));
        continue;
      }
      const bool is_first = claims_[i] == Claim::first;
      const Instruction& made = *product(is_first ? it.a : it.b);
      const ValueId other = is_first ? it.b : it.a;
      const Op op = it.op == Op::add ? Op::multiply_add : is_first ? Op::multiply_subtract : Op::negate_multiply_add;
      out.set(result, out.emit(op, it.stage, out.at(made.a), out.at(made.b), out.at(other)));
    }
    return out.finish();
  }

  static constexpr std::uint32_t none = 0xFFFF'FFFFu;
  const Program& program_;
  std::vector<std::uint32_t> uses_;
  std::vector<Claim> claims_;
  std::vector<std::uint32_t> first_user_;  // by product: 2 * instruction + side
  std::vector<std::uint32_t> next_user_;
};

}  // namespace

// The products that were fused stay behind for remove_dead_code().
Program fuse_multiply_adds(const Program& program) { return Fusion(program).run(); }

}  // namespace tangible
