// SPDX-License-Identifier: Apache-2.0
// A document of equations as JSON.
#pragma once

#include <ostream>

#include "engine/equations_document.h"

namespace tangible {

void write_json(std::ostream& out, const EquationsDocument& document);

}  // namespace tangible
