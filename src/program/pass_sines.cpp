// SPDX-License-Identifier: Apache-2.0
// Sines and cosines side by side.
#include <algorithm>
#include <map>
#include <vector>

#include "program/passes.h"
#include "program/rewriting.h"
#include "program/sine_group.h"

namespace tangible {
namespace {

class SineGrouping {
 public:
  explicit SineGrouping(const Program& program)
      : program_(program), out_(program), done_(program.value_count()), group_of_(program.instructions.size(), none) {
    std::fill_n(done_.begin(), program.first_result(), true);
  }

  Program run() {
    find_groups();
    // Sines come when they are needed, not before; last those that are outputs alone.
    for (std::uint32_t i = 0; i < program_.instructions.size(); ++i)
      if (group_of_[i] == none) emit_with_operands(i);
    for (std::uint32_t i = 0; i < program_.instructions.size(); ++i)
      if (group_of_[i] != none) emit_with_operands(i);
    return out_.finish();
  }

 private:
  // Level: the number of sines nested in one another. Angles of one level do not depend on sines of that level, so that
  // all of them can be known before the first of their sines is.
  void find_groups() {
    std::vector<std::uint32_t> level(program_.value_count());
    std::map<std::pair<Stage, std::uint32_t>, std::uint32_t> open;  // the group of each stage and level being filled
    std::vector<std::uint32_t> group_of_angle(program_.value_count(), none);
    for (std::uint32_t i = 0; i < program_.instructions.size(); ++i) {
      const Instruction& it = program_.instructions[i];
      std::uint32_t highest = 0;
      for (const ValueId operand : operands_of(it)) highest = std::max(highest, level[operand]);
      level[program_.first_result() + i] = highest + (is_sine(it.op) ? 1 : 0);
      if (!is_sine(it.op)) continue;
      std::uint32_t& group = group_of_angle[it.a];
      if (group == none || stage_of_group(group) != it.stage) group = group_with_room(open[{it.stage, highest}]);
      groups_[group].push_back(i);
      group_of_[i] = group;
    }
  }

  Stage stage_of_group(std::uint32_t group) const { return program_.instructions[groups_[group].front()].stage; }

  // Groups are numbered from 1 in `open`, so that a new entry means none.
  std::uint32_t group_with_room(std::uint32_t& open) {
    if (open == 0 || angle_counts_[open - 1] == largest_sine_group) {
      groups_.emplace_back();
      angle_counts_.push_back(0);
      open = static_cast<std::uint32_t>(groups_.size());
    }
    ++angle_counts_[open - 1];
    return open - 1;
  }

  // Operands first, on a stack of our own; a sine waits for the angles of its whole group.
  void emit_with_operands(std::uint32_t first) {
    stack_.push_back(first);
    while (!stack_.empty()) {
      const std::uint32_t i = stack_.back();
      if (done_[program_.first_result() + i]) {
        stack_.pop_back();
        continue;
      }
      const std::size_t before = stack_.size();
      if (group_of_[i] == none) {
        for (const ValueId operand : operands_of(program_.instructions[i])) need(operand);
      } else {
        for (const std::uint32_t member : groups_[group_of_[i]]) need(program_.instructions[member].a);
      }
      if (stack_.size() != before) continue;
      stack_.pop_back();
      if (group_of_[i] == none)
        emit(i);
      else
        emit_group(groups_[group_of_[i]]);
    }
  }

  // Angle by angle: where fewer fit into a vector than are in the group, it is cut between them.
  void emit_group(const std::vector<std::uint32_t>& group) {
    for (const std::uint32_t first : group)
      for (const std::uint32_t member : group)
        if (program_.instructions[member].a == program_.instructions[first].a &&
            !done_[program_.first_result() + member])
          emit(member);
  }

  void need(ValueId operand) {
    if (!done_[operand]) stack_.push_back(operand - program_.first_result());
  }
  void emit(std::uint32_t i) {
    const ValueId result = program_.first_result() + i;
    done_[result] = true;
    out_.set(result, out_.copy(program_.instructions[i]));
  }

  static constexpr std::uint32_t none = 0xFFFF'FFFFu;
  const Program& program_;
  Rewriting out_;
  std::vector<bool> done_;
  std::vector<std::uint32_t> group_of_;
  std::vector<std::vector<std::uint32_t>> groups_;
  std::vector<std::size_t> angle_counts_;
  std::vector<std::uint32_t> stack_;
};

}  // namespace

Program group_sines(const Program& program) { return SineGrouping(program).run(); }

}  // namespace tangible
