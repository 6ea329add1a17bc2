// SPDX-License-Identifier: Apache-2.0
// Freedoms without mass: their accelerations are not determined.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "equations/embedding.h"
#include "equations/equations.h"

namespace tangible {

// Positions in the mass matrix of speeds that can change, together with earlier ones, without moving any mass, whatever
// configuration and parameters are. Empty if the matrix is regular somewhere. Its lower triangle is read.
std::vector<std::size_t> massless_speeds(const Matrix& mass);

// The names of the independent speeds that massless_speeds finds, separated by commas.
std::string names_of_massless_speeds(const Equations& equations, const Embedding& embedding);

// Throws EquationsError if there are any.
void require_mass(const Equations& equations, const Embedding& embedding);

}  // namespace tangible
