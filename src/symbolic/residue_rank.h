// SPDX-License-Identifier: Apache-2.0
// Generic rank of a symbolic matrix, decided modulo a large prime.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "symbolic/matrix.h"

namespace tangible {

// Rows and columns that carry the rank, in increasing order.
struct RankBasis {
  std::vector<std::size_t> rows;
  std::vector<std::size_t> columns;
};

// Greedy: a column enters when it is independent of the preferred ones (earlier in column_order), a row when it is
// independent of the rows above it. The entries are replaced by their fingerprints, so a rank can only come out too
// low, with the probability that fingerprint.h states.
RankBasis find_basis(const Matrix& a, std::span<const std::size_t> column_order);

}  // namespace tangible
