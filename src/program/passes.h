// SPDX-License-Identifier: Apache-2.0
// Passes: what happens to a program between lowering and a back end. Each keeps its inputs and outputs; each may change
// results by roundings, never by more; all of them together take time n log n.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "program/program.h"

namespace tangible {

// Powers with small exponents become products; what is divided several times by the same value, or by a value of an
// earlier stage, is multiplied by its reciprocal.
Program reduce_strength(const Program& program);
// Long chains of additions become shorter chains side by side: more of them can be computed at once.
Program balance_sums(const Program& program);
// A product that only additions of its own stage use is fused into them.
Program fuse_multiply_adds(const Program& program);
// Removes values that no output needs, constants too.
Program remove_dead_code(const Program& program);
// Stages later than the given one become one with it: fewer borders across which values must be kept in memory.
Program merge_stages(const Program& program, Stage finest);
// Sines and cosines of angles that are known at the same time become adjacent, up to four angles; they are computed
// together, in one vector.
Program group_sines(const Program& program);
// Within a sliding window, what the longest chain of dependent instructions waits for comes first. Outside the window
// the order in which the equations were formed is kept, because its live values are few.
Program schedule(const Program& program);

// The finest stage that compile() keeps apart: parameters change rarely; coordinates, speeds and inputs at every step.
inline constexpr Stage finest_stage = Stage::configuration;

struct Pass {
  std::string_view name;
  Program (*run)(const Program&);
};
// In the order in which compile() applies them.
std::span<const Pass> passes();

// Counts after each pass, for a person to read.
struct PassReport {
  std::string_view pass;
  std::size_t instructions = 0;
  ProgramCount count;
};
Program apply_passes(Program program, std::vector<PassReport>* report = nullptr);

}  // namespace tangible
