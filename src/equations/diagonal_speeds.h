// SPDX-License-Identifier: Apache-2.0
// Speeds that make the mass matrix diagonal.
#pragma once

#include <optional>
#include <vector>

#include "equations/equations.h"

namespace tangible {

// The kinetic energy with its squares completed: u_k = q_k' + sum over j > k of l_kj q_j', from M = L D L^T of
// equations in coordinate rates. Each dynamical equation then has one acceleration. Nothing where the combinations are
// long, or M is diagonal already, or coordinates are not independent.
std::optional<std::vector<Speed>> diagonalising_speeds(const Equations& in_coordinate_rates);

}  // namespace tangible
