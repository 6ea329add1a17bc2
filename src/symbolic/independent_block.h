// SPDX-License-Identifier: Apache-2.0
// Blocks of a sparse square system that can be solved by themselves.
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <vector>

namespace tangible {

struct IndependentBlock {
  std::vector<std::size_t> rows, columns;
};

// The smallest set of rows that contain as many unknowns as there are of them; it has all rows where none has fewer. Of
// a system that is regular for some values of its entries.
IndependentBlock find_independent_block(std::span<const std::size_t> rows, std::span<const std::size_t> columns,
                                        const std::function<bool(std::size_t row, std::size_t column)>& contains);

}  // namespace tangible
