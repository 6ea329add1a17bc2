// SPDX-License-Identifier: Apache-2.0
// A record as a picture: panels over time, one for each unit, with events marked.
#pragma once

#include <string>

#include "simulation/record.h"

namespace tangible {

std::string record_to_svg(const Record& record);

}  // namespace tangible
