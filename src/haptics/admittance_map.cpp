// SPDX-License-Identifier: Apache-2.0
// A row of the map for each stiffness.
#include "haptics/admittance_map.h"

#include <cmath>

namespace tangible {

std::vector<AdmittanceMapRow> admittance_map(const AdmittanceMapOptions& options) {
  std::vector<AdmittanceMapRow> rows;
  SampledAdmittance loop = options.loop;
  for (int i = 0; i < options.points; ++i) {
    const double share = options.points > 1 ? static_cast<double>(i) / (options.points - 1) : 0;
    AdmittanceMapRow row;
    row.hand_stiffness = options.softest * std::pow(options.stiffest / options.softest, share);
    loop.hand_stiffness = row.hand_stiffness;
    loop.hand_damping = 2 * options.damping_ratio * std::sqrt(row.hand_stiffness * (loop.hand_mass + loop.device_mass));
    loop.samples = 1;
    row.held = smallest_stable_mass(loop);
    loop.samples = 2;
    row.extrapolated = smallest_stable_mass(loop);
    loop.samples = 3;
    row.parabola = smallest_stable_mass(loop);
    rows.push_back(row);
  }
  return rows;
}

}  // namespace tangible
