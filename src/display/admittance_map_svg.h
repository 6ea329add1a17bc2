// SPDX-License-Identifier: Apache-2.0
// The map of masses that an admittance display can show, as a picture.
#pragma once

#include <string>
#include <vector>

#include "haptics/admittance_map.h"

namespace tangible {

std::string admittance_map_svg(const AdmittanceMapOptions& map, const std::vector<AdmittanceMapRow>& rows);

}  // namespace tangible
