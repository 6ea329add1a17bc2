// SPDX-License-Identifier: Apache-2.0
// An occurrence of a run, as an event of the viewer's protocol.
#pragma once

#include <nlohmann/json.hpp>

#include "engine/model.h"

namespace tangible {

// Without number, and without the modes before and after.
nlohmann::json occurrence_json(const Occurrence& occurrence, const Model& model);

}  // namespace tangible
