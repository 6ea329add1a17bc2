// SPDX-License-Identifier: Apache-2.0
// The curve of a displacement: the midpoint rule extrapolated, Hairer, Norsett, Wanner I, sec. II.9.
#include "simulation/admissible_path.h"

#include <algorithm>
#include <cmath>

namespace tangible {
namespace {

constexpr std::size_t max_rows = 9;
constexpr double converged = 1e-14;  // of a coordinate, at least of 1 m or rad
constexpr int max_pieces = 64;

}  // namespace

AdmissiblePath::AdmissiblePath(SystemMotion& motion)
    : motion_(motion),
      momentum_(motion.system().nu()),
      zeros_(motion.system().rows.size()),
      slope_(motion.system().nq()),
      table_(max_rows) {}

void AdmissiblePath::follow(double t, std::span<const double> from, std::span<const double> d, std::span<double> y) {
  d_.assign(d.begin(), d.end());
  std::ranges::copy(from, y.begin());
  bool follows = find_slope(t, y);
  const std::vector<double> straight = slope_;
  // Pieces so short that the extrapolation of each converges.
  for (int done = 0, pieces = 1; follows && done < pieces;) {
    if (advance(t, 1.0 / pieces, y)) {
      ++done;
    } else {
      done *= 2, pieces *= 2;
      follows = pieces <= max_pieces;
    }
  }
  if (!follows) {
    std::ranges::copy(from, y.begin());
    for (std::size_t i = 0; i < straight.size(); ++i) y[i] += straight[i];
  }
  (void)motion_.projection().project_coordinates(t, y);
  (void)find_slope(t, y);
}

// W P d at a state. Gauss's principle with M d for the load gives the nearest motion.
bool AdmissiblePath::find_slope(double t, std::span<const double> y) {
  const System& s = motion_.system();
  const DynamicsStatus status = motion_.evaluate(t, y);
  const std::span<const double> mass = motion_.output(s.mass), W = motion_.output(s.W);
  for (std::size_t r = 0; r < s.nu(); ++r) {
    momentum_[r] = 0;
    for (std::size_t k = 0; k < s.nu(); ++k) momentum_[r] += mass[r * s.nu() + k] * d_[k];
  }
  nearest_ = d_;
  bool found = status == DynamicsStatus::ok;
  if (found && motion_.can_drift())
    found = motion_.embedding().solve(momentum_, zeros_, nearest_) == DynamicsStatus::ok;
  for (std::size_t i = 0; i < s.nq(); ++i) {
    slope_[i] = 0;
    for (std::size_t r = 0; r < s.nu(); ++r) slope_[i] += W[i * s.nu() + r] * nearest_[r];
    found = found && std::isfinite(slope_[i]);
  }
  return found;
}

// A piece of the curve; y stays as it is if it does not converge.
bool AdmissiblePath::advance(double t, double length, std::span<double> y) {
  for (std::size_t row = 0; row < max_rows; ++row) {
    if (!add_to_table(t, length, row, y)) return false;
    if (row == 0) continue;
    double error = 0;
    for (std::size_t i = 0; i < slope_.size(); ++i) {
      const double best = table_[row][i];
      error = std::max(error, std::abs(best - table_[row - 1][i]) / std::max(1.0, std::abs(best)));
    }
    if (error > converged) continue;
    std::ranges::copy(table_[row], y.begin());
    return true;
  }
  return false;
}

// The midpoint rule with 2, 4, 6, ... steps, and what the rows so far promise for infinitely many.
bool AdmissiblePath::add_to_table(double t, double length, std::size_t row, std::span<const double> y) {
  const std::size_t nq = slope_.size(), steps = 2 * (row + 1);
  const double h = length / static_cast<double>(steps);
  now_.assign(y.begin(), y.end());
  before_ = after_ = now_;
  for (std::size_t k = 0; k < steps; ++k) {
    if (!find_slope(t, now_)) return false;
    for (std::size_t i = 0; i < nq; ++i) after_[i] = before_[i] + (k == 0 ? h : 2 * h) * slope_[i];
    before_ = now_;
    now_ = after_;
  }
  // Neville's scheme along the diagonal; entry k of the table is then the extrapolation of k + 1 rows.
  std::vector<double> end(now_.begin(), now_.begin() + static_cast<std::ptrdiff_t>(nq));
  for (std::size_t k = 0; k < row; ++k) {
    const double ratio = static_cast<double>(row + 1) / static_cast<double>(row - k);
    std::vector<double> next = end;
    for (std::size_t i = 0; i < nq; ++i) next[i] += (end[i] - table_[k][i]) / (ratio * ratio - 1);
    table_[k].swap(end);
    end.swap(next);
  }
  table_[row].swap(end);
  return true;
}

}  // namespace tangible
