// SPDX-License-Identifier: Apache-2.0
// The matrix C of Coriolis and centrifugal forces with which M' - 2C is skew.
#pragma once

#include "equations/equations.h"

namespace tangible {

// The closed form Parsa (40), with partial velocities for the columns of his J_i:
//   C_rs = sum of m v_r . v_s' + w_r . (I . w_s' + w x I . w_s), derivatives taken in N
// M' - 2C is skew, and if nothing moves by itself C u is what the velocity terms of F_r* are, with the sign changed:
// M u' + C u = F_r. It is not the matrix of Christoffel symbols; only C u is the same.
Matrix derive_coriolis_matrix(const Mechanism& mechanism, const Equations& equations);

}  // namespace tangible
