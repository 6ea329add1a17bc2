// SPDX-License-Identifier: Apache-2.0
// Dimensions as SI units in text, for heads of columns and axes of plots.
#pragma once

#include <optional>
#include <string>

#include "mechanics/items.h"

namespace tangible {

// "m/s", "N", "kg*m^2"; a plain number is an angle if `angle` is set: "rad", "rad/s", otherwise "1", "1/s".
std::string unit_text(const Dimension& dimension, bool angle = false);
// "SI" where the dimension is not known.
std::string unit_text(const std::optional<Dimension>& dimension);

}  // namespace tangible
