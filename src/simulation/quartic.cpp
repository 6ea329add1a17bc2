// SPDX-License-Identifier: Apache-2.0
// Hermite's cubic, and the term s^2 (1 - s)^2 beyond it.
#include "simulation/quartic.h"

namespace tangible {

void QuarticInterpolant::fit(const Ends& ends) {
  constexpr double s = inside, steepest = 2 * s * (1 - s) * (1 - 2 * s);
  constexpr double chord = 6 * s * (1 - s), k0 = (1 - s) * (1 - 3 * s), k1 = s * (3 * s - 2);
  for (std::size_t i = 0; i < quartic_term_.size(); ++i) {
    const double cubic = chord * (ends.y1[i] - ends.y0[i]) / ends.h + k0 * ends.slope0[i] + k1 * ends.slope1[i];
    quartic_term_[i] = (quartic_term_[i] - cubic) / steepest;
  }
  has_quartic_ = true;
}

void QuarticInterpolant::evaluate(double x, const Ends& ends, std::span<double> out) const {
  const double s = x / ends.h;
  const double rest = 1 - s, end = s * s * (3 - 2 * s), k0 = x * rest * rest, k1 = -s * x * rest;
  const double quartic = has_quartic_ ? s * x * rest * rest : 0;
  for (std::size_t i = 0; i < out.size(); ++i)
    out[i] = (1 - end) * ends.y0[i] + end * ends.y1[i] + k0 * ends.slope0[i] + k1 * ends.slope1[i] +
             quartic * quartic_term_[i];
}

}  // namespace tangible
