// SPDX-License-Identifier: Apache-2.0
// Masses over the stiffness of the hand.
#include "display/admittance_map_svg.h"

#include "display/log_curves_svg.h"

namespace tangible {

std::string admittance_map_svg(const AdmittanceMapOptions& map, const std::vector<AdmittanceMapRow>& rows) {
  LogCurve held{"held", {}}, extrapolated{"extrapolated", {}}, parabola{"parabola", {}};
  for (const AdmittanceMapRow& r : rows) {
    held.points.emplace_back(r.hand_stiffness, r.held / map.loop.device_mass);
    extrapolated.points.emplace_back(r.hand_stiffness, r.extrapolated / map.loop.device_mass);
    parabola.points.emplace_back(r.hand_stiffness, r.parabola / map.loop.device_mass);
  }
  return log_curves_to_svg("Above the curve the admittance display is stable", "stiffness of the hand, N/m",
                           "mass shown over mass of the device", {held, extrapolated, parabola});
}

}  // namespace tangible
