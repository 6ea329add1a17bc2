// SPDX-License-Identifier: Apache-2.0
// Gaussian elimination over the residues of the entries.
#include "symbolic/residue_rank.h"

#include <algorithm>
#include <stdexcept>

#include "symbolic/fingerprint.h"

namespace tangible {
namespace {

using ResidueMatrix = std::vector<std::vector<Residue>>;

// False when an entry divides by zero at this random point.
bool take_residues(const Matrix& a, std::uint64_t seed, ResidueMatrix& out) {
  Fingerprint fingerprint(seed);
  out.assign(a.rows(), std::vector<Residue>(a.columns()));
  for (std::size_t i = 0; i < a.rows(); ++i) {
    for (std::size_t j = 0; j < a.columns(); ++j) {
      const auto& value = fingerprint.of(a(i, j));
      if (!value.defined) return false;
      out[i][j] = value.residue;
    }
  }
  return true;
}

void subtract_multiple(std::vector<Residue>& row, Residue factor, const std::vector<Residue>& of) {
  for (std::size_t j = 0; j < row.size(); ++j) row[j] = subtract(row[j], multiply(factor, of[j]));
}

// Columns that are independent of those before them in the order.
std::vector<std::size_t> independent_columns(ResidueMatrix rows, std::span<const std::size_t> order) {
  std::vector<std::size_t> columns;
  std::size_t used = 0;
  for (const std::size_t column : order) {
    std::size_t pivot = used;
    while (pivot < rows.size() && rows[pivot][column] == 0) ++pivot;
    if (pivot == rows.size()) continue;
    std::swap(rows[used], rows[pivot]);
    const Residue inverse_pivot = inverse(rows[used][column]);
    for (std::size_t i = used + 1; i < rows.size(); ++i)
      if (rows[i][column] != 0) subtract_multiple(rows[i], multiply(rows[i][column], inverse_pivot), rows[used]);
    columns.push_back(column);
    ++used;
  }
  std::ranges::sort(columns);
  return columns;
}

// Rows that are independent of those above them.
std::vector<std::size_t> independent_rows(const ResidueMatrix& rows) {
  std::vector<std::vector<Residue>> reduced;
  std::vector<std::size_t> pivots;
  std::vector<std::size_t> kept;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    std::vector<Residue> row = rows[i];
    for (std::size_t k = 0; k < reduced.size(); ++k)
      if (row[pivots[k]] != 0) subtract_multiple(row, row[pivots[k]], reduced[k]);
    const auto lead = std::ranges::find_if(row, [](Residue r) { return r != 0; });
    if (lead == row.end()) continue;
    const Residue scale = inverse(*lead);
    pivots.push_back(static_cast<std::size_t>(lead - row.begin()));
    for (Residue& entry : row) entry = multiply(entry, scale);
    reduced.push_back(std::move(row));
    kept.push_back(i);
  }
  return kept;
}

}  // namespace

RankBasis find_basis(const Matrix& a, std::span<const std::size_t> column_order) {
  ResidueMatrix residues;
  for (std::uint64_t seed = 1; !take_residues(a, seed, residues); ++seed)
    if (seed == 8) throw std::domain_error("a matrix with an entry that divides by zero");
  return {independent_rows(residues), independent_columns(residues, column_order)};
}

}  // namespace tangible
