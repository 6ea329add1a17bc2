// SPDX-License-Identifier: Apache-2.0
// The masses that an admittance display can render to hands of different stiffness: the smallest that is stable, by the
// eigenvalues of the exact sampled loop, for every extrapolation of the measured wrench.
#pragma once

#include <string>
#include <vector>

#include "haptics/admittance_loop.h"

namespace tangible {

struct AdmittanceMapOptions {
  SampledAdmittance loop;                // device, hand's mass, drive, tick, delay
  double damping_ratio = 0.3;            // of the hand: B_h = 2 ratio sqrt(K_h (M_h + m))
  double softest = 10, stiffest = 2000;  // N/m
  int points = 24;
};

// On a line the axes of the world and those of the handle are the same: held in either is one column, extrapolated
// along a line in either is the next, along a parabola the last.
struct AdmittanceMapRow {
  double hand_stiffness = 0;                        // N/m
  double held = 0, extrapolated = 0, parabola = 0;  // kg
};

std::vector<AdmittanceMapRow> admittance_map(const AdmittanceMapOptions& options);

std::string admittance_map_text(const AdmittanceMapOptions& map, const std::vector<AdmittanceMapRow>& rows);
std::string admittance_map_csv(const AdmittanceMapOptions& map, const std::vector<AdmittanceMapRow>& rows);
std::string admittance_map_json(const AdmittanceMapOptions& map, const std::vector<AdmittanceMapRow>& rows);

}  // namespace tangible
