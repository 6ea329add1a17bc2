// SPDX-License-Identifier: Apache-2.0
// When a trigger has passed through zero, and how well that is located.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include "simulation/system.h"

namespace tangible {

inline bool passes(EventDescription::Edge edge, double before, double after) {
  const bool rises = before < 0 && after >= 0, falls = before > 0 && after <= 0;
  switch (edge) {
    case EventDescription::Edge::rises: return rises;
    case EventDescription::Edge::falls: return falls;
    case EventDescription::Edge::crosses: return rises || falls;
  }
  return false;
}

// A trigger that is armed this near to zero is at zero, whatever its rounding: it has to leave it first.
constexpr double trigger_zero_tolerance = 1e-9;

constexpr double location_tolerance = 1e-13;  // s
inline double location_tolerance_at(double t) {
  return std::max(location_tolerance, 8 * std::numeric_limits<double>::epsilon() * std::abs(t));
}

}  // namespace tangible
