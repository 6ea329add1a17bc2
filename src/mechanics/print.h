// SPDX-License-Identifier: Apache-2.0
// Vectors and dyadics as a person writes them: u1 B.x + L2*u2 B.y - L3*u3 C.y.
#pragma once

#include <string>

#include "mechanics/dyadic.h"
#include "mechanics/vector.h"

namespace tangible {

std::string to_text(const Vector& v);  // "0" for the zero vector
std::string to_text(const Dyadic& d);  // I_B B.z B.z + ...
// For math mode: u_{1}\,\hat{\mathbf{b}}_{x} + ...
std::string to_latex(const Vector& v);

}  // namespace tangible
