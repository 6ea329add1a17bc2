// SPDX-License-Identifier: Apache-2.0
// The list of passes, and going through it.
#include "program/passes.h"

#include <array>

#include "symbolic/interruption.h"

namespace tangible {
namespace {

Program merge_fast_stages(const Program& program) { return merge_stages(program, finest_stage); }

constexpr std::array<Pass, 7> all_passes{{{"merge stages", merge_fast_stages},
                                          {"strength reduction", reduce_strength},
                                          {"balanced sums", balance_sums},
                                          {"multiply-add", fuse_multiply_adds},
                                          {"dead code", remove_dead_code},
                                          {"sine groups", group_sines},
                                          {"schedule", schedule}}};

}  // namespace

std::span<const Pass> passes() { return all_passes; }

Program apply_passes(Program program, std::vector<PassReport>* report) {
  const auto note = [&](std::string_view name) {
    if (report != nullptr) report->push_back({name, program.instructions.size(), program.count()});
  };
  note("lowering");
  for (const Pass& pass : all_passes) {
    check_interruption();
    program = pass.run(program);
    note(pass.name);
  }
  return program;
}

}  // namespace tangible
