// SPDX-License-Identifier: Apache-2.0
// Sine groups: adjacent sines and cosines that are computed together, in the lanes of one vector.
#pragma once

#include <cstddef>

#include "program/program.h"

namespace tangible {

inline constexpr std::size_t largest_sine_group = 4;  // angles

inline bool is_sine(Op op) { return op == Op::sin || op == Op::cos; }

struct SineGroup {
  std::size_t end = 0;                      // the instruction after the group
  std::size_t angle_count = 0;              // 0: no sine begins here
  ValueId angles[largest_sine_group] = {};  // distinct, in order of appearance
  std::size_t lane_of(ValueId angle) const {
    std::size_t lane = 0;
    while (lane < angle_count && angles[lane] != angle) ++lane;
    return lane;
  }
};

// The group that begins at an instruction: the longest run of sines and cosines of one stage that has at most so
// many angles, none of them a result of the run.
inline SineGroup sine_group_at(const Program& program, std::size_t begin, std::size_t max_angles = largest_sine_group) {
  SineGroup group{begin};
  const std::vector<Instruction>& all = program.instructions;
  for (; group.end < all.size(); ++group.end) {
    const Instruction& it = all[group.end];
    if (!is_sine(it.op) || it.stage != all[begin].stage || it.a >= program.first_result() + begin) break;
    if (group.lane_of(it.a) < group.angle_count) continue;
    if (group.angle_count == max_angles) break;
    group.angles[group.angle_count++] = it.a;
  }
  return group;
}

}  // namespace tangible
