// SPDX-License-Identifier: Apache-2.0
// Rows are matched with unknowns; a block is closed under "contains the unknown of".
#include "symbolic/independent_block.h"

#include <algorithm>

namespace tangible {
namespace {

using Containment = std::vector<std::vector<bool>>;  // row, column: the row contains the unknown
constexpr std::size_t unmatched = static_cast<std::size_t>(-1);

// Finds an unknown for a row, if need be by giving others to rows that have one (augmenting paths).
bool match_row(const Containment& table, std::size_t row, std::vector<bool>& seen, std::vector<std::size_t>& row_of) {
  for (std::size_t j = 0; j < row_of.size(); ++j) {
    if (!table[row][j] || seen[j]) continue;
    seen[j] = true;
    if (row_of[j] != unmatched && !match_row(table, row_of[j], seen, row_of)) continue;
    row_of[j] = row;
    return true;
  }
  return false;
}

// All rows that are reached from one by going from a row to those whose unknowns it contains.
std::vector<std::size_t> reach_rows(const Containment& table, std::size_t row, const std::vector<std::size_t>& row_of) {
  std::vector<std::size_t> found{row};
  for (std::size_t at = 0; at < found.size(); ++at)
    for (std::size_t j = 0; j < row_of.size(); ++j)
      if (table[found[at]][j] && std::ranges::find(found, row_of[j]) == found.end()) found.push_back(row_of[j]);
  std::ranges::sort(found);
  return found;
}

}  // namespace

IndependentBlock find_independent_block(std::span<const std::size_t> rows, std::span<const std::size_t> columns,
                                        const std::function<bool(std::size_t, std::size_t)>& contains) {
  const std::size_t n = rows.size();
  Containment table(n, std::vector<bool>(n));
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j) table[i][j] = contains(rows[i], columns[j]);
  IndependentBlock whole{{rows.begin(), rows.end()}, {columns.begin(), columns.end()}};
  std::vector<std::size_t> row_of(n, unmatched);
  for (std::size_t i = 0; i < n; ++i) {
    std::vector<bool> seen(n);
    if (!match_row(table, i, seen, row_of)) return whole;  // singular: the caller will find that out
  }
  std::vector<std::size_t> least;
  for (std::size_t i = 0; i < n; ++i) {
    std::vector<std::size_t> reached = reach_rows(table, i, row_of);
    if (least.empty() || reached.size() < least.size()) least = std::move(reached);
  }
  IndependentBlock block;
  for (const std::size_t i : least) block.rows.push_back(rows[i]);
  for (std::size_t j = 0; j < n; ++j)
    if (std::ranges::binary_search(least, row_of[j])) block.columns.push_back(columns[j]);
  return block;
}

}  // namespace tangible
