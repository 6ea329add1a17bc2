// SPDX-License-Identifier: Apache-2.0
// Arguments are compared with those of the last run.
#include "simulation/motion_program.h"

namespace tangible {

MotionProgram::MotionProgram(const System& system)
    : system_(&system),
      sizes_{system.nq(), system.nu(), system.nq() + system.nu() + system.nz(), system.at_t()},
      program_(system.motion),
      ramps_(system.inputs.size()) {
  std::ranges::copy(system.parameters, parameters().begin());
  std::ranges::copy(system.start_discretes, discretes().begin());
  std::ranges::copy(system.start_inputs, inputs().begin());
  program_.run();
}

Stage MotionProgram::stage_of(std::size_t index) const {
  const Program& program = program_.code().program();
  return program.stage_of(program.outputs[index].value);
}

void MotionProgram::set_signs(std::span<const double> signs) {
  const std::span<double> known = program_.inputs().subspan(system_->at_sign_of_motion(), signs.size());
  if (std::ranges::equal(known, signs)) return;
  std::ranges::copy(signs, known.begin());
  run_from(Stage::state);
}

void MotionProgram::compare_state(double t, std::span<const double> y) {
  const std::span<const double> in = program_.inputs();
  const double* known = in.data() + sizes_.at_t + 1;
  const auto differs = [&](std::size_t from, std::size_t to) {
    for (std::size_t i = from; i < to; ++i)
      if (!(known[i] == y[i])) return true;  // also where it is not a number
    return false;
  };
  if (!(in[sizes_.at_t] == t) || differs(0, sizes_.q))
    run_from(Stage::configuration);
  else if (differs(sizes_.q, sizes_.state))
    run_from(Stage::state);
}

std::optional<Stage> MotionProgram::run(double t, std::span<const double> y) {
  compare_state(t, y);
  if (!is_stale_) return {};
  double* in = program_.inputs().data() + sizes_.at_t;
  *in = t;
  for (std::size_t i = 0; i < sizes_.state; ++i) in[1 + i] = y[i];
  ++evaluations_;
  program_.run(stale_from_);
  is_stale_ = false;
  return stale_from_;
}

}  // namespace tangible
