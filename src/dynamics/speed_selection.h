// SPDX-License-Identifier: Apache-2.0
// Selects the rows that count, and the speeds they determine: blocks 2 and 3 of Gillespie's Figure 2.
//
// Units differ from speed to speed and from row to row, so both are scaled first: speed j by the root of its
// mass M_jj, then every row by its greatest length so far. The compared values have no unit, and a row that
// vanishes at some configurations (a direction fixed in space, of a loop that turns) counts for little near
// them.
//
// An orthonormal basis V of the row space comes from orthogonalising the rows; Reckdahl takes V^T from a singular value
// decomposition, Gillespie (43). The choice of speeds uses only lengths that are the same for every such basis, so both
// methods choose alike.
#pragma once

#include <span>
#include <vector>

#include "dynamics/dense.h"

namespace tangible {

struct SelectionTolerances {
  double rank = 1e-8;                // remainder of a row of length one that depends on the others
  double declared_row_ratio = 0.05;  // rows are taken as declared while they add so much; then the one that adds most
  double last_speed_ratio = 0.1;     // the last speed that is so much of the best one becomes dependent
  double massless = 1e-26;  // of the largest M_jj, whatever the units: a speed below it has no mass to scale by
};

class SpeedSelection {
 public:
  SpeedSelection(int speeds, int rows);

  // At one state. rows holds all declared rows, active the indices of the active ones; at most highest_rank of them are
  // used. Cost: some 4 m^2 n multiplications.
  void select(const double* mass, const double* rows, std::span<const int> active, int highest_rank,
              const SelectionTolerances& t);

  int rank() const { return rank_; }
  // Indices of declared rows: those that determine speeds, and those that follow from them here.
  std::span<const int> used_rows() const { return {rows_.data(), static_cast<std::size_t>(rank_)}; }
  std::span<const int> dropped_rows() const {
    return std::span(rows_).subspan(static_cast<std::size_t>(rank_), dropped_);
  }
  std::span<const int> dependent() const { return {dependent_.data(), static_cast<std::size_t>(rank_)}; }
  std::span<const int> independent() const { return {independent_.data(), static_cast<std::size_t>(speeds_ - rank_)}; }
  // sqrt(M_jj) u_j = u_j / speed_scale(j); a row times row_scale has at most length one in scaled speeds.
  double speed_scale(int j) const { return speed_scale_[static_cast<std::size_t>(j)]; }
  const double* speed_scales() const { return speed_scale_.data(); }
  double row_scale(int i) const { return row_scale_[static_cast<std::size_t>(i)]; }
  // The least that a used row added: near zero means near a singular configuration.
  double smallest_row_residual() const { return min_addition_; }

 private:
  void scale(const double* mass, const double* rows, std::span<const int> active, double massless);
  void find_row_basis(const double* rows, std::span<const int> active, const SelectionTolerances& t);
  double orthogonalise(const double* row, int i, double* target) const;
  void choose_speeds(const SelectionTolerances& t);

  int speeds_;
  int rank_ = 0;
  int highest_rank_ = 0;
  std::size_t dropped_ = 0;
  double min_addition_ = 1;
  std::vector<int> rows_;  // used, then dropped
  std::vector<int> dependent_;
  std::vector<int> independent_;
  std::vector<double> speed_scale_;
  std::vector<double> row_scale_;
  std::vector<double> longest_;  // by row, in scaled speeds
  std::vector<double> trial_;
  std::vector<double> left_;  // of the columns of the basis: scratch
  std::vector<char> taken_;   // row or speed is already chosen
  PaddedTable basis_;         // rank x speeds, orthonormal rows, scaled speeds
};

}  // namespace tangible
