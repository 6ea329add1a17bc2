// SPDX-License-Identifier: Apache-2.0
// A load as a function of time and of the handle's motion.
#include "haptics/plant.h"

#include <algorithm>

namespace tangible {

Wrench HandleLoad::at(double elapsed, const Pose& handle, const Twist& velocity) const {
  if (kind == Kind::in_stages) return coupler(elapsed, handle, velocity);
  elapsed = std::min(elapsed, reach);
  Wrench out = wrench;
  if (kind == Kind::extrapolated || kind == Kind::extrapolated_in_handle_frame)
    out = {out.force + elapsed * rate.force, out.torque + elapsed * rate.torque};
  if (kind == Kind::held || kind == Kind::extrapolated) return out;
  return {rotate(handle.orientation, out.force), rotate(handle.orientation, out.torque)};
}

}  // namespace tangible
