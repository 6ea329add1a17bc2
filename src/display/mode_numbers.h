// SPDX-License-Identifier: Apache-2.0
// ModeNumbers: the numbers in the equations of a mode, from those of a
// snapshot.
#pragma once

#include <span>
#include <vector>

#include "display/live_model.h"
#include "engine/readable_equations.h"

namespace tangible {

class ModeNumbers {
 public:
  // The equations have a program.
  explicit ModeNumbers(const ReadableEquations& equations)
      : evaluation_(equations.code), inputs_(equations.inputs), first_hand_(equations.first_hand) {}

  std::size_t size() const { return evaluation_.outputs().size(); }
  // `numbers` as those of LiveModel.
  std::span<const double> evaluate(const LiveModel& live, std::span<const double> numbers) {
    const std::span<double> in = evaluation_.inputs();
    for (std::size_t i = 0; i < first_hand_; ++i) in[i] = numbers[inputs_[i]];
    for (std::size_t r = 0; first_hand_ + r < in.size(); ++r) in[first_hand_ + r] = numbers[live.hand_forces_at() + r];
    evaluation_.run();
    return std::as_const(evaluation_).outputs();
  }

 private:
  Evaluation evaluation_;
  std::vector<std::size_t> inputs_;
  std::size_t first_hand_;
};

}  // namespace tangible
