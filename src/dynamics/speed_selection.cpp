// SPDX-License-Identifier: Apache-2.0
// Scaling, a basis of the row space, and the choice of dependent speeds.
#include "dynamics/speed_selection.h"

#include <cmath>

#include "dynamics/index.h"

namespace tangible {

namespace {
// Relative to the longest row: among redundant rows, shorter ones are selected after longer ones, and lengths within
// rounding are zero. A row that vanishes at the first evaluation has an unknown size.
constexpr double weak = 1e-3;
constexpr double nothing = 1e-12;
constexpr double min_dropped = 1e-2;  // dropped rows are scaled as if they were at least so long
}  // namespace

SpeedSelection::SpeedSelection(int speeds, int rows)
    : speeds_(speeds),
      rows_(at(rows)),
      dependent_(at(speeds)),
      independent_(at(speeds)),
      speed_scale_(at(speeds), 1.0),
      row_scale_(at(rows), 1.0),
      longest_(at(rows), 0.0),
      trial_(at(padded(speeds))),
      left_(at(padded(speeds))),
      taken_(at(std::max(speeds, rows))),
      basis_(speeds, speeds) {}

void SpeedSelection::select(const double* mass, const double* rows, std::span<const int> active, int highest_rank,
                            const SelectionTolerances& t) {
  highest_rank_ = std::min(highest_rank, speeds_);
  scale(mass, rows, active, t.massless);
  find_row_basis(rows, active, t);
  choose_speeds(t);
}

// A massless speed is scaled so that its largest share in a row equals the share of all speeds with mass.
void SpeedSelection::scale(const double* mass, const double* rows, std::span<const int> active, double massless) {
  const int n = speeds_;
  double largest = 0;
  for (int j = 0; j < n; ++j) largest = std::max(largest, mass[j * n + j]);
  const auto has_mass = [&](int j) { return mass[j * n + j] > massless * largest; };
  for (int j = 0; j < n; ++j) speed_scale_[at(j)] = has_mass(j) ? 1 / std::sqrt(mass[j * n + j]) : 0;
  for (const int i : active) {
    double square = 0;
    for (int j = 0; j < n; ++j) square += std::pow(rows[i * n + j] * speed_scale_[at(j)], 2);
    row_scale_[at(i)] = square > 0 ? 1 / std::sqrt(square) : 1;
  }
  for (int j = 0; j < n; ++j) {
    if (has_mass(j)) continue;
    double share = 0;
    for (const int i : active) share = std::max(share, std::abs(rows[i * n + j]) * row_scale_[at(i)]);
    speed_scale_[at(j)] = share > 0 ? 1 / share : 1;
  }
  for (const int i : active) {
    double square = 0;
    for (int j = 0; j < n; ++j) square += std::pow(rows[i * n + j] * speed_scale_[at(j)], 2);
    longest_[at(i)] = std::max(longest_[at(i)], std::sqrt(square));
    row_scale_[at(i)] = longest_[at(i)] > 0 ? 1 / longest_[at(i)] : 1;
  }
}

// The part that row i adds to the basis; returns its length. Scaled rows have length one: where little is left of it, a
// second pass removes the rounding.
double SpeedSelection::orthogonalise(const double* row, int i, double* target) const {
  for (int j = 0; j < speeds_; ++j) target[j] = row[j] * speed_scale_[at(j)] * row_scale_[at(i)];
  double length = 0;
  for (int pass = 0; pass < 2 && length < 0.5; ++pass) {
    for (int k = 0; k < rank_; ++k) {
      const double share = dot(target, basis_.row(k), speeds_);
      add_scaled(target, basis_.row(k), -share, even(speeds_));
    }
    length = std::sqrt(dot(target, target, speeds_));
  }
  return length;
}

void SpeedSelection::find_row_basis(const double* rows, std::span<const int> active, const SelectionTolerances& t) {
  const int n = speeds_;
  dropped_ = 0;
  const auto take = [&](int i, double length) {
    for (int j = 0; j < n; ++j) basis_.row(rank_)[j] = trial_[at(j)] * (1 / length);
    rows_[at(rank_++)] = i;
    taken_[at(i)] = 1;
    min_addition_ = std::min(min_addition_, length);
  };
  double longest = 0;
  for (const int i : active) longest = std::max(longest, longest_[at(i)]);
  // In the analyst's order; among redundant rows the short ones come last.
  for (const double least : {nothing, weak}) {
    rank_ = 0;
    min_addition_ = 1;
    std::fill(taken_.begin(), taken_.end(), char{0});
    for (const int i : active) {
      if (rank_ == highest_rank_) break;
      if (longest_[at(i)] < least * longest) continue;
      const double length = orthogonalise(rows + i * n, i, trial_.data());
      if (length >= t.declared_row_ratio) take(i, length);
    }
    while (rank_ < highest_rank_) {
      int best = -1;
      double most = t.rank;
      for (const int i : active) {
        if (taken_[at(i)] != 0 || longest_[at(i)] < nothing * longest) continue;
        const double length = orthogonalise(rows + i * n, i, trial_.data());
        if (length > most) {
          most = length;
          best = i;
        }
      }
      if (best < 0) break;
      take(best, orthogonalise(rows + best * n, best, trial_.data()));
    }
    if (at(rank_) == active.size()) break;
  }
  for (const int i : active) {
    if (taken_[at(i)] != 0) continue;
    rows_[at(rank_) + dropped_++] = i;
    if (longest > 0) row_scale_[at(i)] = 1 / std::max(longest_[at(i)], min_dropped * longest);
  }
}

// Row-wise inspection of V^T: among the speeds whose column still adds enough, the analyst's last one becomes
// dependent. Chosen columns are removed one by one, in effect by Householder reflections: the basis is turned so that
// the chosen column is alone in one row, which then takes no further part.
void SpeedSelection::choose_speeds(const SelectionTolerances& t) {
  const int n = speeds_;
  std::fill(taken_.begin(), taken_.end(), char{0});
  for (int k = 0; k < rank_; ++k) {
    double* left = left_.data();  // of each column: what is not yet removed, squared
    std::fill_n(left, n, 0.0);
    for (int i = k; i < rank_; ++i)
      for (int j = 0; j < n; ++j) left[j] += basis_.row(i)[j] * basis_.row(i)[j];
    double most = 0;
    for (int j = 0; j < n; ++j)
      if (taken_[at(j)] == 0) most = std::max(most, left[j]);
    int chosen = -1;
    for (int j = n; j-- > 0 && chosen < 0;)
      if (taken_[at(j)] == 0 && left[j] >= t.last_speed_ratio * t.last_speed_ratio * most) chosen = j;
    if (chosen < 0) {  // numbers that are not numbers
      rank_ = k;
      break;
    }
    taken_[at(chosen)] = 1;
    // v = column - |column| e_k, rows k.. -= 2 v (v^T rows) / v^T v
    for (int i = k; i < rank_; ++i) trial_[at(i)] = basis_.row(i)[chosen];
    const double length = std::sqrt(left[chosen]);
    trial_[at(k)] += trial_[at(k)] > 0 ? length : -length;
    double square = 0;
    for (int i = k; i < rank_; ++i) square += trial_[at(i)] * trial_[at(i)];
    double* share = left;
    std::fill_n(share, even(n), 0.0);
    for (int i = k; i < rank_; ++i) add_scaled(share, basis_.row(i), trial_[at(i)], even(n));
    for (int i = k; i < rank_; ++i) add_scaled(basis_.row(i), share, -2 / square * trial_[at(i)], even(n));
  }
  int dependent = 0;
  int independent = 0;
  for (int j = 0; j < n; ++j) (taken_[at(j)] != 0 ? dependent_[at(dependent++)] : independent_[at(independent++)]) = j;
}

}  // namespace tangible
