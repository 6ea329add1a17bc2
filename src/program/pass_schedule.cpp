// SPDX-License-Identifier: Apache-2.0
// List scheduling in a sliding window.
#include <algorithm>
#include <queue>
#include <vector>

#include "program/latency.h"
#include "program/passes.h"
#include "program/rewriting.h"
#include "program/sine_group.h"

namespace tangible {
namespace {

// Units, by the size of programs; measured. Several runs of small ones overlap anyway, and spilling costs them more
// than waiting does; of long ones the decoders work on a few instructions at a time, so that order counts.
constexpr std::size_t smallest_program = 200;
constexpr std::size_t small_program = 2000;
constexpr std::size_t narrow_window = 16;
constexpr std::size_t middle_window = 24;
constexpr std::size_t wide_window = 48;

// A unit is an instruction, or a group of sines that stays together.
class Scheduling {
 public:
  explicit Scheduling(const Program& program)
      : program_(program), out_(program), unit_of_(program.instructions.size()) {
    find_units();
    find_users();
    find_heights();
  }

  Program run() {
    const std::size_t size = program_.instructions.size();
    const std::size_t window = size <= smallest_program ? narrow_window
                               : size <= small_program  ? middle_window
                                                        : wide_window;
    emitted_.assign(units_.size(), false);
    inside_.assign(units_.size(), false);
    std::uint32_t entered = 0;  // units that are or were in the window
    std::uint32_t oldest = 0;
    while (oldest < unit_count()) {
      while (entered < unit_count() && entered < oldest + window && stage(entered) == stage(oldest)) enter(entered++);
      const std::uint32_t next = ready_.top().unit;
      ready_.pop();
      emit(next);
      while (oldest < unit_count() && emitted_[oldest]) ++oldest;
    }
    return out_.finish();
  }

 private:
  struct Ready {
    std::uint32_t height;
    std::uint32_t unit;
    // The queue gives the largest: long chains first, then the order of the program.
    bool operator<(const Ready& other) const {
      return height != other.height ? height < other.height : unit > other.unit;
    }
  };

  std::uint32_t unit_count() const { return static_cast<std::uint32_t>(units_.size() - 1); }
  Stage stage(std::uint32_t unit) const { return program_.instructions[units_[unit]].stage; }

  void find_units() {
    for (std::size_t i = 0; i < program_.instructions.size();) {
      const std::size_t end = is_sine(program_.instructions[i].op) ? sine_group_at(program_, i).end : i + 1;
      units_.push_back(static_cast<std::uint32_t>(i));
      for (; i < end; ++i) unit_of_[i] = static_cast<std::uint32_t>(units_.size() - 1);
    }
    units_.push_back(static_cast<std::uint32_t>(program_.instructions.size()));
  }

  // Users of every unit as one array with bounds.
  void find_users() {
    user_bounds_.assign(units_.size() + 1, 0);
    waits_.assign(units_.size(), 0);
    const auto each_edge = [&](auto visit) {
      for (std::size_t i = 0; i < program_.instructions.size(); ++i)
        for (const ValueId operand : operands_of(program_.instructions[i]))
          if (operand >= program_.first_result()) visit(unit_of_[operand - program_.first_result()], unit_of_[i]);
    };
    each_edge([&](std::uint32_t from, std::uint32_t) { ++user_bounds_[from + 1]; });
    for (std::size_t u = 1; u < user_bounds_.size(); ++u) user_bounds_[u] += user_bounds_[u - 1];
    users_.resize(user_bounds_.back());
    std::vector<std::uint32_t> at(user_bounds_.begin(), user_bounds_.end());
    each_edge([&](std::uint32_t from, std::uint32_t to) {
      users_[at[from]++] = to;
      ++waits_[to];
    });
  }

  // The longest chain from the beginning of a unit to the end of the program, in cycles.
  void find_heights() {
    heights_.assign(units_.size(), 0);
    for (std::uint32_t u = unit_count(); u-- > 0;) {
      std::uint32_t longest = 0;
      for (std::uint32_t k = user_bounds_[u]; k < user_bounds_[u + 1]; ++k)
        longest = std::max(longest, heights_[users_[k]]);
      heights_[u] = longest + latency(program_.instructions[units_[u]].op);
    }
  }

  void enter(std::uint32_t unit) {
    inside_[unit] = true;
    if (waits_[unit] == 0) ready_.push({heights_[unit], unit});
  }

  void emit(std::uint32_t unit) {
    emitted_[unit] = true;
    for (std::uint32_t i = units_[unit]; i < units_[unit + 1]; ++i)
      out_.set(program_.first_result() + i, out_.copy(program_.instructions[i]));
    for (std::uint32_t k = user_bounds_[unit]; k < user_bounds_[unit + 1]; ++k)
      if (--waits_[users_[k]] == 0 && inside_[users_[k]]) ready_.push({heights_[users_[k]], users_[k]});
  }

  const Program& program_;
  Rewriting out_;
  std::vector<std::uint32_t> unit_of_;
  std::vector<std::uint32_t> units_;  // first instruction of each, and the number of instructions
  std::vector<std::uint32_t> user_bounds_;
  std::vector<std::uint32_t> users_;
  std::vector<std::uint32_t> waits_;  // operands not yet computed
  std::vector<std::uint32_t> heights_;
  std::vector<bool> inside_;
  std::vector<bool> emitted_;
  std::priority_queue<Ready> ready_;
};

}  // namespace

Program schedule(const Program& program) { return Scheduling(program).run(); }

}  // namespace tangible
