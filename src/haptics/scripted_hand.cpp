// SPDX-License-Identifier: Apache-2.0
// The compiled law of a scripted hand.
#include "haptics/scripted_hand.h"

#include <algorithm>

namespace tangible {

void ScriptedHand::force(double t, std::span<const double> x, std::span<const double> v, std::span<double> out) {
  if (!holds_) {
    std::ranges::fill(out, 0.0);
    return;
  }
  auto at = std::ranges::copy(parameters_, law_.inputs().begin()).out;
  *at++ = t;
  std::ranges::copy(v, std::ranges::copy(x, at).out);
  law_.run();
  std::ranges::copy(law_.outputs(), out.begin());
}

}  // namespace tangible
