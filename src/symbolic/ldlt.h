// SPDX-License-Identifier: Apache-2.0
// Symmetric linear systems solved by an unrolled L D L^T factorization.
#pragma once

#include <span>
#include <vector>

#include "symbolic/matrix.h"

namespace tangible {

// x with m x = f. Only the lower triangle of m is read. No pivoting and no simplification: meant for positive definite
// matrices, where every pivot is positive at every state, and for programs rather than people. Zeros are skipped.
std::vector<Expr> solve_symmetric(const Matrix& m, std::span<const Expr> f);

// The same for two or three unknowns by cofactors and one division by the determinant: a little more work than L D L^T,
// but no division waits for another.
std::vector<Expr> solve_by_cofactors(const Matrix& m, std::span<const Expr> f);

}  // namespace tangible
