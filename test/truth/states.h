// SPDX-License-Identifier: Apache-2.0
// States at which programs are compared with the truth: quarter turns, straight and folded poses, rest, random ones.
#pragma once

#include <random>

#include "engine/formulation.h"
#include "symbolic/evaluate.h"

namespace tangible {

class StateSource {
 public:
  StateSource(const Formulation& model, unsigned seed) : model_(model), random_(seed) {}

  // Number 0, 1, ...: all angles zero, all of them a quarter turn, half a turn, three quarters; then quarter turns
  // drawn one by one; every third state is at rest.
  Values special(int number);
  // Angles up to three radians, all else around the values at the start.
  Values random();

 private:
  template <typename Angle>
  Values fill(Angle angle, bool moves);
  void normalise(Values& state) const;
  bool is_euler_parameter(Expr q) const;

  const Formulation& model_;
  std::mt19937_64 random_;
  std::uniform_real_distribution<double> spread_{-1, 1};
};

}  // namespace tangible
