// SPDX-License-Identifier: Apache-2.0
// Half-waves of a force, axis by axis.
#include "haptics/oscillation_watch.h"

#include <cmath>

namespace tangible {

double OscillationWatch::turn(Axis& axis, double force) const {
  if (axis.direction == 0) {
    axis.direction = 1;
    axis.extreme = axis.last = force;
  }
  const double onward = axis.direction * (force - axis.extreme);
  if (onward >= 0) axis.extreme = force;
  if (onward > -options_.noise) return 0;
  const double swing = std::abs(axis.extreme - axis.last);
  axis.last = axis.extreme;
  axis.extreme = force;
  axis.direction = -axis.direction;
  return swing;
}

// Counts a half-wave; true if as many as it takes have not decayed and the model has not fed them.
bool OscillationWatch::swings_on(Axis& axis, double swing, double from_model, double taken) {
  if (axis.count++ == 0) {
    axis.first_swing = swing;
    axis.from_model = from_model;
    axis.taken = taken;
  }
  if (axis.count < options_.half_waves) return false;
  axis.count = 0;
  const bool is_fed = from_model - axis.from_model > options_.share_of_model * (taken - axis.taken);
  return swing >= options_.decayed * axis.first_swing && !is_fed;
}

bool OscillationWatch::look(Vec3 force, double from_model, double taken, long elapsed) {
  ticks_ += elapsed;
  const auto longest = std::lround(options_.half_wave / options_.tick);
  bool found = false;
  const double values[] = {force.x, force.y, force.z};
  for (std::size_t i = 0; i < 3; ++i) {
    Axis& axis = axes_[i];
    const double swing = turn(axis, values[i]);
    if (ticks_ - axis.turned > 2 * longest) axis.count = 0;
    if (swing == 0) continue;
    const bool is_fast = axis.turned >= 0 && ticks_ - axis.turned <= (swing > options_.strong ? 2 : 1) * longest;
    if (!is_fast) axis.count = 0;
    axis.turned = ticks_;
    found = (is_fast && swings_on(axis, swing, from_model, taken)) || found;
  }
  if (found) restart();
  return found;
}

}  // namespace tangible
